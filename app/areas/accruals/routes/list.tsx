import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DateForm } from '~/platform/page/date-form'
import { ListPage } from '~/platform/page/list-page'
import { showDay } from '~/platform/values/show'
import { changes, keepList } from '~/ui/grid/keep-list'
import { StatusLine } from '~/ui/message/message'
import { accrualTable, chosenDay } from '../grid-sources'
import { ACCRUAL_COLUMNS, ACCRUAL_GRID } from '../list'

export const meta = () => [{ title: 'Accruals · Fundesk' }]

export function shouldRevalidate(next: ShouldRevalidateFunctionArgs): boolean {
  return changes(next, (url) => url.searchParams.get('date') ?? '') || keepList(next)
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'navctrl')
  const chosen = chosenDay(args.request, guarded)
  return {
    ...chosen,
    grid: await sourcePage(guarded, args.request, await accrualTable(guarded, chosen.day)),
    links: domainLinks(guarded.actor, 'navctrl'),
  }
}

/** What the latest NAVs until a day accrued for each expense type, against the invoices of the same service. */
export default function Accruals() {
  const { day, note, grid, links } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  return (
    <ListPage
      title="Accruals"
      printed={`NAVs until ${showDay(day)}`}
      fill
      links={links}
      columns={ACCRUAL_COLUMNS}
      grid={grid}
      options={ACCRUAL_GRID}
      path="/accruals"
      file="accruals"
      rowKey={({ key }) => key}
      rowHref={({ nav_id }) => `/nav-controls/${nav_id}#accruals`}
      rowLabel={({ fund_code, expense_type }) => `NAV of ${fund_code}, ${expense_type}`}
      empty="No NAV until this day has a control whose fund has accounts for an expense type. Administrators add them in Lookups, Expense accounts."
    >
      <DateForm
        path="/accruals"
        label="NAVs until"
        date={day}
        preserved={[...params].filter(([name]) => !['date', 'page'].includes(name))}
      />
      {note && <StatusLine>{note}</StatusLine>}
    </ListPage>
  )
}
