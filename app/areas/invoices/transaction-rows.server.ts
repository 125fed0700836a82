import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { invoice } from 'db/schema/invoices'
import { eq, inArray, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'
import { invoiceFileName } from './invoice-file-name.server'
import { personName, validatorA, validatorB } from './invoice-names.server'
import type { InvoiceRow } from './invoice-row'

/** What a call tells of an invoice beyond its row in the log (specification, section 3: invoice (transaction) row). */
function more(read: Read, ids: readonly number[]) {
  return read
    .select({
      id: invoice.id,
      allocation_rule: invoice.allocationRule,
      pre_paid: invoice.prePaid,
      received_date: invoice.receivedDate,
      gl_date: invoice.glDate,
      payment_date: invoice.paymentDate,
      validating_user_a: personName(validatorA),
      validating_user_b: personName(validatorB),
      exclude_from_cash: invoice.excludeFromCash,
      posting_filter: invoice.postingFilter,
      transaction_comment: invoice.transactionComment,
      // As a draft has it: the name that people read under "Created by", beside that of the last user.
      username: sql<string>`coalesce(${fullName}, 'SYSTEM')`,
      creation_date: invoice.creationDate,
      file_name: invoiceFileName,
    })
    .from(invoice)
    .leftJoin(validatorA, eq(validatorA.id, invoice.validatingUserA))
    .leftJoin(validatorB, eq(validatorB.id, invoice.validatingUserB))
    .leftJoin(appUser, eq(appUser.id, invoice.createdBy))
    .where(inArray(invoice.id, [...ids]))
}

/** Rows of the Invoice Log as calls tell them, in the order given. */
export async function transactionRows<Row extends InvoiceRow>(read: Read, rows: readonly Row[]) {
  if (rows.length === 0) return []
  const found = await more(
    read,
    rows.map(({ id }) => id),
  )
  const byId = new Map(found.map((each) => [each.id, each]))
  return rows.flatMap((row) => {
    const rest = byId.get(row.id)
    if (!rest) return []
    // "Supplier" of the row in one field, as drafts have it.
    const { provider: invoice_entity } = row
    return [{ ...row, invoice_entity, update_date: row.event_date, ...rest }]
  })
}

export type TransactionRow = Awaited<ReturnType<typeof transactionRows<InvoiceRow>>>[number]
