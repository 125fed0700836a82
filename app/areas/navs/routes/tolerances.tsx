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
import { TOLERANCE_KINDS, tolerancesToday, WAITING_TOLERANCES } from '../grid-sources'

export const meta = () => [{ title: 'Rule tolerances · Fundesk' }]
export const shouldRevalidate = keepTable

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { request } = args
  return {
    table: await tableAnswer(guarded, request, tolerancesToday(guarded)),
    waiting: await waitingChanges(guarded, request, TOLERANCE_KINDS, WAITING_TOLERANCES),
    links: administrationLinks(guarded.actor),
  }
}

const FORMS: PageForms<DecisionPage> = {
  ...DECISION_FORMS,
  [SAVE_ROW]: {
    answer: ({ guarded, args }, typed) => saveEdited(guarded, args, typed, () => tolerancesToday(guarded)),
  },
}

/** Decides a change, or requests one of the value that is edited in place. */
export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  return handleIntents(args, FORMS, { guarded, args, path: tolerancesToday(guarded).path })
}

/** The site's values for the numbers of the rules, and the changes that wait. */
export default function Tolerances() {
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
            The most specific value that is valid on the NAV date applies: fund, type, provider, all. Each
            rule of a control shows the value that it used.
          </p>
        </PageSection>
        <TableGrid {...table} openKey={useParams().key} refused={isDecision ? undefined : refused} />
        <PageSection title="Pending approval by another administrator">
          <PendingChanges
            {...waiting}
            exportTo={`${table.path}/export/pending_changes`}
            empty="No pending changes. Tolerances that are added, changed or deleted appear here until another administrator approves them; until then, controls use the current values."
            refused={isDecision ? refused : undefined}
          />
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
