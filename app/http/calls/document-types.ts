import { KINDS } from '~/platform/files/kinds'
import { aStoredFile } from './answers'

const taken = Object.values(KINDS).filter(({ family }) => family !== 'protected' && family !== 'other')

/** A stored document, of whatever kind uploads take. */
export const aDocument = aStoredFile(...new Set(taken.map(({ mediaType }) => mediaType)))
