import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useLocation } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { lastVerification } from '~/areas/access/verification.server'
import { guardUser } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { Instant } from '~/platform/page/instant'
import { dayIn } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { openSigning } from '~/platform/workflow/signing.server'
import { openedFrom } from '~/ui/drawer/use-neighbours'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { Note } from '~/ui/message/message'
import { LinksRow, Page } from '~/ui/page/page'
import { FirstRunSteps } from '../first-run-view'
import { firstRunOfUser, numbersOfWork, workTable, workTabs } from '../grid-sources'
import { WorkCounts, workColumns, workGrid } from '../list'
import { WorkNumbers } from '../numbers-row'
import { useMarkedStep } from '../use-marked-step'
import { WORK_VIEWS, workLinks, workView } from '../work'

export const meta = () => [{ title: 'My work · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const view = workView(args.params.view)
  if (view === null) throw data({ message: 'There is no such list. Go back to My work.' }, { status: 404 })
  const grid = await sourcePage(guarded, args.request, await workTable(guarded, view))
  const { actor, read, services, timeZone } = guarded
  const mayKnow = isAllowed(actor, 'evidence') || isAllowed(actor, 'administration')
  const { signingKey, signingKeysBefore } = services.settings
  const { all: keys } = openSigning(signingKey, signingKeysBefore)
  const verification = mayKnow ? await lastVerification(read, keys) : null
  const tabs = workTabs(guarded)
  const hasWork = actor.queues.length > 0 || tabs.decides
  return {
    grid,
    view,
    tabs,
    substitutes: actor.standsFor.map(({ fullName, until }) => ({
      fullName,
      // Its last moment is that of a day.
      lastDay: dayIn(new Date(until.getTime() - 1), timeZone),
    })),
    firstRun: view === 'mine' ? await firstRunOfUser(guarded) : null,
    numbers: view === 'mine' && hasWork ? await numbersOfWork(guarded) : null,
    failedAt: verification?.isIntact === false ? verification.at : null,
  }
}

/** What waits for the user across all kinds of objects; what came back, what others hold, and what was done today. */
export default function Work() {
  const { grid, view, tabs, numbers, firstRun, substitutes, failedAt } = useLoaderData<typeof loader>()
  const { path, file, empty, label } = WORK_VIEWS[view]
  const { search } = useLocation()
  return (
    <>
      <LinksRow label="Lists of my work" links={workLinks(tabs)} />
      <Page
        title="My work"
        aside={<WorkCounts isMine={view === 'mine'} total={grid.total} path={path} />}
        fill
      >
        {failedAt && (
          <Note kind="failed">
            The history was not intact when it was verified on <Instant at={failedAt} />: see Evidence, or run
            “npm run audit:verify”.
          </Note>
        )}
        {substitutes.map(({ fullName, lastDay }) => (
          <Note key={fullName}>
            You substitute {fullName} until {showDay(lastDay)}. Their work is marked “for {fullName}”.{' '}
            <Link to="/account/substitutes">Substitutes</Link>
          </Note>
        ))}
        {firstRun && <FirstRunSteps {...firstRun} />}
        {numbers && <WorkNumbers {...numbers} />}
        <Grid
          title={label}
          columns={workColumns(grid.declared)}
          {...grid}
          options={workGrid(view)}
          path={path}
          exportTo={`/work/export/${file}`}
          selectable={view === 'mine' || view === 'returned'}
          marked={useMarkedStep(path)}
          rowKey={({ id }) => String(id)}
          rowHref={({ href }) => openedFrom(href, { pathname: path, search })}
          rowLabel={({ kind, title }) => `${kind} ${title}`}
          empty={empty}
        />
      </Page>
    </>
  )
}
