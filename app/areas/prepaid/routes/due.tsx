import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { DomainLinks } from '~/platform/page/use-site'
import { monthOf } from '~/platform/values/day'
import { Grid } from '~/ui/grid/grid'
import { keepList } from '~/ui/grid/keep-list'
import { shownCount } from '~/ui/grid/query'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page } from '~/ui/page/page'
import { dueTable, monthOfAddress } from '../grid-sources'
import { BOOKS } from '../journal.server'
import { DUE_COLUMNS, DUE_GRID } from '../list'
import { MonthForm, PrepaidLinks } from '../month-form'

export const meta = () => [{ title: 'Prepaid expenses to book · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'transactiondashboard')
  const { actor } = guarded
  const { month, monthEnd, today } = monthOfAddress(guarded, args.request)
  return {
    grid: await sourcePage(guarded, args.request, await dueTable(guarded, monthEnd)),
    links: domainLinks(actor, 'transactiondashboard'),
    month,
    now: monthOf(today),
    mayBook: isAllowed(actor, 'transactiondashboard', 'update') && actor.queues.includes(BOOKS),
  }
}

/** What a month of the prepaid invoices costs, and is not booked yet. */
export default function PrepaidToBook() {
  const { grid, links, month, now, mayBook } = useLoaderData<typeof loader>()
  const book = (more: Record<string, string>) =>
    `/invoices/prepaid/book?${new URLSearchParams({ month, ...more })}`
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title="Prepaid expenses to book"
        aside={<span className="muted">{shownCount(grid.total)}</span>}
        actions={
          <>
            <PrepaidLinks but="/invoices/prepaid" />
            {grid.total > 0 && (
              <a className="button" href={`/invoices/prepaid/loader.xlsx?month=${month}`}>
                Loader
              </a>
            )}
            {mayBook && grid.total > 0 && (
              <OpenLink className="button button--primary" to={book({})}>
                Mark all as booked…
              </OpenLink>
            )}
          </>
        }
      >
        <MonthForm path="/invoices/prepaid" month={month} now={now} />
        <Grid
          title="Prepaid expenses to book"
          columns={DUE_COLUMNS}
          {...grid}
          options={DUE_GRID}
          path="/invoices/prepaid"
          exportTo="/invoices/prepaid/export/prepaid_due"
          selectable
          marked={
            mayBook ? { label: 'Mark as booked…', href: (keys) => book({ keys: keys.join(',') }) } : undefined
          }
          rowKey={(row) => row.key}
          rowHref={(row) => `/invoices/${row.invoice}`}
          rowLabel={(row) => `invoice ${row.invoice} of ${row.provider}`}
          empty="Nothing to book for this month: no prepaid invoice was booked, or its journals are done."
        />
      </Page>
      <Outlet />
    </>
  )
}
