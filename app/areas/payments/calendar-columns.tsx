import { fieldColumns } from '~/platform/page/shown-columns'
import { Big } from '~/platform/values/decimal'
import { showAmount, showDay, showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { columnsOf } from '~/ui/grid/columns'
import type { CalendarDay } from './payment-calendar'

const calendar = fieldColumns<CalendarDay>()

/** Columns of the payment calendar. */
export const CALENDAR_COLUMNS = columnsOf<CalendarDay>()([
  calendar.day('day', 'Day', { size: 100, meta: { phone: 'due' } }),
  calendar.slim('entity', 'Account of', { meta: { phone: 'object' } }),
  calendar.slim('account', 'Account', {
    size: 210,
    meta: { unspaced: true, phone: 'status' },
    cell: ({ row: { original } }) =>
      original.account === '' ? <Badge kind="warning" status="No account" /> : showIban(original.account),
  }),
  calendar.text('currency', 'Ccy', { size: 60, meta: { phone: 'currency' } }),
  calendar.count('payments', 'Payments', { size: 90 }),
  calendar.amount('in_runs', 'In runs', { meta: { title: 'Payments of runs that the bank has not booked' } }),
  calendar.amount('due', 'Due', { meta: { title: 'Approved invoices that are in no run' } }),
  calendar.amount('held', 'Held', { meta: { title: 'Approved invoices that a run cannot pay yet' } }),
  calendar.amount('leaves', 'Leaves', { meta: { title: 'In runs, due and held', phone: 'amount' } }),
  calendar.amount('balance', 'Balance after', {
    size: 130,
    meta: {
      sum: false,
      title: 'The closing balance of the newest statement that adds up, less what leaves until this day',
      phone: 'next',
    },
    cell: ({ row: { original } }) =>
      original.balance !== null && (
        <span data-phone-label="then">
          {new Big(original.balance).lt(0) ? (
            <Badge kind="failed" status={showAmount(original.balance, original.currency)} />
          ) : (
            showAmount(original.balance, original.currency)
          )}
        </span>
      ),
  }),
  calendar.day('balance_from', 'Balance of', {
    size: 110,
    meta: { title: 'Day of the newest statement that adds up', hiddenByDefault: true },
  }),
])

/** Settings by which the address of the payment calendar is parsed; the nearest day first. */
export const CALENDAR_GRID = {
  layout: 'paymentcalendar',
  defaultSort: [
    { column: 'day', descending: false },
    { column: 'entity', descending: false },
  ],
}

/** The row as a link's words. */
export const calendarLabel = ({ day, entity, currency }: CalendarDay) =>
  `${entity}, ${currency}, on ${showDay(day)}`
