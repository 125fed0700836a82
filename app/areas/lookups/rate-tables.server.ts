import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { budget, budgetTerm } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import {
  benchmarkLevel,
  calendarHoliday,
  currency,
  exchangeRate,
  fund,
  shareClass,
  vendor,
} from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { sql } from 'drizzle-orm'
import { holidayChanged } from '~/areas/processes/definitions/dates-change.server'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { currencyOptions } from '~/platform/tables/options.server'
import { type TableRow, textOf } from '~/platform/tables/table-column'
import { rowKey } from '~/platform/tables/table-row'
import type { Context } from '~/platform/values/context.server'
import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'
import { SHEETS } from './sheets'

/** Currencies as three-letter codes. */
const CODES = 26 ** 3
const FIRST_DAY = '1900-01-01'

/** All exchange rates, paged by the database: a site has tens of thousands. */
function exchangeRateList(context: Context): List<TableRow> {
  const { currency, date, rate } = exchangeRate
  const letter = (at: number) => sql`(ascii(substr(${currency}, ${at}::int, 1)) - 65)`
  const code = sql`${letter(1)} * 676 + ${letter(2)} * 26 + ${letter(3)}`
  return sqlList<TableRow>(context, {
    columns: {
      currency: { kind: 'text', sql: currency, required: true },
      date: { kind: 'day', sql: date, required: true },
      rate: { kind: 'number', sql: rate, required: true },
      key: { kind: 'text', sql: sql`${currency} || '~' || ${date}`, required: true, unsearched: true },
    },
    from: sql`${exchangeRate}`,
    // Day and currency as one number.
    key: sql`((${date} - ${FIRST_DAY}::date)::bigint * ${CODES}::bigint + ${code})`,
    rows: (keys) => ratesOf(context.read, keys),
    keyOf: (row) => numberOf(String(row.currency), String(row.date)),
  })
}

async function ratesOf(read: Read, keys: readonly number[]): Promise<TableRow[]> {
  const wanted = keys.map((key) => ({
    currency: codeOf(key % CODES),
    date: addDays(FIRST_DAY, Math.floor(key / CODES)),
  }))
  const found: unknown = await read.execute(sql`
    select r.currency, r.date::text as date, r.rate::text as rate
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (currency text, date date)
    join ${exchangeRate} r on r.currency = wanted.currency and r.date = wanted.date`)
  return (found as { currency: string; date: Day; rate: string }[]).map((row) => {
    const values = { ...row, rate: plain(new Big(row.rate)) }
    return { ...values, key: rowKey(['currency', 'date'], values) }
  })
}

function numberOf(currency: string, date: Day): number {
  const code = [...currency].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 65, 0)
  return daysBetween(FIRST_DAY, date) * CODES + code
}

function codeOf(number: number): string {
  return [676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(number / place) % 26))).join('')
}

/** Days that are not business days. */
export const holidays = lookupTable({
  name: 'holidays',
  title: 'Calendar holidays',
  one: 'holiday',
  about: 'Days of each calendar that are not business days',
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
  options: { currency: currencyOptions },
  list: exchangeRateList,
  unique: ['date', 'currency'],
  uses: [],
  instead: '',
})

/** More benchmarks than any site has. */
const BENCHMARKS = 100_000

