import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { invoice } from 'db/schema/invoices'
import { eq, inArray, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import type { InvoiceRow } from './invoice'
import { personName, validatorA, validatorB } from './list.server'

/** Name of the supplier's PDF of an invoice, in statements that read invoices; null when it has none. */
export const invoiceFileName = sql<string | null>`(select d.file_name from ${document} d
  where d.object_kind = 'invoice' and d.object_id = ${invoice}.id
    and d.file_type = ${FILE_TYPES.invoice} and d.deleted_at is null
  order by d.id limit 1)`

/**
 * The data of an invoice that a call returns beyond its row in the log (specification, section 3: invoice (transaction)
 * row).
 */
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
      // As for a draft: the name that people read under "Created by", beside that of the last user.
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

/** Rows of the Invoice Log as calls return them, in the order given. */
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

/** One invoice by the fields of the specification (section 3: transaction, detail); references are ids. */
export async function transactionById(read: Read, invoiceId: number) {
  const [row] = await read
    .select({
      id: invoice.id,
      invoiceRef: invoice.invoiceRef,
      receivedDate: invoice.receivedDate,
      glDate: invoice.glDate,
      invoiceDate: invoice.invoiceDate,
      dueDate: invoice.dueDate,
      paymentDate: invoice.paymentDate,
      serviceFrom: invoice.serviceFrom,
      serviceTo: invoice.serviceTo,
      expenseType: invoice.expenseTypeId,
      prePaid: invoice.prePaid,
      alreadyPaid: invoice.alreadyPaid,
      isSupplierFund: invoice.isSupplierFund,
      supplierId: invoice.supplierId,
      settlementLegalEntity: invoice.invoicedEntityId,
      settlingLegalEntity: invoice.settlingEntityId,
      currency: invoice.currency,
      grossAmount: invoice.grossAmount,
      taxes: invoice.taxes,
      netAmount: invoice.netAmount,
      routineType: invoice.routineTypeId,
      feesType: invoice.feesType,
      fundId: invoice.fundId,
      allocationRule: invoice.allocationRule,
      postingFilter: invoice.postingFilter,
      excludeFromCash: invoice.excludeFromCash,
      transactionComment: invoice.transactionComment,
      validatingUserA: invoice.validatingUserA,
      validatingUserB: invoice.validatingUserB,
      validationDateA: invoice.validationDateA,
      validationDateB: invoice.validationDateB,
      draft_transaction_id: invoice.draftTransactionId,
      file_name: invoiceFileName,
      creationDate: invoice.creationDate,
    })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  const { supplierId, ...detail } = row
  return {
    ...detail,
    invoicedLegalEntity: row.isSupplierFund ? null : supplierId,
    invoicedFundLegalEntity: row.isSupplierFund ? supplierId : null,
  }
}
