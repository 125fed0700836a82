import type { Read } from 'db/database'
import { allocation, allocationPart, draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { expenseType, fund, legalEntity, routineType } from 'db/schema/lookups'
import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { payableOf } from '~/areas/expenses/expense'
import { DomainError } from '~/platform/values/domain-error'
import { rolesByStep, TWO_APPROVALS } from '~/platform/workflow/history.server'
import type { FourEyesRoles, Instance } from '~/platform/workflow/types'
import { invoicedEntity, supplier } from './fields.server'
import { displayOf, personName, validatorA, validatorB } from './list.server'

const settlingEntity = alias(legalEntity, 'settling_entity')

/** Whether its draft was divided by a rule and its invoices differ from the parts of the last division. */
const CHANGED_BY_HAND = sql<boolean>`exists (
  select from (select id from ${allocation} where draft_id = ${invoice.draftTransactionId} order by id desc limit 1) taken
  where exists (
    select from (select fund_id, gross_amount, taxes from ${allocationPart}
      where allocation_id = taken.id and (gross_amount <> 0 or taxes <> 0)) part
    full join (select fund_id, gross_amount, taxes from invoice borne
      where borne.draft_transaction_id = ${invoice.draftTransactionId}) borne
      on (borne.fund_id, borne.gross_amount, borne.taxes) = (part.fund_id, part.gross_amount, part.taxes)
    where part.gross_amount is null or borne.gross_amount is null))`

/** One invoice as it is stored, with the names of the rows that it refers to. @throws DomainError 'not-found' */
export async function namedInvoice(read: Read, invoiceId: number) {
  const [found] = await read
    .select({
      invoice,
      supplier: supplier.name,
      supplierJurisdiction: supplier.jurisdiction,
      invoicedEntity: invoicedEntity.name,
      settlingEntity: settlingEntity.name,
      expenseType: expenseType.name,
      category: expenseType.category,
      routineType: routineType.name,
      validatorA: personName(validatorA),
      validatorB: personName(validatorB),
      feesType: displayOf('FEES_TYPE', invoice.feesType),
      allocationRule: displayOf('FEE_ALLOCATION', invoice.allocationRule),
      postingFilter: displayOf('POSTING_FILTER', invoice.postingFilter),
      changedByHand: CHANGED_BY_HAND,
      subFund: sql<string | null>`${fund.code} || ' ' || ${fund.name}`,
    })
    .from(invoice)
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settlingEntity, eq(settlingEntity.id, invoice.settlingEntityId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(routineType, eq(routineType.id, invoice.routineTypeId))
    .leftJoin(fund, eq(fund.id, invoice.fundId))
    .leftJoin(validatorA, eq(validatorA.id, invoice.validatingUserA))
    .leftJoin(validatorB, eq(validatorB.id, invoice.validatingUserB))
    .where(eq(invoice.id, invoiceId))
  if (!found)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return found
}

/** The fields of an invoice that its pages show: names in place of ids. @throws DomainError 'not-found' */
export async function invoiceFacts(read: Read, invoiceId: number) {
  const { invoice, supplier, ...names } = await namedInvoice(read, invoiceId)
  return {
    ...names,
    provider: supplier,
    supplierId: invoice.supplierId,
    settlingEntityId: invoice.settlingEntityId,
    /** The entity whose authorisation matrix counts: the invoiced entity, else the settling one. */
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
    prepaidAmount: invoice.prepaidAmount,
    roundingAmount: invoice.roundingAmount,
    payableAmount: payableOf(invoice) ?? invoice.grossAmount,
    paymentReference: invoice.paymentReference,
    correctsRef: invoice.correctsRef,
    collectedBySupplier: invoice.collectedBySupplier,
    reverseCharge: invoice.reverseCharge,
    reverseChargeTax: invoice.reverseChargeTax,
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

/**
 * Who booked an invoice, in any round, and who approved its payment in this round: three people (product, section 2). A
 * rejected payment opens a new round, which is approved again.
 */
export async function invoiceMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<FourEyesRoles> {
  const booked = await rolesByStep(read, objectId, null, { booker: ['book'] })
  const approved = await rolesByStep(read, objectId, round, TWO_APPROVALS)
  return { ...booked, ...approved }
}

/** The draft that an invoice was created from; null for one of a former system. @throws DomainError 'not-found' */
export async function draftOfInvoice(read: Read, invoiceId: number): Promise<number | null> {
  const [row] = await read
    .select({ draftId: invoice.draftTransactionId })
    .from(invoice)
    .where(eq(invoice.id, invoiceId))
  if (!row)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  return row.draftId
}

/** The draft that was recreated from an invoice; null when there is none. */
export async function recreatedDraft(read: Read, invoiceId: number): Promise<number | null> {
  const [row] = await read.select({ id: draft.id }).from(draft).where(eq(draft.recreatedFrom, invoiceId))
  return row?.id ?? null
}
