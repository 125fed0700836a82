import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { duplicateConfirmation } from 'db/schema/drafts'
import { asc, eq } from 'drizzle-orm'
import { type Actor, holdReason, isAllowed, isAmong, isTeamLeader } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullName } from '~/areas/access/users.server'
import { refusalTitled } from '~/platform/values/domain-error'
import { formatList } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { type Instance, MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { isInEntry, openDuplicates } from '../draft'
import { recordDraftAct } from '../draft-acts.server'
import { authorsOf, draftById } from '../read-draft.server'
import { draftDuplicates } from './draft-duplicates.server'

/** A draft that is the same bill as others is sent to check only once a team leader has said why it is not. */

export const DUPLICATE_NOT_ACCEPTED = 'The duplicate was not accepted.'

const refusal = refusalTitled(DUPLICATE_NOT_ACCEPTED)

export interface AcceptedDuplicates {
  /** Ids of drafts and invoices. */
  duplicates: number[]
  by: string
  at: Date
  comment: string
}

/** What team leaders accepted for a draft, the oldest first. */
export async function acceptedDuplicates(read: Read, draftId: number): Promise<AcceptedDuplicates[]> {
  const { duplicates, confirmedAt, comment, confirmedBy, id } = duplicateConfirmation
  const rows = await read
    .select({ duplicates, by: fullName, at: confirmedAt, comment })
    .from(duplicateConfirmation)
    .innerJoin(appUser, eq(appUser.id, confirmedBy))
    .where(eq(duplicateConfirmation.draftId, draftId))
    .orderBy(asc(id))
  return rows.map((row) => ({ ...row, by: row.by ?? '' }))
}

/** Why this person may not accept the duplicates of a draft, in a sentence; null when they may. */
export function whyNotAccept(
  actor: Pick<Actor, 'id' | 'oneWith' | 'authorisations' | 'queues' | 'heldBack'>,
  instance: Pick<Instance, 'queue' | 'status'>,
  authors: ReadonlySet<number>,
): string | null {
  if (!isInEntry(instance)) return 'Duplicates are accepted while the draft is in entry.'
  if (!isTeamLeader(actor) || !isAllowed(actor, 'draftsdashboard', 'update'))
    return 'Only a team leader (queue TEAM LEADER) may accept a duplicate, with a reason. Ask one of them, or cancel the draft.'
  if (isAmong(actor, authors))
    return 'You edited or sent this draft: another team leader must accept the duplicate (four-eyes rule).'
  return holdReason(actor)
}

interface Accepting {
  draftId: number
  comment: string
}

/**
 * Accepts that a draft looks like the same bill as others, with a reason: for exactly those that hold it now. Returns
 * what was accepted, in a short line.
 * @throws DomainError invalid without a comment; forbidden; refused when nothing holds it
 */
export function acceptDuplicates(
  context: UserWriteContext,
  { draftId, comment }: Accepting,
): Promise<string> {
  const { tx, actor, now } = context
  const accept = async () => {
    const reason = comment.trim()
    if (reason === '' || reason.length > MAX_COMMENT_LENGTH)
      throw refusal('invalid', 'Enter why this is not a duplicate: up to 4,000 characters.', {
        comment: 'Enter why this is not a duplicate.',
      })
    await draftById(tx, draftId)
    const instance = await lockInstance(tx, draftId)
    const draft = await draftById(tx, draftId)
    const why = whyNotAccept(actor, instance, await authorsOf(tx, draftId))
    if (why !== null) throw refusal('forbidden', why)
    const found = await draftDuplicates(tx, draftId, draft)
    const open = openDuplicates(found, await acceptedDuplicates(tx, draftId))
    if (open.length === 0)
      throw refusal('refused', 'No duplicate holds this draft any more. Reload the page.')
    const duplicates = open.map(({ id }) => id).sort((a, b) => a - b)
    await tx
      .insert(duplicateConfirmation)
      .values({ draftId, duplicates, confirmedBy: actor.id, confirmedAt: now, comment: reason })
    const names = formatList(open.map(({ kind, id }) => `${kind} ${id}`))
    await recordDraftAct(context, instance, {
      name: 'accept duplicate',
      log: `Not a duplicate of ${names}: ${reason}`,
    })
    return `Draft ${draftId} accepted beside ${names}`
  }
  const action = `accept duplicates of ${draftId}`
  return withIdempotencyKey(context, action, accept)
}
