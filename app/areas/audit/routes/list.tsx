import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { lazily } from '~/ui/enhanced/later'
import { changes, keepList } from '~/ui/grid/keep-list'
import { kindLabel } from '../audit-event'
import { auditReach, MAX_SEARCHED } from '../audit-scope.server'
import { auditTable, eventPage } from '../grid-sources'
import { AUDIT_GRID, AuditReachNote, auditColumns, BEFORE, earlierHref } from '../list'
import { hashAgrees } from '../list.server'

const PATH = '/admin/audit'
const ExpandedEvent = lazily(() => import('../expanded-event').then((code) => code.ExpandedEvent), 'shown')

export const meta = () => [{ title: 'Audit trail · Fundesk' }]

/** Unlike other lists it loads data for the one expanded row, and can continue after an event. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  const param = (name: string) => changes(next, ({ searchParams }) => searchParams.get(name))
  return param('expanded') || param(BEFORE) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { source, before } = await auditTable(guarded, args.request)
  const grid = await sourcePage(guarded, args.request, source)
  const { query } = grid.parsed
  const open = grid.rows.find(({ id }) => String(id) === query.expanded)
  const [agrees, reach] = await Promise.all([
    open ? hashAgrees(guarded.read, open.id) : null,
    auditReach(guarded, query, { before }),
  ])
  return {
    grid: { ...grid, rows: grid.rows.map((event) => ({ ...event, page: eventPage(event) })) },
    agrees,
    reach,
    before,
    most: MAX_SEARCHED,
    links: administrationLinks(guarded.actor),
  }
}

/** The complete history: who did what to which object, when, and the values before. */
export default function Audit() {
  const { grid, agrees, reach, before, most, links } = useLoaderData<typeof loader>()
  const columns = auditColumns(grid.declared)
  const from = (eventId: number | null) => earlierHref(PATH, grid.parsed.query, columns, eventId)
  return (
    <ListPage
      title="Audit trail"
      fill
      links={links}
      rowsTitle="Events"
      columns={columns}
      grid={grid}
      options={AUDIT_GRID}
      path={PATH}
      file="audit"
      selectable
      clickExpands
      rowKey={({ id }) => String(id)}
      rowLabel={(event) => `event ${event.id}, ${event.name} of ${kindLabel(event.object_kind)}`}
      detail={(event) =>
        String(event.id) === grid.parsed.query.expanded && <ExpandedEvent event={event} agrees={agrees} />
      }
      empty="No events yet. Every step and every change will appear here."
    >
      <AuditReachNote
        most={most}
        reach={reach}
        before={before}
        earlier={from(reach?.back?.id ?? null)}
        newest={from(null)}
      />
    </ListPage>
  )
}
