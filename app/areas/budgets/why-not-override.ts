import { type Actor, isAllowed, isTeamLeader } from '~/areas/access/actor'
import { whyHeldBack } from '~/areas/access/held-back'
import type { Instance, Marks } from '~/platform/workflow/types'

/**
 * Why this person may not let a draft exceed its budgets where it is, in a sentence; null when they may.
 * @param marks those of the draft (draftMarks)
 */
export function whyNotOverride(
  actor: Pick<Actor, 'id' | 'queues' | 'authorisations' | 'heldBack'>,
  { queue, status }: Pick<Instance, 'queue' | 'status'>,
  marks: Marks,
): string | null {
  if (queue !== 'TEAM LEADER' || status !== 'TO CHECK')
    return `A budget can be exceeded while the draft is TO CHECK (TEAM LEADER); it is ${status} (${queue}).`
  if (!isTeamLeader(actor))
    return 'Members of the queue TEAM LEADER may let a draft exceed a budget. Ask one.'
  if (!isAllowed(actor, 'draftsdashboard', 'update'))
    return 'You need the update permission for Drafted Expenses. Ask an administrator.'
  if (marks.editor?.has(actor.id) || marks.sender?.has(actor.id))
    return 'You edited or sent this draft: another team leader has to let it exceed a budget (four-eyes rule).'
  return whyHeldBack(actor)
}
