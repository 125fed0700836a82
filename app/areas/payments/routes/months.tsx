import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useParams } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { MonthForm } from '~/platform/page/month-form'
import { monthOf } from '~/platform/values/day'
import { showIban } from '~/platform/values/show'
import { usePreload } from '~/ui/drawer/use-neighbours'
import { keepMonth } from '~/ui/grid/keep-list'
import { CloseLink } from '~/ui/open-close/close-link'
import { MONTH_COLUMNS, MONTH_GRID } from '../bank-months/list'
import { monthTable, requestedBankMonth } from '../grid-sources'

export const meta = () => [{ title: 'Months of accounts · Fundesk' }]

export const shouldRevalidate = keepMonth

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  const month = requestedBankMonth(guarded, args)
  return {
    grid: await sourcePage(guarded, args.request, await monthTable(guarded, month)),
    links: domainLinks(guarded.actor, 'bankinbox'),
    month,
    now: monthOf(guarded.today),
  }
}

/** The accounts in a month: what each opened and closed with, what is unexplained, and whether it is closed. */
export default function MonthsOfAccounts() {
  const { grid, links, month, now } = useLoaderData<typeof loader>()
  const { monthKey } = useParams()
  usePreload(['areas/payments/routes/month'])
  return (
    <ListPage
      title="Months of accounts"
      fill
      actions={
        <>
          <CloseLink className="button" to="/bank-inbox/accounts">
            Days of accounts
          </CloseLink>
          <CloseLink className="button" to="/bank-inbox">
            Bank inbox
          </CloseLink>
        </>
      }
      links={links}
      columns={MONTH_COLUMNS}
      grid={grid}
      options={MONTH_GRID}
      path="/bank-inbox/months"
      file="account_months"
      rowKey={(row) => row.id}
      rowHref={(row) => `/bank-inbox/months/${encodeURIComponent(row.id)}`}
      rowLabel={(row) => `${showIban(row.account)}, ${row.currency}`}
      openKey={monthKey}
      empty="No account had a statement until this month: a camt.053 or MT940 has the balances of an account’s day."
    >
      <MonthForm path="/bank-inbox/months" month={month} now={now} />
    </ListPage>
  )
}
