import type { Read } from 'db/database'
import { document, documentContent } from 'db/schema/documents'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { recreatedDraft } from '~/areas/drafts/recreated-draft.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { namedInvoice } from './named-invoice.server'

/** Everything that the report of an invoice tells. @throws DomainError 'not-found' */
export async function reportFacts(read: Read, invoiceId: number) {
  const facts = await namedInvoice(read, invoiceId)
  const { draftTransactionId } = facts.invoice
  const instance = await instanceById(read, invoiceId)
  const ofDraft = draftTransactionId === null ? [] : await historyOf(read, draftTransactionId)
  const ofInvoice = await historyOf(read, invoiceId)
  return {
    ...facts,
    instance,
    recreatedAs: await recreatedDraft(read, invoiceId),
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
