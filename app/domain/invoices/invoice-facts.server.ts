import type { Read } from 'db/doors'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { expenseType } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import { invoicedEntity, supplier } from './invoice-names.server'

/** One invoice with the names that it refers to; "not-found" when there is none. */
export async function invoiceFacts(read: Read, invoiceId: number) {
  const [found] = await read
    .select({
      id: invoice.id,
      draftTransactionId: invoice.draftTransactionId,
      provider: invoiceRow.provider,
      isSupplierFund: invoice.isSupplierFund,
      supplierJurisdiction: supplier.jurisdiction,
      invoicedEntity: invoicedEntity.name,
      settlingEntity: invoiceRow.settlingEntity,
      expenseType: invoiceRow.expenseType,
      category: expenseType.category,
      routineType: invoiceRow.routineType,
      feesType: invoice.feesType,
      invoiceRef: invoice.invoiceRef,
      invoiceDate: invoice.invoiceDate,
      receivedDate: invoice.receivedDate,
      glDate: invoice.glDate,
      dueDate: invoice.dueDate,
      paymentDate: invoice.paymentDate,
      currency: invoice.currency,
      grossAmount: invoice.grossAmount,
      taxes: invoice.taxes,
      netAmount: invoice.netAmount,
      prePaid: invoice.prePaid,
      alreadyPaid: invoice.alreadyPaid,
      allocationRule: invoice.allocationRule,
      postingFilter: invoice.postingFilter,
      transactionComment: invoice.transactionComment,
    })
    .from(invoice)
    .innerJoin(invoiceRow, eq(invoiceRow.id, invoice.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .where(eq(invoice.id, invoiceId))
  if (!found)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return found
}

export type InvoiceFacts = Awaited<ReturnType<typeof invoiceFacts>>
