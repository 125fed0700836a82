import { batches } from 'db/bulk'
import type { Transaction } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { asc, eq, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { lockInvoiceNames, refreshInvoiceRows } from '~/areas/invoices/refresh-invoice-rows.server'
import type { RowChanged } from '~/platform/tables/lookup-definition.server'

/** After a change: the Invoice Log shows the new name of what invoices refer to in these columns. */
export function renameInInvoices(...columns: PgColumn[]) {
  return async (tx: Transaction, { before, after }: RowChanged): Promise<undefined> => {
    if (!before || !after || before.name === after.name) return
    await lockInvoiceNames(tx)
    const named = await tx
      .select({ id: invoice.id })
      .from(invoice)
      .where(or(...columns.map((column) => eq(column, after.id))))
      .orderBy(asc(invoice.id))
    for (const batch of batches(named)) {
      await refreshInvoiceRows(
        tx,
        batch.map(({ id }) => id),
      )
    }
  }
}
