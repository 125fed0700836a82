import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import type { Guarded } from '../guard'
import { nothing, numberValue } from './values'

/**
 * The idempotency key of a call: the header Idempotency-Key, for this user and this address, or a new one. It never
 * equals the key of a form.
 */
export function callKey({ actor, services }: Guarded, request: Request): string {
  const given = request.headers.get('Idempotency-Key')
  if (given === null) return `call:${services.ids.uuid()}`
  if (!/^[\x21-\x7e]{1,200}$/.test(given))
    throw new DomainError(
      'invalid',
      'An Idempotency-Key has 1 to 200 characters without spaces, such as a UUID.',
    )
  // An address may be longer than a key in the database.
  const address = createHash('sha256').update(new URL(request.url).pathname).digest('hex')
  return `call:${actor.id}:${address}:${given}`
}

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
