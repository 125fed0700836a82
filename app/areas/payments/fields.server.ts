import { appUser } from 'db/schema/access'
import { payment, paymentRun } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { moneyText } from '~/platform/lists/amount-text.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'

const countOf = (where: SQL) =>
  sql<number>`(select count(*)::int from ${payment} p where p.run_id = ${paymentRun.id} and ${where})`

/** The fields of a row of Payment runs. */
export const RUN_ROW = {
  id: { kind: 'id', sql: paymentRun.id, required: true },
  execution_date: {
    kind: 'day',
    sql: paymentRun.executionDate,
    required: true,
    about: 'The day on which the banks are asked to pay.',
  },
  /** Of what is not taken out. */
  totals: {
    kind: 'text',
    sql: sql`coalesce((select string_agg(${moneyText(sql`t.total`, sql`t.currency`)}, ', ' order by t.currency)
    from (select p.currency, sum(p.amount) as total from ${payment} p
      where p.run_id = ${paymentRun.id} and p.state <> 'taken out' group by p.currency) t), '')`,
    required: true,
    about: 'By currency: "17,024.09 EUR, 18,000.00 USD".',
  },
  payments: { kind: 'count', sql: countOf(sql`p.state <> 'taken out'`), required: true },
  open: {
    kind: 'count',
    sql: countOf(sql`p.state in ('sent', 'accepted')`),
    required: true,
    about: 'Sent, and neither paid nor rejected yet.',
  },
  paid: { kind: 'count', sql: countOf(sql`p.state = 'paid'`), required: true },
  rejected: { kind: 'count', sql: countOf(sql`p.state = 'rejected'`), required: true },
  taken_out: { kind: 'count', sql: countOf(sql`p.state = 'taken out'`), required: true },
  made_by: {
    kind: 'text',
    sql: sql`concat(${appUser.firstName}, ' ', ${appUser.lastName})`,
    required: true,
  },
  creation_date: { kind: 'instant', sql: paymentRun.creationDate, required: true },
  event_status: { kind: 'text', sql: workflowInstance.status, required: true },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

export type RunRow = RowOf<typeof RUN_ROW>
