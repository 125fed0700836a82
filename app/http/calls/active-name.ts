import { z } from 'zod'
import { anId, aText } from './answers'

/** A row of the not-retired lists: name and id (specification, section 7). */
export const aLivingName = z.object({ id: anId, name: aText }).meta({ id: 'LivingName' })
