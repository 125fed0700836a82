import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { homeOf } from '~/areas/access/actor'
import { menusOf } from '~/areas/access/menu'
import { FirstRunSteps } from '~/areas/work/first-run-view'
import { firstRunOfUser, numbersOfWork } from '~/areas/work/grid-sources'
import { WorkNumbers } from '~/areas/work/numbers-row'
import { guardUser } from '~/http/guard'
import { Page, PageSection } from '~/ui/page/page'

export const meta = () => [{ title: 'HomePage · Fundesk' }]

/** Shows the dashboard of the user's homepage setting; for any other value a page titled HomePage, with work in figures. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor } = guarded
  const home = homeOf(actor)
  if (home !== null) throw redirect(home)
  return {
    mayOpenSomething: menusOf(actor).length > 0,
    firstRun: await firstRunOfUser(guarded),
    numbers: actor.queues.length > 0 ? await numbersOfWork(guarded) : null,
  }
}

export default function HomePage() {
  const { mayOpenSomething, numbers, firstRun } = useLoaderData<typeof loader>()
  return (
    <Page title="HomePage">
      {firstRun && <FirstRunSteps {...firstRun} />}
      {numbers && <WorkNumbers {...numbers} />}
      {!mayOpenSomething && (
        <PageSection>
          <p>You are not authorised for any page yet. Ask an administrator for access.</p>
        </PageSection>
      )}
    </Page>
  )
}
