import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ADMINISTRATION, domainLinks } from '~/areas/access/menu'
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
            {ADMINISTRATION.map(({ to, label, about }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>: {about}
                {to === '/admin/changes' && waiting > 0 && ` (${shownCount(waiting)})`}
              </li>
            ))}
          </ul>
        </PageSection>
      </Page>
    </>
  )
}
