import type { Read } from 'db/doors'
import { invoice, invoiceRow } from 'db/schema/invoices'
import { expenseType } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import {
  displayOf,
  invoicedEntity,
  personName,
  supplier,
  validatorA,
  validatorB,
} from './invoice-names.server'

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
      /** Whose authorisation matrix counts: the invoiced entity, else the settling one. */
      clientId: sql<number>`coalesce(${invoice.invoicedEntityId}, ${invoice.settlingEntityId})`,
      settlingEntity: invoiceRow.settlingEntity,
      expenseType: invoiceRow.expenseType,
      category: expenseType.category,
      routineType: invoiceRow.routineType,
      feesType: displayOf('FEES_TYPE', invoice.feesType),
      invoiceRef: invoice.invoiceRef,
      invoiceDate: invoice.invoiceDate,
      receivedDate: invoice.receivedDate,
      glDate: invoice.glDate,
      dueDate: invoice.dueDate,
      paymentDate: invoice.paymentDate,
      serviceFrom: invoice.serviceFrom,
      serviceTo: invoice.serviceTo,
      currency: invoice.currency,
      grossAmount: invoice.grossAmount,
      taxes: invoice.taxes,
      netAmount: invoice.netAmount,
      prePaid: invoice.prePaid,
      alreadyPaid: invoice.alreadyPaid,
      excludeFromCash: invoice.excludeFromCash,
      validatorA: personName(validatorA),
      validationDateA: invoice.validationDateA,
      validatorB: personName(validatorB),
      validationDateB: invoice.validationDateB,
      allocationRule: displayOf('FEE_ALLOCATION', invoice.allocationRule),
      postingFilter: displayOf('POSTING_FILTER', invoice.postingFilter),
      transactionComment: invoice.transactionComment,
      creationDate: invoice.creationDate,
    })
    .from(invoice)
    .innerJoin(invoiceRow, eq(invoiceRow.id, invoice.id))
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(validatorA, eq(validatorA.id, invoice.validatingUserA))
    .leftJoin(validatorB, eq(validatorB.id, invoice.validatingUserB))
    .where(eq(invoice.id, invoiceId))
  if (!found)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return found
}

export type InvoiceFacts = Awaited<ReturnType<typeof invoiceFacts>>
