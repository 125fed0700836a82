import { bankEntry, bankStatement } from 'db/schema/bank-inbox'
import { legalEntity } from 'db/schema/lookups'
import { type SQL, sql } from 'drizzle-orm'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import type { Day } from '~/platform/values/day'

const isOpen = sql`e.outcome = 'inbox' and e.explained_at is null`

const countOf = (where: SQL) =>
  sql<number>`(select count(*)::int from ${bankEntry} e
    where e.statement_id = ${bankStatement.id} and e.status = 'booked' and ${where})`

/** The fields of a statement of an account: what it opens and closes with, and what of it is explained. */
export const STATEMENT_ROW = {
  id: { kind: 'id', sql: bankStatement.id, required: true },
  day: { kind: 'day', sql: sql<Day>`coalesce(${bankStatement.closingDay}, ${bankStatement.toDay})` },
  entity: { kind: 'text', sql: legalEntity.name, required: true },
  account: { kind: 'text', sql: bankStatement.account, required: true },
  currency: { kind: 'text', sql: bankStatement.currency, required: true },
  opening: { kind: 'amount', sql: bankStatement.opening },
  total: { kind: 'amount', sql: bankStatement.total, required: true },
  closing: { kind: 'amount', sql: bankStatement.closing },
  entries: { kind: 'count', sql: bankStatement.entries, required: true },
  explained: { kind: 'count', sql: countOf(sql`not (${isOpen})`), required: true },
  unexplained: { kind: 'count', sql: countOf(isOpen), required: true },
  joins: {
    kind: 'text',
    sql: sql<string>`(case when ${bankStatement.difference} <> 0 then 'Does not add up'
      when ${bankStatement.gap} <> 0 then 'Does not follow'
      when ${bankStatement.opening} is null or ${bankStatement.closing} is null then 'Balance missing'
      when ${bankStatement.gap} is null then 'First statement'
      else 'Joins' end)`,
    required: true,
  },
  difference: { kind: 'amount', sql: bankStatement.difference },
  gap: { kind: 'amount', sql: bankStatement.gap },
  number: { kind: 'text', sql: bankStatement.number },
} satisfies ListFields

export type StatementRow = RowOf<typeof STATEMENT_ROW>
