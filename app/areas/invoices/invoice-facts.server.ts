import type { Read } from 'db/database'
import { namedInvoice } from './named-invoice.server'

/** What the pages of an invoice show of it: names in place of ids. @throws DomainError 'not-found' */
export async function invoiceFacts(read: Read, invoiceId: number) {
  const { invoice, supplier, ...names } = await namedInvoice(read, invoiceId)
  return {
    ...names,
    provider: supplier,
    supplierId: invoice.supplierId,
    /** Whose authorisation matrix counts: the invoiced entity, else the settling one. */
    clientId: invoice.invoicedEntityId ?? invoice.settlingEntityId,
    id: invoice.id,
    draftTransactionId: invoice.draftTransactionId,
    isSupplierFund: invoice.isSupplierFund,
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
    validationDateA: invoice.validationDateA,
    validationDateB: invoice.validationDateB,
    transactionComment: invoice.transactionComment,
    creationDate: invoice.creationDate,
  }
}

export type InvoiceFacts = Awaited<ReturnType<typeof invoiceFacts>>
