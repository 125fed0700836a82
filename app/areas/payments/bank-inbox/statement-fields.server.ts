import { bankEntry, bankStatement } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

const isOpen = sql`e.outcome = 'inbox' and e.explained_at is null`

const countOf = (where: SQL) =>
  sql<number>`(select count(*)::int from ${bankEntry} e
    where e.statement_id = ${bankStatement.id} and e.status = 'booked' and ${where})`

const earlier = alias(bankStatement, 'earlier')

const ofSameAccount = sql`${earlier.account} = ${bankStatement.account} and ${earlier.currency} = ${bankStatement.currency}`

/**
 * Opening balance less what the statement before it closed with, by what is stored now: a missing statement may come
 * late. Of several of one day, the one that fits comes before it.
 */
const GAP = sql<Decimal | null>`(case
  when exists (select from ${bankStatement} earlier where ${ofSameAccount} and ${earlier.closingDay} = ${bankStatement.closingDay}
    and ${earlier.closing} = ${bankStatement.opening} and ${earlier.opening} is distinct from ${bankStatement.opening}) then 0
  else ${bankStatement.opening} - (select ${earlier.closing} from ${bankStatement} earlier
    where ${ofSameAccount} and ${earlier.closingDay} < ${bankStatement.closingDay}
    order by ${earlier.closingDay} desc, ${earlier.closing} = ${bankStatement.opening} desc, ${earlier.id} desc limit 1) end)`

/** The fields of a statement of an account: what it opens and closes with, and what of it is explained. */
export const STATEMENT_ROW = {
  id: { kind: 'id', sql: bankStatement.id, required: true },
  day: {
    kind: 'day',
    sql: sql<Day>`coalesce(${bankStatement.closingDay}, ${bankStatement.toDay})`,
    column: { header: 'Day', size: 100, meta: { phone: 'due' } },
  },
  entity: {
    kind: 'text',
    sql: legalEntity.name,
    required: true,
    column: { header: 'Account of', look: 'slim', size: 240, meta: { phone: 'object' } },
  },
  account: {
    kind: 'text',
    sql: bankStatement.account,
    required: true,
    column: { header: 'Account', look: 'slim', size: 210, meta: { unspaced: true, phone: 'status' } },
  },
  currency: {
    kind: 'text',
    sql: bankStatement.currency,
    required: true,
    column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
  },
  opening: {
    kind: 'amount',
    sql: bankStatement.opening,
    column: { header: 'Opening', meta: { sum: false } },
  },
  total: {
    kind: 'amount',
    sql: bankStatement.total,
    required: true,
    column: { header: 'Booked', meta: { title: 'Credits less debits' } },
  },
  closing: {
    kind: 'amount',
    sql: bankStatement.closing,
    column: { header: 'Closing', meta: { sum: false, phone: 'amount' } },
  },
  entries: {
    kind: 'count',
    sql: bankStatement.entries,
    required: true,
    column: { header: 'Entries', size: 80 },
  },
  explained: {
    kind: 'count',
    sql: countOf(sql`not (${isOpen})`),
    required: true,
    column: { header: 'Explained', size: 95, meta: { hiddenByDefault: true } },
  },
  unexplained: {
    kind: 'count',
    sql: countOf(isOpen),
    required: true,
    column: { header: 'Unexplained', size: 110 },
  },
  joins: {
    kind: 'text',
    sql: sql<string>`(case when ${bankStatement.difference} <> 0 then 'Does not add up'
      when ${GAP} <> 0 then 'Does not follow'
      when ${bankStatement.opening} is null or ${bankStatement.closing} is null then 'Balance missing'
      when ${GAP} is null then 'First statement'
      else 'OK' end)`,
    required: true,
    column: {
      header: 'Balances',
      size: 128,
      meta: { title: 'Whether they add up, and open with what the statement before closed with' },
    },
  },
  difference: {
    kind: 'amount',
    sql: bankStatement.difference,
    column: { header: 'Difference', meta: { sum: false, title: 'Closing less opening and entries' } },
  },
  gap: {
    kind: 'amount',
    sql: GAP,
    column: {
      header: 'Gap',
      meta: { sum: false, title: 'Opening less the closing balance of the statement before it' },
    },
  },
  number: {
    kind: 'text',
    sql: bankStatement.number,
    column: { header: 'Number', look: 'slim', size: 90, meta: { hiddenByDefault: true } },
  },
} satisfies ListFields

export type StatementRow = RowOf<typeof STATEMENT_ROW>

/** The columns of the days of accounts. */
export const STATEMENT_DECLARED = declaredColumns(STATEMENT_ROW)
