import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { PendingChanges } from '~/platform/approvals/pending-changes'
import { decideChange, WAITING_BESIDE, waitingChanges } from '~/platform/approvals/routes/waiting-changes'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { Grid } from '~/ui/grid/grid'
import { keepTable } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { FORMAT_COLUMNS, FORMAT_GRID, WAITING_UPLOAD_COLUMNS } from '../formats/format-columns'
import { uploadsThatWait } from '../formats/waiting-uploads.server'
import { FORMAT_KINDS, formatTable } from '../grid-sources'

export const meta = () => [{ title: 'File formats · Fundesk' }]
export const shouldRevalidate = keepTable

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const mayPropose = isAllowed(guarded.actor, 'administration', 'update')
  return {
    grid: await sourcePage(guarded, args.request, await formatTable(guarded)),
    waiting: await waitingChanges(guarded, args.request, FORMAT_KINDS, WAITING_BESIDE),
    links: administrationLinks(guarded.actor),
    mayPropose,
    uploads: mayPropose ? await uploadsThatWait(guarded) : [],
  }
}

/** Decides a version that waits. */
export async function action(args: ActionFunctionArgs) {
  return decideChange(await guard(args, 'administration', 'update'), args, '/admin/formats')
}

/** The file formats, the uploads that wait for one, and the versions that wait for another administrator. */
export default function Formats() {
  const { links, grid, waiting, mayPropose, uploads } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="File formats"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={
          <>
            {mayPropose && (
              <>
                <OpenLink className="button" to="/admin/formats/teach">
                  Teach a format
                </OpenLink>
                <OpenLink className="button" to="/admin/formats/new">
                  New format
                </OpenLink>
              </>
            )}
            <Link className="button" to="/admin">
              Administration
            </Link>
          </>
        }
      >
        <PageSection>
          <p className="muted">
            Files in FUNDESK’s own layout need no other format. All others are read by the one format of their
            provider that is valid on the NAV date and finds every table.
          </p>
        </PageSection>
        <Grid
          title="File formats"
          columns={FORMAT_COLUMNS}
          {...grid}
          options={FORMAT_GRID}
          path="/admin/formats"
          exportTo="/admin/formats/export/file_formats"
          rowKey={({ code, status }) => `${code} ${status}`}
        />
        {uploads.length > 0 && (
          <PageSection title="Files waiting for a format">
            <p className="muted">
              No format reads these uploads yet. Each runs as its sender’s once a format that reads it is
              approved.
            </p>
            <Grid
              title="Files waiting for a format"
              columns={WAITING_UPLOAD_COLUMNS}
              rows={uploads}
              total={uploads.length}
              rowKey={({ setId }) => setId}
            />
          </PageSection>
        )}
        <PageSection title="Pending approval by another administrator">
          <PendingChanges
            {...waiting}
            exportTo="/admin/formats/export/pending_changes"
            empty="No pending versions. Formats that are proposed or changed appear here until another administrator approves them; until then, files are read as before."
            refused={refused}
          />
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
