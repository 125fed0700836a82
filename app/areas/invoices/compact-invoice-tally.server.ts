import type { Transaction } from 'db/database'
import { invoiceTally } from 'db/schema/invoices'
import { sql } from 'drizzle-orm'

/**
 * Joins the tally's rows of one value into one row, and drops those of values that no invoice has any more. Readers see
 * the rows before or after it; what is counted meanwhile adds rows of its own. Only one works at a time.
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
