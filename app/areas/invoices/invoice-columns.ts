import type { CostLine, Draft } from '~/areas/drafts/draft'
import { Big } from '~/platform/values/decimal'

/** What of a cost line its invoice has. */
type Part = Pick<CostLine, 'grossAmount' | 'taxes' | 'comment'> & { feesType: string | null }

/**
 * The invoices of a draft as their rows keep them, without what the database adds: one for each cost line, or one for
 * the whole draft. Null when the draft lacks something that an invoice must have.
 */
export function invoiceColumns(draft: Draft, lines: readonly CostLine[]) {
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  const { settlingLegalEntity, expenseType, invoiceRef, invoiceDate, currency, grossAmount } = draft
  if (supplierId === null || settlingLegalEntity === null || expenseType === null) return null
  if (invoiceRef === null || invoiceDate === null || currency === null || grossAmount === null) return null
  const whole: Part = { grossAmount, taxes: draft.taxes ?? '0.00', comment: '', feesType: null }
  return (lines.length === 0 ? [whole] : lines).map((part) => ({
    draftTransactionId: draft.id,
    supplierId,
    isSupplierFund: draft.isSupplierFund,
    invoicedEntityId: draft.settlementLegalEntity,
    settlingEntityId: settlingLegalEntity,
    expenseTypeId: expenseType,
    routineTypeId: draft.routineType,
    feesType: part.feesType,
    invoiceRef,
    invoiceDate,
    receivedDate: draft.receivedDate,
    glDate: draft.glDate,
    dueDate: draft.dueDate,
    paymentDate: draft.paymentDate,
    serviceFrom: draft.serviceFrom,
    serviceTo: draft.serviceTo,
    currency,
    grossAmount: part.grossAmount,
    taxes: part.taxes,
    netAmount: new Big(part.grossAmount).minus(part.taxes).toFixed(2),
    prePaid: draft.prePaid,
    alreadyPaid: draft.alreadyPaid,
    excludeFromCash: draft.excludeFromCash,
    allocationRule: draft.allocationRule,
    postingFilter: draft.postingFilter,
    // What was said of the whole is said of a part that nothing was said of.
    transactionComment: part.comment || draft.transactionComment,
    validatingUserA: draft.validatingUserA,
    validatingUserB: draft.validatingUserB,
    validationDateA: draft.validationDateA,
    validationDateB: draft.validationDateB,
  }))
}
