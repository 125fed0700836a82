import { fund } from 'db/schema/lookups'
import { navError } from 'db/schema/nav-errors'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
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
    id: {
      kind: 'id',
      sql: navError.id,
      required: true,
      column: { header: 'Case', look: 'count', size: 80, enableGrouping: false, meta: { phone: 'object' } },
    },
    fund_code: {
      kind: 'text',
      sql: fund.code,
      required: true,
      column: { header: 'Fund', size: 85, meta: { phone: 'name' } },
    },
    fund_name: {
      kind: 'text',
      sql: fund.name,
      required: true,
      column: { header: 'Fund name', look: 'slim', size: 200, meta: { hiddenByDefault: true } },
    },
    kind: {
      kind: 'text',
      sql: navError.kind,
      required: true,
      oneOf: ERROR_KINDS,
      column: {
        header: 'Kind',
        size: 105,
        meta: { filter: 'select', options: ERROR_KINDS.map((value) => ({ value, label: value })) },
      },
    },
    causes: {
      kind: 'text',
      sql: sql<string>`(select coalesce(string_agg(concat(c.cause, ' (', c.caused_by, ')'), ', ' order by c.position), '')
        from nav_error_cause c where c.nav_error_id = ${navError.id})`,
      required: true,
      about: 'What caused it, and who.',
      column: { header: 'Causes', look: 'slim', size: 190, enableGrouping: false, meta: { values: false } },
    },
    description: {
      kind: 'text',
      sql: navError.description,
      required: true,
      column: {
        header: 'Description',
        look: 'slim',
        size: 220,
        enableGrouping: false,
        meta: { values: false },
      },
    },
    first_date: {
      kind: 'day',
      sql: navError.firstDate,
      required: true,
      column: { header: 'From', size: 100 },
    },
    last_date: {
      kind: 'day',
      sql: navError.lastDate,
      about: 'Null while the error goes on.',
      column: { header: 'To', size: 100 },
    },
    discovered_on: {
      kind: 'day',
      sql: navError.discoveredOn,
      required: true,
      column: { header: 'Discovered', size: 110, meta: { hiddenByDefault: true } },
    },
    highest: {
      kind: 'amount',
      sql: HIGHEST,
      about: 'The largest error in percent; null before Quantify.',
      column: {
        header: 'Largest error',
        size: 120,
        meta: { sum: false, decimals: 4, title: 'In percent, once the case is quantified' },
      },
    },
    to_holders: {
      kind: 'amount',
      sql: quantifiedAmount('toHolders'),
      about: 'What holders are paid, in fund currency.',
      column: { header: 'To holders', meta: { phone: 'amount' } },
    },
    to_fund: {
      kind: 'amount',
      sql: quantifiedAmount('toFund'),
      about: 'What the fund is paid.',
      column: { header: 'To the fund' },
    },
    currency: {
      kind: 'text',
      sql: fund.currency,
      required: true,
      column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
    },
    notify_by: {
      kind: 'day',
      sql: navError.notifyBy,
      required: true,
      column: { header: 'Notify by', size: 100, meta: { phone: 'due' } },
    },
    notified_on: { kind: 'day', sql: navError.notifiedOn, column: { header: 'Notified', size: 100 } },
    report_by: {
      kind: 'day',
      sql: navError.reportBy,
      required: true,
      column: { header: 'Report by', size: 100 },
    },
    compensated_on: { kind: 'day', sql: navError.compensatedOn, column: { header: 'Paid', size: 100 } },
    age: {
      kind: 'count',
      sql: sql<number | null>`(case when not ${isEnded} then ${today}::date - ${navError.discoveredOn} end)`,
      about: 'Calendar days since it was discovered; null once it has ended.',
      column: { header: 'Age', size: 70, meta: { title: 'Calendar days since it was discovered' } },
    },
    event_status: {
      kind: 'text',
      sql: workflowInstance.status,
      required: true,
      column: { header: 'Status', look: 'status', size: 200, meta: { phone: 'status' } },
    },
    event_queue: EVENT_QUEUE,
    event_class: EVENT_CLASS,
  }) satisfies ListFields

/** The same on any day, for all that does not depend on it: columns and documentation. */
export const ERROR_ROW = errorRow('2000-01-01')

export type ErrorRow = RowOf<typeof ERROR_ROW>

/** The columns of NAV errors. */
export const ERROR_DECLARED = declaredColumns(ERROR_ROW, [
  'id',
  'fund_code',
  'kind',
  'first_date',
  'last_date',
  'highest',
  'to_holders',
  'to_fund',
  'currency',
  'event_status',
  'age',
  'notify_by',
  'notified_on',
  'report_by',
  'compensated_on',
  'causes',
  'description',
  'fund_name',
  'discovered_on',
])
