import { appUser } from 'db/schema/access'
import { payment, paymentRun } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { moneyText } from '~/platform/lists/amount-text.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'

const countOf = (where: SQL) =>
  sql<number>`(select count(*)::int from ${payment} p where p.run_id = ${paymentRun.id} and ${where})`

/** The fields of a row of Payment runs. */
export const RUN_ROW = {
  id: {
    kind: 'id',
    sql: paymentRun.id,
    required: true,
    column: { header: 'Run', look: 'count', size: 75, enableGrouping: false, meta: { phone: 'object' } },
  },
  execution_date: {
    kind: 'day',
    sql: paymentRun.executionDate,
    required: true,
    about: 'The day on which the banks are asked to pay.',
    column: { header: 'Pay on', size: 112, meta: { phone: 'due' } },
  },
  /** Of what is not taken out. */
  totals: {
    kind: 'text',
    sql: sql`coalesce((select string_agg(${moneyText(sql`t.total`, sql`t.currency`)}, ', ' order by t.currency)
    from (select p.currency, sum(p.amount) as total from ${payment} p
      where p.run_id = ${paymentRun.id} and p.state <> 'taken out' group by p.currency) t), '')`,
    required: true,
    about: 'By currency: "17,024.09 EUR, 18,000.00 USD".',
    column: {
      header: 'Total',
      look: 'slim',
      size: 165,
      enableSorting: false,
      enableGrouping: false,
      meta: { values: false, align: 'end', phone: 'amount' },
    },
  },
  payments: {
    kind: 'count',
    sql: countOf(sql`p.state <> 'taken out'`),
    required: true,
    column: { header: 'Payments' },
  },
  open: {
    kind: 'count',
    sql: countOf(sql`p.state in ('sent', 'accepted')`),
    required: true,
    about: 'Sent, and neither paid nor rejected yet.',
    column: {
      header: 'Unanswered',
      size: 105,
      meta: { title: 'Sent, and neither paid nor rejected by the bank yet' },
    },
  },
  paid: {
    kind: 'count',
    sql: countOf(sql`p.state = 'paid'`),
    required: true,
    column: { header: 'Paid', size: 70 },
  },
  rejected: {
    kind: 'count',
    sql: countOf(sql`p.state = 'rejected'`),
    required: true,
    column: { header: 'Rejected' },
  },
  taken_out: {
    kind: 'count',
    sql: countOf(sql`p.state = 'taken out'`),
    required: true,
    column: { header: 'Taken out', size: 95 },
  },
  made_by: {
    kind: 'text',
    sql: sql`concat(${appUser.firstName}, ' ', ${appUser.lastName})`,
    required: true,
    column: { header: 'Made by', look: 'slim' },
  },
  creation_date: {
    kind: 'instant',
    sql: paymentRun.creationDate,
    required: true,
    column: { header: 'Made' },
  },
  event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: { header: 'Status', look: 'status', size: 190, meta: { phone: 'status' } },
  },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

export type RunRow = RowOf<typeof RUN_ROW>

/** The columns of Payment runs. */
export const RUN_DECLARED = declaredColumns(RUN_ROW, ['id', 'event_status', 'execution_date'])
