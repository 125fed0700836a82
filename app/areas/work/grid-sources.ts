import { type Guarded, guardUser } from '~/http/guard'
import { servicesOfProcess } from '~/http/services-of-request'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { pendingTable } from '~/platform/approvals/routes/waiting-changes'
import { type ExportTable, exportLoader, fileInPath, gridFile } from '~/platform/grids/export-file'
import type { GridSource } from '~/platform/grids/grid-source'
import type { WorkRow } from './fields.server'
import { firstRunFor } from './first-run.server'
import { declaredInView, WORK_GRID, workColumns, workGrid } from './list'
import { workList } from './list.server'
import { WORK_VIEWS, type WorkTabs, type WorkView } from './work'
import { workNumbers } from './work-numbers.server'
import { workReader } from './work-objects.server'

/** What the row of links of My work depends on, for the user of a request. */
export const workTabs = ({ actor, services }: Guarded): WorkTabs => ({
  decides: kindsDecidedBy(actor).length > 0,
  mails: services.mail !== undefined,
})

/** The work of the user in one view, for the list and its files. */
export async function workTable(guarded: Guarded, view: WorkView): Promise<GridSource<WorkRow>> {
  const { list, declared: all } = await workList(workReader(guarded), view)
  const declared = declaredInView(all, view, guarded.actor.standsFor.length > 0)
  return { columns: workColumns(declared), declared, options: workGrid(view), list }
}

/** The figures above the work of the user. */
export const numbersOfWork = (guarded: Guarded) => workNumbers(guarded, servicesOfProcess(guarded.services))

/** What the user does first; null once it is done, and for users who are not new. */
export const firstRunOfUser = (guarded: Guarded) =>
  firstRunFor(guarded, { inDemo: guarded.services.inDemoTime === true })

const VIEWS = Object.keys(WORK_VIEWS) as WorkView[]

export const workExports: ExportTable = {
  /** my_work, came_back, waits_for_others, done_today, all_open or pending_changes as .xlsx, .csv or .pdf. */
  'work/export/:file': exportLoader(async (args) => {
    const guarded = await guardUser(args)
    const file = fileInPath(args.params.file, [
      ...VIEWS.map((each) => WORK_VIEWS[each].file),
      'pending_changes',
    ])
    if (file.name === 'pending_changes')
      return gridFile(guarded, args.request, file, {
        title: 'Changes to decide',
        ...pendingTable(guarded, kindsDecidedBy(guarded.actor), {}, guarded.actor),
      })
    const view = VIEWS.find((each) => WORK_VIEWS[each].file === file.name) ?? 'mine'
    return gridFile(guarded, args.request, file, {
      title: `My work: ${WORK_VIEWS[view].label}`,
      ...(await workTable(guarded, view)),
      // One line for each row: its part is in a column.
      options: WORK_GRID,
    })
  }),
}
