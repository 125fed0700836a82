import { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { nothing, numberValue } from './values'

const Revision = z.preprocess(nothing, numberValue.nullable())

/** The state of an object that a caller saw: the `revision` sent with it. */
export const revisionValue = Revision.optional()

/**
 * The revision of the object that the caller saw: the field `revision`, which callers who send an object back include,
 * or If-Match. Null when both are missing: then only the fields that are sent change, even if another user has changed
 * others in the meantime.
 * @throws DomainError invalid for an If-Match that cannot be a revision
 */
export function expectedRevision(request: Request, given: number | null | undefined): number | null {
  if (given) return given
  const read = Revision.safeParse(revisionOfTag(request.headers.get('If-Match')))
  if (read.success) return read.data
  throw new DomainError('invalid', 'Give "revision" as you read it.', {
    fields: { revision: 'Give a whole number.' },
  })
}

/** "*" matches any state. A tag that cannot be ours is passed on and refused: the caller meant to be careful. */
function revisionOfTag(given: string | null): string | undefined {
  const tag = given?.trim()
  if (tag === undefined || tag === '*') return undefined
  // A proxy that compresses a response makes its tag weak.
  return /^(?:W\/)?"?(\d{1,9})(?:-[\w-]+)?"?$/.exec(tag)?.[1] ?? tag
}
