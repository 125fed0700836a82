import { createHash } from 'node:crypto'
import { DomainError } from '~/platform/values/domain-error'
import type { Guarded } from '../guard'

/**
 * The key under which a call takes effect once: that of the header Idempotency-Key, for this user and this address,
 * or a fresh one. It never equals the key of a form.
 */
export function callKey({ actor, services }: Guarded, request: Request): string {
  const given = request.headers.get('Idempotency-Key')
  if (given === null) return `call:${services.ids.uuid()}`
  if (!/^[\x21-\x7e]{1,200}$/.test(given))
    throw new DomainError('invalid', 'An Idempotency-Key has 1 to 200 signs without blanks, such as a UUID.')
  // An address may be longer than a key of the database.
  const address = createHash('sha256').update(new URL(request.url).pathname).digest('hex')
  return `call:${actor.id}:${address}:${given}`
}
