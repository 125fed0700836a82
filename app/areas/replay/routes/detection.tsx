import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { handleIntents } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { Instant } from '~/platform/page/instant'
import { DomainLinks } from '~/platform/page/use-site'
import { showNavDate } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { Empty } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { SourcesWorth } from '../detection/card'
import { detectedFunds } from '../detection/detect.server'
import type { DetectedFund } from '../detection/detection'
import { FloorMap, mapInShort } from '../detection/floor-map'
import { floorTable } from '../grid-sources'
import { FLOOR_COLUMNS, FLOOR_GRID } from '../list'
import { DETECTION_FORMS } from './start-run'

export const meta = () => [{ title: 'Detection floor · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'replay')
  const { actor, read, services } = guarded
  return {
    funds: await detectedFunds(read),
    grid: await sourcePage(guarded, args.request, await floorTable(guarded)),
    startKey: isAllowed(actor, 'replay', 'add') ? services.ids.uuid() : null,
    links: domainLinks(actor, 'replay'),
  }
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, DETECTION_FORMS, await guard(args, 'replay', 'add'))
}

/** How large each known error must be in each fund before a rule finds it: a picture first, then the list behind it. */
export default function Detection() {
  const { funds, grid, startKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const form = refused ? { refusal: refused.refusal, typed: refused.typed } : {}
  const [first] = funds
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Detection floor"
        aside={first && <span className="muted">{mapInShort(funds as DetectedFund[])}</span>}
        actions={
          <Link className="button" to="/replay">
            Replay
          </Link>
        }
      >
        {first && <FloorMap funds={funds as DetectedFund[]} />}
        <SourcesWorth funds={funds as DetectedFund[]} />
        {startKey !== null && first && (
          <PageSection>
            <Form idempotencyKey={startKey} {...form}>
              <SubmitButton name="intent" value="detection" look="plain">
                Compute for all funds
              </SubmitButton>
              <span className="form__why">
                Computed <Instant at={first.computedAt} />, from the controls of {showNavDate(first.navDate)}.
              </span>
            </Form>
          </PageSection>
        )}
        {startKey !== null && !first && (
          <div className="grid__empty">
            <Empty
              title="No detection floor yet"
              act={
                <Form idempotencyKey={startKey} {...form}>
                  <SubmitButton name="intent" value="detection">
                    Compute for all funds
                  </SubmitButton>
                </Form>
              }
            >
              It shows the smallest error that the rules detect in each fund, in bp of NAV. Computing it takes
              a few minutes.
            </Empty>
          </div>
        )}
        {(first || startKey === null) && (
          <Grid
            title="Errors by fund"
            columns={FLOOR_COLUMNS}
            {...grid}
            options={FLOOR_GRID}
            exportTo="/replay/detection/export/detection"
            rowKey={({ key }) => key}
            rowHref={({ fund }) => `/replay/detection/${encodeURIComponent(fund)}`}
            rowLabel={({ fund, label }) => `${label} in ${fund}`}
            empty="No floor is computed yet. Team leaders, managers and administrators compute it."
          />
        )}
      </Page>
    </>
  )
}
