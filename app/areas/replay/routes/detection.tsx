import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { handleIntents } from '~/http/page-answer'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Grid } from '~/ui/grid/grid'
import { shownCount } from '~/ui/grid/query'
import { Page, PageSection } from '~/ui/page/page'
import { detectedFunds } from '../detection/detect.server'
import { floorTable } from '../grid-sources'
import { FLOOR_COLUMNS, FLOOR_GRID, FloorMatrix } from '../list'
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

/** How large each known error must be in each fund before a rule finds it: blind spots first. */
export default function Detection() {
  const { funds, grid, startKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const form = refused ? { refusal: refused.refusal, typed: refused.typed } : {}
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Detection floor"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={
          <Link className="button" to="/replay">
            Replay
          </Link>
        }
      >
        <PageSection>
          <p className="muted">
            The floor: smallest error that each rule detects, in bp of NAV (1 bp, a basis point, is 0.01 %). A
            blind spot passes although it reaches the fund’s error threshold; “not possible” is not applicable
            to this fund.
          </p>
          {startKey !== null && (
            <Form idempotencyKey={startKey} {...form}>
              <SubmitButton name="intent" value="detection" look="primary">
                Compute for all funds
              </SubmitButton>
            </Form>
          )}
        </PageSection>
        <FloorMatrix funds={funds} />
        <Grid
          title="Errors by fund"
          columns={FLOOR_COLUMNS}
          {...grid}
          options={FLOOR_GRID}
          exportTo="/replay/detection/export/detection"
          rowKey={({ key }) => key}
          rowHref={({ fund }) => `/replay/detection/${encodeURIComponent(fund)}`}
          rowLabel={({ fund, label }) => `${label} in ${fund}`}
          empty="No floor is computed yet. Press Compute for all funds."
        />
      </Page>
    </>
  )
}
