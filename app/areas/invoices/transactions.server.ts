import type { Read } from 'db/database'
import { invoice } from 'db/schema/invoices'
import { workflowInstance } from 'db/schema/workflow'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import { invoiceFileName, TRANSACTION_ROW } from './fields.server'
import { invoicesByIds } from './list.server'
import { payableSql } from './payable-amount.server'

/** Invoices as calls return them (specification, section 3: invoice (transaction) row), by id. */
export const transactionRows = invoicesByIds(TRANSACTION_ROW)

/** What is paid of an invoice, and how. */
const PAYMENT = {
  prepaidAmount: invoice.prepaidAmount,
  roundingAmount: invoice.roundingAmount,
  payableAmount: payableSql,
  paymentReference: invoice.paymentReference,
  correctsRef: invoice.correctsRef,
  collectedBySupplier: invoice.collectedBySupplier,
  reverseCharge: invoice.reverseCharge,
  reverseChargeTax: invoice.reverseChargeTax,
}

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
      ...PAYMENT,
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
      updateDate: workflowInstance.lastEventAt,
    })
    .from(invoice)
    .innerJoin(workflowInstance, eq(workflowInstance.objectId, invoice.id))
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
