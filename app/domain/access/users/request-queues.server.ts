import type { Transaction } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import type { Actor } from '../actor'
import { readUsers } from '../import-users.server'
import { oneAtATime } from '../one-at-a-time.server'
import { requestChange } from '../pending-change-request.server'
import { nobodysQueue } from './nobodys-queue'
import { userForChange } from './user-for-change.server'

const TITLE = 'The queues were not requested'

/** Why this person may not ask for other rights of that user, in a sentence; null when they may. */
export function whyNotRequested(actor: Pick<Actor, 'id'>, userId: number): string | null {
  return actor.id === userId
    ? 'Nobody changes their own rights: another administrator may ask for them.'
    : null
}

/**
 * Asks for other queues of a user; answers what became of it, in a short line.
 * @param queues in their one spelling, in alphabetical order, each once
 * @param seen the queues that the form showed, "ACCOUNTANT, TEAM LEADER"
 * @throws DomainError not-found; forbidden for one's own; invalid when nothing would change; conflict when there are
 * others by now than the form showed
 */
export async function requestQueues(
  tx: Transaction,
  actor: Actor,
  { userId, queues, seen }: { userId: number; queues: readonly string[]; seen: string },
  now: Date,
): Promise<string> {
  const why = whyNotRequested(actor, userId)
  if (why) throw new DomainError('forbidden', why, { title: TITLE })
  const fields = nobodysQueue(queues)
  if (fields.more) throw new DomainError('invalid', `${fields.more} Leave it out.`, { title: TITLE, fields })
  // Before the user's row, as whatever else changes users does.
  await oneAtATime(tx)
  const { userName } = await userForChange(tx, userId)
  const before = (await readUsers(tx, [userName])).get(userName)
  if (!before) throw new Error(`User ${userName} is locked and yet not there`)
  if (before.queues.join(', ') !== seen)
    throw new DomainError(
      'conflict',
      `The queues of ${userName} changed since you opened the form. Open the user again and make your choice there.`,
      { title: TITLE },
    )
  if (before.queues.join() === queues.join())
    throw new DomainError('invalid', 'These are the queues of this user already. Choose others first.', {
      title: TITLE,
    })
  const change = {
    kind: 'user',
    target: userName,
    before,
    after: { ...before, queues: [...queues] },
  } as const
  return `Queues of ${userName}: ${await requestChange(tx, change, { actor, now })}`
}
