import { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { nothing, numberValue } from './values'

const Revision = z.preprocess(nothing, numberValue.nullable())

/** What a caller saw of an object: the `revision` that came with it. */
export const revisionValue = Revision.optional()

/**
 * The revision of the object that the caller saw: the field `revision`, which whoever sends an object back has, or
 * If-Match. Null when neither is there: then only what is sent changes, whoever changed something else meanwhile.
 * @throws DomainError invalid for an If-Match that can be no revision
 */
export function seenRevision(request: Request, given: number | null | undefined): number | null {
  if (given) return given
  const read = Revision.safeParse(revisionOfTag(request.headers.get('If-Match')))
  if (read.success) return read.data
  throw new DomainError('invalid', 'Give "revision" as it came with what you read.', {
    fields: { revision: 'Give a whole number.' },
  })
}

/** "*" is whatever is there. A tag that cannot be ours stays as it is, and is refused: somebody meant to be careful. */
function revisionOfTag(given: string | null): string | undefined {
  const tag = given?.trim()
  if (tag === undefined || tag === '*') return undefined
  // Who compresses an answer on its way makes its tag a weak one.
  return /^(?:W\/)?"?(\d{1,9})(?:-[\w-]+)?"?$/.exec(tag)?.[1] ?? tag
}
