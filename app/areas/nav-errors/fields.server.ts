import { fund } from 'db/schema/lookups'
import { navError } from 'db/schema/nav-errors'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { ERROR_KINDS } from './nav-error'

/** The largest error among the quantified figures, in percent; null before they are quantified. */
const HIGHEST = sql<Decimal | null>`(select max((figure ->> 'percent')::numeric)
  from jsonb_array_elements(${navError.quantified} -> 'figures') figure)`

const quantifiedAmount = (name: 'toHolders' | 'toFund') =>
  sql<Decimal | null>`(${navError.quantified} -> 'totals' ->> ${name})::numeric`

const isEnded = sql`${workflowInstance.status} in ('CLOSED', 'CANCELLED')`

/** The fields of a row of NAV errors, on a day. */
export const errorRow = (today: Day) =>
  ({
    id: { kind: 'id', sql: navError.id, required: true },
    fund_code: { kind: 'text', sql: fund.code, required: true },
    fund_name: { kind: 'text', sql: fund.name, required: true },
    kind: { kind: 'text', sql: navError.kind, required: true, oneOf: ERROR_KINDS },
    causes: {
      kind: 'text',
      sql: sql<string>`(select coalesce(string_agg(concat(c.cause, ' (', c.caused_by, ')'), ', ' order by c.position), '')
        from nav_error_cause c where c.nav_error_id = ${navError.id})`,
      required: true,
      about: 'What caused it, and who.',
    },
    description: { kind: 'text', sql: navError.description, required: true },
    first_date: { kind: 'day', sql: navError.firstDate, required: true },
    last_date: { kind: 'day', sql: navError.lastDate, about: 'Null while the error goes on.' },
    discovered_on: { kind: 'day', sql: navError.discoveredOn, required: true },
    highest: { kind: 'amount', sql: HIGHEST, about: 'The largest error in percent; null before Quantify.' },
    to_holders: {
      kind: 'amount',
      sql: quantifiedAmount('toHolders'),
      about: 'What holders are paid, in fund currency.',
    },
    to_fund: { kind: 'amount', sql: quantifiedAmount('toFund'), about: 'What the fund is paid.' },
    currency: { kind: 'text', sql: fund.currency, required: true },
    notify_by: { kind: 'day', sql: navError.notifyBy, required: true },
    notified_on: { kind: 'day', sql: navError.notifiedOn },
    report_by: { kind: 'day', sql: navError.reportBy, required: true },
    compensated_on: { kind: 'day', sql: navError.compensatedOn },
    age: {
      kind: 'count',
      sql: sql<number | null>`(case when not ${isEnded} then ${today}::date - ${navError.discoveredOn} end)`,
      about: 'Calendar days since it was discovered; null once it has ended.',
    },
    event_status: { kind: 'text', sql: workflowInstance.status, required: true },
    event_queue: EVENT_QUEUE,
    event_class: EVENT_CLASS,
  }) satisfies ListFields

export type ErrorRow = RowOf<ReturnType<typeof errorRow>>
