import { z } from 'zod'
import type { Actor, FunctionId } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { sameSearch } from '~/http/address'
import { formNumber } from '~/http/form'
import type { Guarded, RouteArgs } from '~/http/guard'
import { handleIntents, type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { type ExportTable, listFile } from '~/platform/grids/export-file'
import { type GridSource, sourcePage } from '~/platform/grids/grid-source'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import type { GridQueryOptions } from '~/ui/grid/query'
import type { DecisionKeys } from '../decision-forms'
import {
  approvePendingChange,
  refusePendingChange,
  withdrawPendingChange,
} from '../pending-change-decide.server'
import { waitingList, whyNotDecide } from '../pending-changes.server'
import { pendingColumns } from '../pending-columns'
import { PENDING_DECLARED, type WaitingChange } from '../pending-fields.server'

/** The prefix of the waiting changes in the address of a page that has another grid, and how many it shows. */
export const WAITING_BESIDE = { prefix: 'changes', size: 10 }

/** The waiting changes, all or of some kinds, as `PendingChanges` shows them to this user. */
export async function waitingChanges(
  guarded: Guarded,
  request: Request,
  kinds?: readonly string[],
  options: GridQueryOptions = {},
  requester?: Actor,
) {
  const grid = await sourcePage(guarded, request, pendingTable(guarded, kinds, options, requester))
  const own = grid.rows.flatMap(({ id, requestedBy }) => (requestedBy === guarded.actor.id ? [id] : []))
  const whyNot = undecidable(grid.rows, guarded.actor)
  const { ids } = guarded.services
  const keys: Record<number, DecisionKeys> = {}
  for (const { id } of grid.rows)
    if (whyNot[id] === undefined || own.includes(id)) keys[id] = [ids.uuid(), ids.uuid()]
  return { grid, options, whyNot, own, keys }
}

/** pending_changes.xlsx, .csv or .pdf, for users who may open the function. */
export function waitingFile(functionId: FunctionId, title: string, kinds?: readonly string[]) {
  return listFile(functionId, 'pending_changes', title, (guarded) => pendingTable(guarded, kinds))
}

/** Why this user cannot decide some of the changes, by id. */
function undecidable(changes: readonly WaitingChange[], actor: Actor): Record<number, string> {
  return Object.fromEntries(
    changes.flatMap((change) => {
      const why = whyNotDecide(change, actor)
      if (why === null) return []
      return [[change.id, change.requestedBy === actor.id ? 'Needs another person' : why]]
    }),
  )
}

/** The waiting changes, all or of some kinds plus those that a user requested and may see, for the grid and the file. */
export function pendingTable(
  guarded: Guarded,
  kinds?: readonly string[],
  options: GridQueryOptions = {},
  requester?: Actor,
): GridSource<WaitingChange> {
  return {
    columns: pendingColumns(PENDING_DECLARED),
    declared: PENDING_DECLARED,
    options,
    list: waitingList(guarded, kinds, requester),
  }
}

export const approvalExports: ExportTable = {
  /** The waiting changes as a file. */
  'admin/changes/export/:file': waitingFile('administration', 'Pending second approval'),
}

/** The path of a page that lists waiting changes. */
export interface DecisionPage {
  guarded: Guarded
  args: RouteArgs
  path: string
}

const Change = z.object({ id: formNumber() })

/** Decides once, even if the form is sent repeatedly, and returns to the list. */
async function decideOnce(
  { guarded, args, path }: DecisionPage,
  { id }: z.output<typeof Change>,
  decision: 'Approved' | 'Refused' | 'Withdrawn',
  decide: (context: UserWriteContext) => Promise<string>,
): Promise<Response> {
  const { transaction } = guarded
  const what = await transaction((context) =>
    withIdempotencyKey(context, `${decision} ${id}`, () => decide(context)),
  )
  return redirectWithStatus(guarded, `${path}${sameSearch(args.request)}`, `${decision}: ${what}`)
}

const approve = pageForm({
  fields: Change,
  answer(page: DecisionPage, sent) {
    return decideOnce(page, sent, 'Approved', (context) => approvePendingChange(context, sent.id))
  },
})

const WHY = 'Enter a reason: it is shown to the person who requested the change.'

const refuse = pageForm({
  fields: Change.extend({
    comment: z.string(WHY).trim().min(1, WHY).max(1000, 'Shorten the reason to 1000 characters.'),
  }),
  answer: (page: DecisionPage, { comment, ...sent }) =>
    decideOnce(page, sent, 'Refused', (context) => refusePendingChange(context, sent.id, comment)),
})

const withdraw = pageForm({
  fields: Change,
  answer: (page: DecisionPage, sent) =>
    decideOnce(page, sent, 'Withdrawn', (context) => withdrawPendingChange(context, sent.id)),
})

/** The decisions on a waiting change, for pages that may have further forms. */
export const DECISION_FORMS: PageForms<DecisionPage> = { approve, refuse, withdraw }

/** Approves, refuses or withdraws the posted change, and returns to the list at this path. */
export function decideChange(guarded: Guarded, args: RouteArgs, path: string) {
  return handleIntents(args, DECISION_FORMS, { guarded, args, path })
}
