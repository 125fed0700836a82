import { createHash } from 'node:crypto'
import { DomainError } from '~/platform/values/domain-error'
import { keepingContent, refuseOtherContent } from '~/platform/workflow/same-content.server'
import { type Guarded, throughDoors } from '../guard'
import type { UploadedFile } from '../upload'
import { callKey } from './key'

/**
 * Does the work of a call. Under an Idempotency-Key that took effect with another body it is refused: the caller would
 * take the answer to the first for that to the second. What was refused may be put right and sent under its key again.
 * @param work through the doors of the guard that it is given, which keep with what it stores what it was sent with
 * @throws DomainError conflict
 */
export async function onceSent(
  guarded: Guarded,
  request: Request,
  { body, files = [] }: { body: unknown; files?: readonly UploadedFile[] },
  work: (guarded: Guarded) => Promise<unknown>,
): Promise<unknown> {
  if (request.headers.get('Idempotency-Key') === null) return work(guarded)
  const { actor, read, services } = guarded
  const key = callKey(guarded, request)
  const content = contentOf(body, files)
  await refuseOtherContent(read, key, content)
  const { doors, clock } = services
  const sent = () => ({ key, userId: actor.id, now: clock(), content })
  return work(throughDoors(guarded, keepingContent(doors, sent)))
}

function contentOf(body: unknown, files: readonly UploadedFile[]): string {
  const hash = createHash('sha256').update(written(body))
  for (const { fileName, bytes } of files)
    hash.update(JSON.stringify([fileName, bytes.byteLength])).update(bytes)
  return hash.digest('hex')
}

/** A body is written with its fields in the order of its schema, however they were sent. */
function written(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw new DomainError('invalid', 'The fields are nested too deep. Send them as they are documented.')
  }
}
