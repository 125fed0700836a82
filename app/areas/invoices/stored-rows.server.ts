import type { Transaction } from 'db/database'
import { invoice, invoiceRow, invoiceTally } from 'db/schema/invoices'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'

/**
 * Writes the rows that the Invoice Log shows of these invoices: from the invoices, the names that they refer to and
 * their newest events. Must run in every transaction that changes one of these.
 */
export async function refreshInvoiceRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext(${NAMES}))`)
  const { id, ...columns } = SHOWN
  const names = Object.keys(columns).map((name) => sql.identifier(name))
  const set = names.map((name) => sql`${name} = excluded.${name}`)
  await tx.execute(sql`
    insert into ${invoiceRow} (id, ${sql.join(names, sql`, `)})
    select ${id}, ${sql.join(Object.values(columns), sql`, `)}
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as wanted (id)
    join ${invoice} i on i.id = wanted.id::bigint
    join ${legalEntity} supplier on supplier.id = i.supplier_id
    join ${legalEntity} settling on settling.id = i.settling_entity_id
    join ${expenseType} expense on expense.id = i.expense_type_id
    left join ${routineType} routine on routine.id = i.routine_type_id
    cross join lateral (select * from ${workflowEvent} e where e.object_id = i.id order by e.seq desc limit 1) last
    on conflict (id) do update set ${sql.join(set, sql`, `)}`)
}

const NAMES = 'names in invoice rows'

/**
 * Code that changes a name shown in rows takes this lock before the rows are refreshed. It waits for transactions that
 * wrote rows with the old name, so that their rows are seen; later ones wait, and then read the new name.
 */
export async function lockInvoiceNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${NAMES}))`)
}

/** Column of invoice_row → its source. */
const SHOWN = {
  id: sql`i.id`,
  event_date: sql`last.at`,
  invoice_date: sql`i.invoice_date`,
  due_date: sql`i.due_date`,
  gross_hundredths: sql`(i.gross_amount * 100)::bigint`,
  taxes_hundredths: sql`(i.taxes * 100)::bigint`,
  net_hundredths: sql`(i.net_amount * 100)::bigint`,
  currency: sql`i.currency`,
  event_status: sql`last.status`,
  settling_entity: sql`settling.name`,
  provider: sql`supplier.name`,
  expense_type: sql`expense.name`,
  routine_type: sql`routine.name`,
  invoice_ref: sql`i.invoice_ref`,
  event_log: sql`last.log`,
  event_queue: sql`last.queue`,
  event_class: sql`last.class`,
}

/**
 * Joins the tally's rows of one value into one row, and drops those of values that no invoice has any more. Readers see
 * the rows before or after it; what is counted meanwhile adds rows of its own. Only one runs at a time.
 */
export async function compactInvoiceTally(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invoice tally'))`)
  await tx.execute(sql`
    with joined as (
      select tallied, value, currency, event_status, sum(invoices) as invoices,
        sum(gross_hundredths) as gross, sum(taxes_hundredths) as taxes, sum(net_hundredths) as net
      from ${invoiceTally} group by tallied, value, currency, event_status having count(*) > 1
    ), gone as (
      delete from ${invoiceTally} t using joined j
      where (t.tallied, t.value, t.currency, t.event_status) = (j.tallied, j.value, j.currency, j.event_status)
    )
    insert into ${invoiceTally}
      (tallied, value, currency, event_status, invoices, gross_hundredths, taxes_hundredths, net_hundredths)
    select * from joined where (invoices, gross, taxes, net) <> (0, 0, 0, 0)`)
}
