import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { homeOf } from '~/areas/access/actor'
import { menusOf } from '~/areas/access/menu'
import { guardUser } from '~/http/guard'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'HomePage · Fundesk' }]

/** Shows the dashboard of the user's homepage setting; any other value a blank page titled HomePage. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor } = await guardUser(args)
  const home = homeOf(actor)
  if (home !== null) throw redirect(home)
  return { mayOpenSomething: menusOf(actor).length > 0 }
}

export default function HomePage() {
  const { mayOpenSomething } = useLoaderData<typeof loader>()
  return (
    <Page title="HomePage">
      {!mayOpenSomething && (
        <PageSection>
          <p>You are not authorised for any page yet. Ask an administrator for access.</p>
        </PageSection>
      )}
    </Page>
  )
}
