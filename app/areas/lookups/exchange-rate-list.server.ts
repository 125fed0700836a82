import type { Read } from 'db/database'
import { exchangeRate } from 'db/schema/lookups'
import { sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { sqlList } from '~/platform/lists/sql-list.server'
import { rowKey } from '~/platform/tables/row-key'
import type { TableRow } from '~/platform/tables/table-column'
import { addDays, type Day, daysBetween } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'

/** Currencies that three letters can name. */
const CODES = 26 ** 3
const FIRST_DAY = '1900-01-01'

/** All exchange rates, paged by the database: a site has tens of thousands. */
export function exchangeRateList(read: Read, timeZone: string): List<TableRow> {
  const { currency, date, rate } = exchangeRate
  const letter = (at: number) => sql`(ascii(substr(${currency}, ${at}::int, 1)) - 65)`
  const code = sql`${letter(1)} * 676 + ${letter(2)} * 26 + ${letter(3)}`
  return sqlList<TableRow>(
    read,
    {
      columns: {
        currency: { kind: 'text', sql: currency, required: true },
        date: { kind: 'day', sql: date, required: true },
        rate: { kind: 'number', sql: rate, required: true },
        key: { kind: 'text', sql: sql`${currency} || '~' || ${date}`, required: true, unsearched: true },
      },
      from: sql`${exchangeRate}`,
      // Day and currency as one number.
      key: sql`((${date} - ${FIRST_DAY}::date)::bigint * ${CODES}::bigint + ${code})`,
      rows: (keys) => ratesOf(read, keys),
      keyOf: (row) => numberOf(String(row.currency), String(row.date)),
    },
    timeZone,
  )
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
