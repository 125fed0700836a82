import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { domainLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { sourcePage } from '~/platform/grids/grid-source'
import { ListPage } from '~/platform/page/list-page'
import { showDay, showIban } from '~/platform/values/show'
import { keepList } from '~/ui/grid/keep-list'
import { Note } from '~/ui/message/message'
import { CloseLink } from '~/ui/open-close/close-link'
import { CALENDAR_COLUMNS, CALENDAR_GRID, calendarLabel } from '../calendar-columns'
import { calendarTable } from '../grid-sources'
import { unsoundBalances } from '../unsound-balances.server'

export const meta = () => [{ title: 'Payment calendar · Fundesk' }]

export const shouldRevalidate = keepList

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'payments')
  return {
    unsound: await unsoundBalances(guarded.read),
    grid: await sourcePage(guarded, args.request, await calendarTable(guarded)),
    links: domainLinks(guarded.actor, 'payments'),
  }
}

/** What leaves each account on each day of the next six weeks, with the balance after it. */
export default function PaymentCalendar() {
  const { grid, links, unsound } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="Payment calendar"
      fill
      actions={
        <CloseLink className="button" to="/payments">
          Payment runs
        </CloseLink>
      }
      links={links}
      columns={CALENDAR_COLUMNS}
      grid={grid}
      options={CALENDAR_GRID}
      path="/payments/calendar"
      file="payment_calendar"
      rowKey={(row) => row.key}
      rowLabel={calendarLabel}
      empty="Nothing leaves an account in the next six weeks: no approved invoice is due, and no run is open."
    >
      {unsound.length > 0 && (
        <Note kind="warning">
          {unsound.map(({ iban, currency, day }) => (
            <p key={`${iban} ${currency}`}>
              The statement of {showIban(iban)}, {currency}, of {showDay(day)} does not add up: its balance is
              left out, and the last one that adds up counts, if there is one. Ask the bank for a correct
              statement.
            </p>
          ))}
        </Note>
      )}
    </ListPage>
  )
}
