import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import {
  Link,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useParams,
} from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { sameSearch } from '~/http/address'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListCount } from '~/platform/page/lateness'
import { DomainLinks } from '~/platform/page/use-site'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { lazily } from '~/ui/enhanced/later'
import { beginsEdit, changes, keepList } from '~/ui/grid/keep-list'
import { ownParams } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { ASSIGN_TITLE, assignedUser, assignProcess, userChoices } from '../assign-process.server'
import { AssignFields } from '../forms'
import { detailTab, processName } from '../list'
import { countLateDates } from '../list.server'
import { ProcessesEmpty, ProcessGrid } from '../process-grid'
import { TASK_GRID } from '../tasks/task-list'
import { expandedProcess, processTable } from './process-tables'

const ExpandedProcess = lazily(
  () => import('../expanded-process').then((code) => code.ExpandedProcess),
  'shown',
)

export const meta = () => [{ title: 'Processes · Fundesk' }]

/** Unlike other lists it loads data for the one expanded row, including its own grid. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  const detail = (url: URL) =>
    [url.searchParams.get('expanded'), detailTab(url), ownParams(url.search, TASK_GRID.prefix)].join()
  // The users to choose from are loaded with the row that is edited.
  return beginsEdit(next) || changes(next, detail) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'processdashboard')
  const { actor, read, services } = guarded
  const [grid, late] = await Promise.all([
    sourcePage(guarded, args.request, processTable(guarded)),
    countLateDates(guarded),
  ])
  const rowAt = (id: string | null) => grid.rows.find((row) => String(row.entity_process_date_id) === id)
  const { expanded: openId, edit } = grid.parsed.query
  const [open, edited] = [rowAt(openId), rowAt(edit)]
  const tab = detailTab(new URL(args.request.url))
  const mayAssign = isAllowed(actor, 'processdashboard', 'update')
  const [expanded, users] = await Promise.all([
    open ? expandedProcess(guarded, args.request, open.entity_process_date_id, tab) : null,
    // Only for the one row that is edited.
    mayAssign && edited ? userChoices(read, edited.user_id) : null,
  ])
  return {
    grid,
    late,
    expanded,
    users,
    mayAssign,
    links: domainLinks(actor, 'processdashboard'),
    mayDefine: isAllowed(actor, 'administration', 'update'),
    idempotencyKey: services.ids.uuid(),
  }
}

/** Gives one process to a user. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'processdashboard', 'update')
  const { read, transaction } = guarded
  return formAnswer(
    args,
    async (typed) => {
      const named = { ...typed, user_id: await assignedUser(read, typed.user_id?.trim() ?? '') }
      const { user_id: userId, ...form } = parseFields(named, AssignFields, ASSIGN_TITLE)
      const done = await transaction((context) => assignProcess(context, { ...form, userId }))
      return redirectWithStatus(guarded, `/processes${sameSearch(args.request, { edit: null })}`, done)
    },
    ASSIGN_TITLE,
  )
}

export default function Processes() {
  const { grid, late, expanded, users, mayAssign, links, mayDefine, idempotencyKey } =
    useLoaderData<typeof loader>()
  const { taskId } = useParams()
  usePreload(['areas/processes/routes/task'])
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Processes"
        aside={
          <ListCount total={grid.total} late={late} path="/processes" search="?in.process_status=LATE" />
        }
        fill
        actions={
          <Link className="button" to="/processes/calendar">
            Calendar
          </Link>
        }
      >
        <ProcessGrid
          grid={grid}
          users={users}
          mayAssign={mayAssign}
          idempotencyKey={idempotencyKey}
          refused={useActionData<typeof action>()}
          detail={(row) =>
            expanded?.processDateId === row.entity_process_date_id && (
              <ExpandedProcess {...expanded} name={processName(row)} openTask={taskId} />
            )
          }
          empty={<ProcessesEmpty mayDefine={mayDefine} />}
        />
      </Page>
      <Outlet />
    </>
  )
}
