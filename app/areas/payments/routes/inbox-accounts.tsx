import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showDay, showIban } from '~/platform/values/show'
import { keepList } from '~/ui/grid/keep-list'
import { CloseLink } from '~/ui/open-close/close-link'
import { STATEMENT_GRID, statementColumns } from '../bank-inbox/statement-columns'
import { statementTable } from '../grid-sources'

export const meta = () => [{ title: 'Days of accounts · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'bankinbox')
  return {
    grid: await sourcePage(guarded, args.request, statementTable(guarded)),
    links: domainLinks(guarded.actor, 'bankinbox'),
  }
}

/** Each day of our accounts: what it opened and closed with, and whether all of it is explained. */
export default function DaysOfAccounts() {
  const { grid, links } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Days of accounts"
      fill
      actions={
        <>
          <CloseLink className="button" to="/bank-inbox/months">
            Months
          </CloseLink>
          <CloseLink className="button" to="/bank-inbox">
            Bank inbox
          </CloseLink>
        </>
      }
      links={links}
      columns={statementColumns(grid.declared)}
      grid={grid}
      options={STATEMENT_GRID}
      path="/bank-inbox/accounts"
      file="account_days"
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `statement of ${showIban(row.account)} of ${showDay(row.day)}`}
      empty="No statement was uploaded yet: a camt.053 or MT940 has the balances of an account’s day."
    />
  )
}
