import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react'
import { AUDIT_GRID, auditColumns } from '~/components/audit/audit-columns'
import { AuditDetail } from '~/components/audit/audit-detail'
import { AuditReachNote } from '~/components/audit/audit-reach-note'
import { earlierHref } from '~/components/audit/earlier-href'
import { DomainLinks } from '~/components/site/domain-links'
import { useTimeZone } from '~/components/site/site'
import { domainLinks } from '~/domain/access/menu'
import { kindLabel } from '~/domain/audit/audit-event'
import { auditReach } from '~/domain/audit/audit-reach.server'
import { MOST_SEARCHED } from '~/domain/audit/audit-scope.server'
import { hashAgrees } from '~/domain/audit/hash-agrees.server'
import { dayIn } from '~/domain/values/day'
import { sourcePage } from '~/http/grid-source'
import { guard } from '~/http/guard'
import { Grid } from '~/ui/grid/grid'
import { changes, keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/paging'
import { Page } from '~/ui/page/page'
import { auditTable } from './audit-table'
import { auditPages } from './event-pages'

const PATH = '/admin/audit'
export const meta = () => [{ title: 'Audit trail · Fundesk' }]

/** Unlike other lists it brings something for the one row that is expanded. */
export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, ({ searchParams }) => searchParams.get('expanded')) || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { timeZone } = guarded.services.settings
  const grid = await sourcePage(guarded, args.request, auditTable(guarded))
  const { query } = grid.parsed
  const open = grid.rows.find(({ id }) => String(id) === query.expanded)
  const [pages, agrees, reach] = await Promise.all([
    auditPages(guarded, grid.rows),
    open ? hashAgrees(guarded.read, open.id) : null,
    auditReach(guarded.read, query, timeZone),
  ])
  return {
    ...{ grid, pages, agrees, reach, most: MOST_SEARCHED },
    // The day on which the search ended, which may hold more events than were looked through.
    until: reach?.back ? dayIn(reach.back, timeZone) : null,
    links: domainLinks(guarded.actor, 'administration'),
  }
}

/** Everything that ever happened: who did what to which object, when, and what it was before. */
export default function Audit() {
  const { grid, pages, agrees, reach, most, until, links } = useLoaderData<typeof loader>()
  const timeZone = useTimeZone()
  const columns = auditColumns(timeZone, pages)
  const earlier = until === null ? PATH : earlierHref(PATH, grid.parsed.query, columns, until)
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Audit trail" aside={<span className="muted">{shownCount(grid.total)}</span>} fill>
        <AuditReachNote most={most} reach={reach} timeZone={timeZone} earlier={earlier} />
        <Grid
          title="Events"
          columns={columns}
          {...grid}
          options={AUDIT_GRID}
          path={PATH}
          exportTo="/admin/audit/export/audit"
          selectable
          clickExpands
          rowKey={({ id }) => String(id)}
          rowLabel={(event) => `event ${event.id}, ${event.name} of ${kindLabel(event.object_kind)}`}
          detail={(event) =>
            String(event.id) === grid.parsed.query.expanded && (
              <AuditDetail event={event} page={pages[event.id]} agrees={agrees} />
            )
          }
          empty="Nothing has happened yet: every step and every change will be here."
        />
      </Page>
    </>
  )
}
