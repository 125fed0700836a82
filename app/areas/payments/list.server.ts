import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { payment, paymentRun } from 'db/schema/payments'
import { workflowInstance } from 'db/schema/workflow'
import { eq, inArray, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { expressionsOf, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import type { Context } from '~/platform/values/context.server'
import type { EventClass } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import { RUN_COLUMNS } from './list'
import type { RunRow } from './payment'

/** Columns of Payment runs, and those that only its call has. */
export const RUN_FIELDS = [...RUN_COLUMNS, ...fieldsOf({ event_queue: 'text' })]

const countOf = (where: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from ${payment} p where p.run_id = ${paymentRun.id} and ${where})`

const SHOWN = {
  id: paymentRun.id,
  execution_date: paymentRun.executionDate,
  totals: sql<string>`coalesce((select string_agg(to_char(t.total, 'FM999G999G999G999G990D00') || ' ' || t.currency, ', ' order by t.currency)
    from (select p.currency, sum(p.amount) as total from ${payment} p
      where p.run_id = ${paymentRun.id} and p.state <> 'taken out' group by p.currency) t), '')`,
  payments: countOf(sql`p.state <> 'taken out'`),
  open: countOf(sql`p.state in ('sent', 'accepted')`),
  paid: countOf(sql`p.state = 'paid'`),
  rejected: countOf(sql`p.state = 'rejected'`),
  taken_out: countOf(sql`p.state = 'taken out'`),
  made_by: sql<string>`concat(${appUser.firstName}, ' ', ${appUser.lastName})`,
  creation_date: paymentRun.creationDate,
  event_status: workflowInstance.status,
  event_queue: workflowInstance.queue,
}

const from = sql`${paymentRun}
  join ${workflowInstance} on ${workflowInstance.objectId} = ${paymentRun.id}
  join ${appUser} on ${appUser.id} = ${paymentRun.createdBy}`

/** All payment runs. */
export function runList(context: Context): List<RunRow> {
  return sqlList<RunRow>(context, {
    columns: sqlColumns(
      RUN_FIELDS,
      expressionsOf(SHOWN, () => ({ required: true })),
    ),
    from,
    key: paymentRun.id,
    keyOf: ({ id }) => id,
    rows: (ids) => runRows(context.read, ids),
  })
}

/** Runs of these ids, in any order. */
export async function runRows(read: Read, ids: readonly number[]): Promise<RunRow[]> {
  if (ids.length === 0) return []
  const rows = await read
    .select({ ...SHOWN, event_class: workflowInstance.class })
    .from(paymentRun)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, paymentRun.id))
    .innerJoin(appUser, eq(appUser.id, paymentRun.createdBy))
    .where(inArray(paymentRun.id, [...ids]))
  return rows.map((row) => ({ ...row, event_class: row.event_class as EventClass }))
}
