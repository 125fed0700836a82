import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData, useParams } from '@remix-run/react'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { handleIntents, type PageForms } from '~/http/page-answer'
import { PendingChanges } from '~/platform/approvals/pending-changes'
import {
  DECISION_FORMS,
  type DecisionPage,
  waitingChanges,
} from '~/platform/approvals/routes/waiting-changes'
import { DomainLinks } from '~/platform/page/use-site'
import { saveEdited, tableAnswer } from '~/platform/tables/routes/table-answer'
import { NewRowLink, SAVE_ROW, TableGrid } from '~/platform/tables/table-grid'
import { keepTable } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'
import { SETTING_KINDS, settingsToday, WAITING_SETTINGS } from '../grid-sources'

export const meta = () => [{ title: 'NAV error settings · Fundesk' }]
export const shouldRevalidate = keepTable

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { request } = args
  return {
    table: await tableAnswer(guarded, request, settingsToday(guarded)),
    waiting: await waitingChanges(guarded, request, SETTING_KINDS, WAITING_SETTINGS),
    links: administrationLinks(guarded.actor),
  }
}

const FORMS: PageForms<DecisionPage> = {
  ...DECISION_FORMS,
  [SAVE_ROW]: {
    answer: ({ guarded, args }, typed) => saveEdited(guarded, args, typed, () => settingsToday(guarded)),
  },
}

/** Decides a change, or requests one of the setting that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return handleIntents(args, FORMS, { guarded, args, path: settingsToday(guarded).path })
}

/** How the site judges NAV errors, and the changes that wait. */
export default function ErrorSettings() {
  const { links, waiting, table } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const isDecision = refused !== undefined && refused.typed.intent !== SAVE_ROW
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={table.title}
        aside={<span className="muted">{shownCount(table.grid.total)}</span>}
        actions={
          <>
            <NewRowLink {...table} />
            <Link className="button" to="/admin">
              Administration
            </Link>
          </>
        }
      >
        <PageSection>
          <p className="muted">
            A case keeps the settings in force on its day of discovery. The most specific applies: fund,
            regime, all. Without a value, the default counts. The threshold is that of rule N11:{' '}
            <Link to="/admin/tolerances">Rule tolerances</Link>. Check all of them with your regulator.
          </p>
        </PageSection>
        <TableGrid {...table} openKey={useParams().key} refused={isDecision ? undefined : refused} />
        <PageSection title="Pending approval by another administrator">
          <PendingChanges
            {...waiting}
            exportTo={`${table.path}/export/pending_changes`}
            empty="No pending changes. Settings that are added, changed or deleted appear here until another administrator approves them."
            refused={isDecision ? refused : undefined}
          />
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
