import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { MonthForm } from '~/platform/page/month-form'
import { monthOf } from '~/platform/values/day'
import { keepMonth } from '~/ui/grid/keep-list'
import { OpenLink } from '~/ui/open-close/close-link'
import { dueTable, monthOfAddress } from '../grid-sources'
import { BOOKS } from '../journal.server'
import { DUE_COLUMNS, DUE_GRID } from '../list'
import { PrepaidLinks } from '../prepaid-links'

export const meta = () => [{ title: 'Prepaid expenses to book · Fundesk' }]

export const shouldRevalidate = keepMonth

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
    <ListPage
      title="Prepaid expenses to book"
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
      fill
      links={links}
      columns={DUE_COLUMNS}
      grid={grid}
      options={DUE_GRID}
      path="/invoices/prepaid"
      file="prepaid_due"
      selectable
      marked={
        mayBook ? { label: 'Mark as booked…', href: (keys) => book({ keys: keys.join(',') }) } : undefined
      }
      rowKey={(row) => row.key}
      rowHref={(row) => `/invoices/${row.invoice}`}
      rowLabel={(row) => `invoice ${row.invoice} of ${row.provider}`}
      empty="Nothing to book for this month: no prepaid invoice was booked, or its journals are done."
    >
      <MonthForm path="/invoices/prepaid" month={month} now={now} />
    </ListPage>
  )
}
