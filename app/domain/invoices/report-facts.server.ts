import type { Read } from 'db/doors'
import { document, documentContent } from 'db/schema/documents'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { clientValidator, expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { DomainError } from '~/domain/values/domain-error'
import { type HistoryEvent, historyOf } from '~/domain/workflow/history.server'
import { instanceById } from '~/domain/workflow/instance.server'
import { displayOf, invoicedEntity, supplier } from './invoice-names.server'

const settlingEntity = alias(legalEntity, 'settling_entity')
const validatorA = alias(clientValidator, 'validator_a')
const validatorB = alias(clientValidator, 'validator_b')

const fullName = ({ firstName, lastName }: typeof validatorA | typeof validatorB) =>
  sql<string | null>`${firstName} || ' ' || ${lastName}`

/** Everything that the report of an invoice tells. @throws DomainError 'not-found' */
export async function reportFacts(read: Read, invoiceId: number) {
  const [facts] = await read
    .select({
      invoice,
      supplier: supplier.name,
      supplierJurisdiction: supplier.jurisdiction,
      invoicedEntity: invoicedEntity.name,
      settlingEntity: settlingEntity.name,
      expenseType: expenseType.name,
      category: expenseType.category,
      routineType: routineType.name,
      validatorA: fullName(validatorA),
      validatorB: fullName(validatorB),
      feesType: displayOf('FEES_TYPE', invoice.feesType),
      allocationRule: displayOf('FEE_ALLOCATION', invoice.allocationRule),
      postingFilter: displayOf('POSTING_FILTER', invoice.postingFilter),
      recreatedAs: draft.id,
    })
    .from(invoice)
    .innerJoin(supplier, eq(supplier.id, invoice.supplierId))
    .innerJoin(settlingEntity, eq(settlingEntity.id, invoice.settlingEntityId))
    .leftJoin(invoicedEntity, eq(invoicedEntity.id, invoice.invoicedEntityId))
    .innerJoin(expenseType, eq(expenseType.id, invoice.expenseTypeId))
    .leftJoin(routineType, eq(routineType.id, invoice.routineTypeId))
    .leftJoin(validatorA, eq(validatorA.id, invoice.validatingUserA))
    .leftJoin(validatorB, eq(validatorB.id, invoice.validatingUserB))
    .leftJoin(draft, eq(draft.recreatedFrom, invoice.id))
    .where(eq(invoice.id, invoiceId))
  if (!facts)
    throw new DomainError('not-found', `There is no invoice ${invoiceId}. Open it from the Invoice Log.`)
  const { draftTransactionId } = facts.invoice
  const instance = await instanceById(read, invoiceId)
  const ofDraft = draftTransactionId === null ? [] : await historyOf(read, draftTransactionId)
  const ofInvoice = await historyOf(read, invoiceId)
  return {
    ...facts,
    instance,
    /** Oldest first, those of the draft too. */
    events: [
      ...told(`Invoice ${invoiceId}`, ofInvoice),
      ...told(`Draft ${draftTransactionId}`, ofDraft),
    ].sort((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id),
    documents: await documentsWithHashes(read, invoiceId),
  }
}

export type ReportFacts = Awaited<ReturnType<typeof reportFacts>>

const told = (object: string, events: readonly HistoryEvent[]) =>
  events.map((event) => ({ ...event, object }))

function documentsWithHashes(read: Read, objectId: number) {
  return read
    .select({
      fileName: document.fileName,
      fileType: document.fileType,
      createdAt: document.createdAt,
      size: documentContent.size,
      sha256: document.sha256,
    })
    .from(document)
    .innerJoin(documentContent, eq(documentContent.sha256, document.sha256))
    .where(
      and(eq(document.objectKind, 'invoice'), eq(document.objectId, objectId), isNull(document.deletedAt)),
    )
    .orderBy(asc(document.id))
}
