import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { homeOf, isAllowed } from '~/areas/access/actor'
import { menusOf } from '~/areas/access/menu'
import { FirstRunSteps } from '~/areas/work/first-run-view'
import { firstRunOfUser, numbersOfWork } from '~/areas/work/grid-sources'
import { WorkNumbers } from '~/areas/work/numbers-row'
import { guardUser } from '~/http/guard'
import { Link } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { firstSteps } from '../administration/first-steps.server'
import { FirstSteps } from '../administration/first-steps-view'

export const meta = () => [{ title: 'HomePage · Fundesk' }]

/**
 * Shows the dashboard of the user's homepage setting; for any other value a page titled HomePage, with work in figures,
 * what to do first, and the pages that the user may open.
 */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const { actor } = guarded
  const home = homeOf(actor)
  if (home !== null) throw redirect(home)
  return {
    menus: menusOf(actor),
    steps: isAllowed(actor, 'administration') ? await firstSteps(guarded) : null,
    firstRun: await firstRunOfUser(guarded),
    numbers: actor.queues.length > 0 ? await numbersOfWork(guarded) : null,
  }
}

export default function HomePage() {
  const { menus, steps, numbers, firstRun } = useLoaderData<typeof loader>()
  return (
    <Page title="HomePage">
      {firstRun && <FirstRunSteps {...firstRun} />}
      {numbers && <WorkNumbers {...numbers} />}
      {steps && <FirstSteps steps={steps} />}
      {menus.map(({ domainType, links }) => (
        <PageSection key={domainType} title={domainType}>
          <ul className="cards">
            {links.map(({ to, label }) => (
              <li key={to} className="card card--plain">
                <Link className="card__link" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </PageSection>
      ))}
      {menus.length === 0 && (
        <PageSection>
          <p>You are not authorised for any page yet. Ask an administrator for access.</p>
        </PageSection>
      )}
    </Page>
  )
}
