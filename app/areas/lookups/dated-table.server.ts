import { calendarHoliday, currency, exchangeRate } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import { holidayChanged } from '~/areas/processes/definitions/holiday-changed.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import { exchangeRateList } from './exchange-rate-list.server'
import { SHEETS } from './sheets'

/** Days that are no business days. */
export const holidays = lookupTable({
  name: 'holidays',
  title: 'Calendar holidays',
  one: 'holiday',
  about: 'Days of each calendar that are no business days',
  table: calendarHoliday,
  key: ['calendar', 'date'],
  fields: SHEETS['Calendar holidays'],
  more: { calendar: { hint: 'Such as LU or TARGET.', width: 140 } },
  order: [
    { column: 'calendar', descending: false },
    { column: 'date', descending: false },
  ],
  labelOf: ({ calendar, date }) => `${textOf(calendar)} ${showDay(textOf(date))}`,
  unique: ['date', 'calendar'],
  uses: [],
  instead: '',
  changed: holidayChanged,
})

/** Site currency for one unit of each currency, day by day. */
export const exchangeRates = lookupTable({
  name: 'exchange-rates',
  title: 'Exchange rates',
  one: 'exchange rate',
  about: 'Site currency for one unit of a currency, by day',
  table: exchangeRate,
  key: ['currency', 'date'],
  fields: SHEETS['Exchange rates'],
  more: {
    currency: { kind: 'choice', width: 120 },
    rate: { hint: 'Site currency for one unit, such as 0.9234. Kept to the last digit.' },
  },
  order: [
    { column: 'date', descending: true },
    { column: 'currency', descending: false },
  ],
  labelOf: (row) => `${textOf(row.currency)} ${showDay(textOf(row.date))}`,
  async options(read) {
    const rows = await read.select({ code: currency.code }).from(currency).orderBy(asc(currency.code))
    return { currency: rows.map(({ code }) => ({ value: code, label: code })) }
  },
  list: exchangeRateList,
  unique: ['date', 'currency'],
  uses: [],
  instead: '',
})
