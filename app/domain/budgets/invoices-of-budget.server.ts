import type { Read } from 'db/doors'
import { invoiceRow } from 'db/schema/invoices'
import { sql } from 'drizzle-orm'
import { invoiceList } from '~/domain/invoices/invoice-list.server'
import type { InvoiceRow } from '~/domain/invoices/invoice-row'
import type { List } from '~/domain/lists/list'
import { enteredTerms, partsOf } from './budget-parts.server'

/** The invoices that a budget has consumed, as the Invoice Log shows them; those without an exchange rate too. */
export function invoicesOfBudget(read: Read, budgetId: number, timeZone: string): List<InvoiceRow> {
  const parts = partsOf(enteredTerms(sql`entered.id = ${budgetId}::bigint`))
  const consumed = sql`${invoiceRow.id} in (select parts.id from (${parts}) parts where parts.kind = 'invoice')`
  return invoiceList(read, timeZone, consumed)
}
