import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useParams } from '@remix-run/react'
import { AccountLinks } from '~/areas/account/account-links'
import { guardUser } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { rowList } from '~/platform/lists/row-list.server'
import { usePreload } from '~/ui/drawer/use-neighbours'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { type GridQueryOptions, shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { openApiFor } from '../api'
import { type CallRow, callRows } from '../api-doc'

/** The initial state of the list of calls: all on one page, in the order of the site map. */
const CALL_GRID: GridQueryOptions = { size: 200 }

const LABELS = {
  address: 'Address',
  method: 'Method',
  meaning: 'What it does',
  needs: 'Who may',
  about: 'About',
} as const

type Shown = keyof typeof LABELS

/** Addresses differ at their ends; what a call does takes the remaining width. */
const WIDTHS: Partial<Record<Shown, number>> = { address: 370, method: 85, needs: 250, about: 120 }
const PLACES: Partial<Record<Shown, 'object' | 'amount' | 'status'>> = {
  address: 'object',
  method: 'amount',
  meaning: 'status',
}

const callColumns: GridColumn<CallRow>[] = (Object.keys(LABELS) as Shown[]).map((id) => ({
  id,
  header: LABELS[id],
  size: WIDTHS[id],
  meta: { kind: 'text', phone: PLACES[id], ...((id === 'meaning' || id === 'needs') && { values: false }) },
  cell: ({ row }) => row.original[id],
}))

export const meta = () => [{ title: 'API reference · Fundesk' }]
export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const list = rowList(callRows(openApiFor(args.context)), callColumns)
  return {
    grid: await sourcePage(guarded, args.request, { columns: callColumns, options: CALL_GRID, list }),
  }
}

/** Every call, for users who write a program. */
export default function Calls() {
  const { grid } = useLoaderData<typeof loader>()
  usePreload(['areas/api-reference/routes/call'])
  return (
    <>
      <AccountLinks />
      <Page
        title="API reference"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        fill
        actions={
          <a className="button" href="/api/openapi.json" download>
            OpenAPI document
          </a>
        }
      >
        <Grid
          title="API reference"
          columns={callColumns}
          {...grid}
          options={CALL_GRID}
          path="/api/docs"
          rowKey={({ id }) => id}
          rowHref={({ id }) => `/api/docs/${id}`}
          rowLabel={({ method, address }) => `${method} ${address}`}
          openKey={useParams().call}
        />
      </Page>
      <Outlet />
    </>
  )
}
