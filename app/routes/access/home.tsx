import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { homeOf } from '~/domain/access/home'
import { menusOf } from '~/domain/access/menu'
import { guardUser } from '~/http/guard'
import { Page, PageSection } from '~/ui/page/page'

/** Shows the dashboard of the user's homepage setting; any other value a blank page titled HomePage. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await guardUser(args)
  const home = homeOf(actor)
  if (home !== null) throw redirect(home)
  return { pages: menusOf(actor).flatMap(({ links }) => links) }
}

export default function HomePage() {
  const { pages } = useLoaderData<typeof loader>()
  return (
    <Page title="HomePage">
      <PageSection>
        {pages.length === 0 ? (
          <p>You are not authorised for any page yet. Ask an administrator for access.</p>
        ) : (
          <ul className="page__list">
            {pages.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        )}
      </PageSection>
    </Page>
  )
}
