import { calendarHoliday, currency, exchangeRate } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'
import { holidayChanged } from '~/domain/processes/definitions/holiday-changed.server'
import { showDay } from '~/domain/values/show'
import { SHEETS } from '../../import/sheets'
import { lookupTable } from '../lookup-table.server'
import { textOf } from '../table-column'
import { exchangeRateList } from './exchange-rate-list.server'

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
