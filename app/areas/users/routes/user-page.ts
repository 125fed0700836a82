import { isAllowed } from '~/areas/access/actor'
import { functionChoices } from '~/areas/access/function-choices.server'
import { queueChoices } from '~/areas/access/queue-choices.server'
import type { Guarded } from '~/http/guard'
import type { Ids } from '~/http/server/services'
import { whatBecomes } from '~/platform/approvals/pending-change-request.server'
import { eventTable } from '~/platform/grids/event-table'
import { sourcePage } from '~/platform/grids/grid-source'
import { rightsOf, userView } from '../user-view.server'

const LONGEST_NAME = 100

const FORMS = ['save', 'queues', 'rights', 'enable', 'unlink', 'endSessions', 'endTokens'] as const
type FormKeys = Record<(typeof FORMS)[number], string>

/** An idempotency key for each form of the drawer. */
const formKeys = (ids: Ids) => Object.fromEntries(FORMS.map((form) => [form, ids.uuid()])) as FormKeys

/** All that the drawer of a user shows. `copy` of the address names a user whose rights fill the boxes. */
export async function readUserPage(guarded: Guarded, request: Request, userId: number) {
  const { actor, read, services } = guarded
  const from = (new URL(request.url).searchParams.get('copy') ?? '').trim().slice(0, LONGEST_NAME)
  const { history, ...view } = await userView(read, actor, userId, services.clock())
  const [functions, queues, becomes, rights, events] = await Promise.all([
    functionChoices(read),
    queueChoices(read),
    whatBecomes(read, 'user', actor),
    from === '' ? null : rightsOf(read, from),
    sourcePage(guarded, request, eventTable(history, services.settings.timeZone, 1)),
  ])
  return {
    ...{ view, functions, becomes, events },
    queueChoices: queues,
    copied: rights && { from, rights: Object.keys(rights).length === 0 ? null : rights },
    mayUpdate: isAllowed(actor, 'administration', 'update'),
    keys: formKeys(services.ids),
  }
}