/** All levels of all benchmarks, paged by the database: years of them are tens of thousands. */
function benchmarkLevelList(context: Context): List<TableRow> {
  const { benchmark, date, level } = benchmarkLevel
  // Each benchmark has a place in the list of names: with the day it forms one number.
  const from = sql`${benchmarkLevel} join (
    select name, row_number() over (order by name) as place
    from (select distinct ${benchmark} as name from ${benchmarkLevel}) as names
  ) as placed on placed.name = ${benchmark}`
  const key = sql`((${date} - ${FIRST_DAY}::date)::bigint * ${BENCHMARKS}::bigint + placed.place)`
  type Stored = { benchmark: string; date: Day; level: string; number: string }
  // In addition to the rows, which are returned as they are.
  const numbers = new Map<string, number>()
  return sqlList<TableRow>(context, {
    columns: {
      benchmark: { kind: 'text', sql: benchmark, required: true },
      date: { kind: 'day', sql: date, required: true },
      level: { kind: 'number', sql: level, required: true },
      key: { kind: 'text', sql: sql`${benchmark} || '~' || ${date}`, required: true, unsearched: true },
    },
    from,
    key,
    async rows(keys) {
      const found: unknown = await context.read.execute(sql`
          select ${benchmark}, ${date}::text as date, ${level}::text as level, ${key} as number
          from ${from} where ${key} in (${sql.join(
            keys.map((each) => sql`${each}::bigint`),
            sql`, `,
          )})`)
      return (found as Stored[]).map(({ number, ...row }) => {
        const values = { ...row, level: plain(new Big(row.level)) }
        const key = rowKey(['benchmark', 'date'], values)
        numbers.set(key, Number(number))
        return { ...values, key }
      })
    },
    keyOf: (row) => numbers.get(row.key) ?? Number.NaN,
  })
}

/** The values that funds are compared with, day by day. */
export const benchmarkLevels = lookupTable({
  name: 'benchmark-levels',
  title: 'Benchmark levels',
  one: 'benchmark level',
  about: 'Level of each benchmark by day, for comparison with the performance of funds',
  table: benchmarkLevel,
  key: ['benchmark', 'date'],
  fields: SHEETS.Benchmarks,
  more: { benchmark: { width: 260 }, level: { hint: 'Kept to the last digit.' } },
  order: [
    { column: 'date', descending: true },
    { column: 'benchmark', descending: false },
  ],
  labelOf: (row) => `${textOf(row.benchmark)} ${showDay(textOf(row.date))}`,
  list: benchmarkLevelList,
  unique: ['date', 'benchmark'],
  uses: [],
  instead: '',
})

/** The currencies that forms offer. */
export const currencies = lookupTable({
  name: 'currencies',
  title: 'Currencies',
  one: 'currency',
  about: 'The currencies of drafts, invoices, budgets and bank accounts',
  table: currency,
  key: ['code'],
  fields: SHEETS.Currencies,
  more: { code: { hint: 'Three capital letters of ISO 4217.', longest: 3, width: 120 } },
  order: [{ column: 'code', descending: false }],
  labelOf: ({ code }) => textOf(code),
  unique: ['code'],
  uses: [
    { what: ['fund', 'funds'], table: fund, column: fund.currency, field: 'code' },
    { what: ['share class', 'share classes'], table: shareClass, column: shareClass.currency, field: 'code' },
    {
      what: ['exchange rate', 'exchange rates'],
      table: exchangeRate,
      column: exchangeRate.currency,
      field: 'code',
    },
    {
      what: ['authorisation rule', 'authorisation rules'],
      table: authorisationRule,
      column: authorisationRule.currency,
      field: 'code',
    },
    {
      what: ['bank account', 'bank accounts'],
      table: bankAccount,
      column: bankAccount.iso3Currency,
      field: 'code',
    },
    { what: ['draft', 'drafts'], table: draft, column: draft.currency, field: 'code' },
    { what: ['invoice', 'invoices'], table: invoice, column: invoice.currency, field: 'code' },
    { what: ['budget', 'budgets'], table: budget, column: budget.currency, field: 'code' },
    {
      what: ['active budget', 'active budgets'],
      table: budgetTerm,
      column: budgetTerm.currency,
      field: 'code',
    },
  ],
  instead: 'Keep it in the list.',
})

/** Which sender counts where several have a price or an announcement. */
export const vendors = lookupTable({
  name: 'vendors',
  title: 'Vendors',
  one: 'vendor',
  about: 'Order of the senders of prices and announcements: the first that has one counts',
  table: vendor,
  key: ['sender'],
  fields: SHEETS.Vendors,
  more: {
    sender: { hint: 'As its files are uploaded, or the code of its file format.', width: 220 },
    order: { hint: 'Its place, from 1; senders without one come last.' },
  },
  order: [
    { column: 'order', descending: false },
    { column: 'sender', descending: false },
  ],
  labelOf: (row) => textOf(row.sender),
  unique: ['sender'],
  uses: [],
  instead: '',
})
