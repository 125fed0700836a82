import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { countWaiting } from '~/platform/approvals/pending-changes.server'
import { DomainLinks } from '~/platform/page/use-site'
import { shownCount } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'Administration · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await guard(args, 'administration')
  return { links: domainLinks(actor, 'administration'), waiting: await countWaiting(read) }
}

export default function Administration() {
  const { links, waiting } = useLoaderData<typeof loader>()
  return (
    <>
      <DomainLinks links={links} />
      <Page title="Administration">
        <PageSection>
          <ul className="page__list">
            <li>
              <Link to="/admin/users">Users</Link>: who may log in, their queues, passwords and sessions
            </li>
            <li>
              <Link to="/admin/authorisations">Authorisations</Link>: who may open, add, update and delete
              what
            </li>
            <li>
              <Link to="/admin/import">Import reference data</Link>: funds, share classes, NAV calendar,
              rates, users, authorisation matrix from one workbook
            </li>
            <li>
              <Link to="/admin/lookups">Lookups</Link>: currencies, rates, holidays, legal entities and other
              lists, row by row
            </li>
            <li>
              <Link to="/admin/workflows">Workflows</Link>: each version as a diagram and step by step, and
              new versions with a date
            </li>
            <li>
              <Link to="/admin/tolerances">Rule tolerances</Link>: the numbers of the rules, by fund, type or
              provider and NAV date
            </li>
            <li>
              <Link to="/admin/changes">Pending second approval</Link>
              {waiting > 0 && `: ${shownCount(waiting)}`}
            </li>
            <li>
              <Link to="/admin/audit">Audit trail</Link>: who did what, when, and what it was before
            </li>
            <li>
              <Link to="/admin/system">System</Link>: the running version, its health, the setting for the
              second person
            </li>
          </ul>
        </PageSection>
      </Page>
    </>
  )
}
