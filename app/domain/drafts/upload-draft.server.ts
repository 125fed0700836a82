import { createHash } from 'node:crypto'
import type { Doors, Transaction } from 'db/doors'
import { draft, draftEInvoice } from 'db/schema/drafts'
import type { Actor } from '~/domain/access/actor'
import { acceptedKind } from '~/domain/documents/accepted-kinds'
import { displayName } from '~/domain/documents/display-name'
import { FILE_TYPES } from '~/domain/documents/file-types'
import type { PdfFacts } from '~/domain/documents/pdf-facts'
import { storeDocument } from '~/domain/documents/store-document.server'
import { ONLY_PDF } from '~/domain/documents/upload-rules'
import { type Day, dayIn } from '~/domain/values/day'
import { lockInstance } from '~/domain/workflow/instance.server'
import { once } from '~/domain/workflow/once.server'
import { startInstances } from '~/domain/workflow/start-instances.server'
import type { DraftFields, Duplicate } from './draft'
import { draftColumns, EMPTY_DRAFT } from './draft-columns'
import { draftDuplicates } from './draft-duplicates.server'
import { fillFromEInvoice } from './fill-from-einvoice.server'
import { type PdfReader, readInvoicePdf } from './read-invoice-pdf'
import { recordDraftAct } from './record-draft-act.server'

/** What an upload works with. */
export interface UploadSite {
  doors: Doors
  files: PdfReader
  clock: () => Date
  /** The site's time zone decides which day it is. */
  settings?: { timeZone: string }
}

export interface InvoiceUpload {
  file: { fileName: string; bytes: Uint8Array }
  comment: string
}

export interface DraftUploaded {
  draftId: number
  /** Other drafts and invoices that may be the same bill. */
  duplicates: Duplicate[]
  /** What the accountant should know of the file, a sentence each. */
  notes: string[]
}

export const UPLOAD_TITLE = 'File cannot be integrated, see error.'

/**
 * Makes a draft of one PDF, filled in from the e-invoice inside where there is one; the same key makes one draft only. A
 * PDF that cannot be read is kept all the same, with a note.
 * @throws DomainError invalid when the file is no PDF; busy when too many files are being read
 */
export async function uploadDraft(
  { doors, files, clock, settings }: UploadSite,
  actor: Actor,
  { file, comment }: InvoiceUpload,
  idempotencyKey: string | null,
): Promise<DraftUploaded> {
  await acceptedKind(file, ONLY_PDF, UPLOAD_TITLE)
  const { facts, notes } = await readInvoicePdf(files, file)
  const now = clock()
  const today = dayIn(now, settings?.timeZone ?? 'UTC')
  return doors.transaction((tx) => {
    const make = () => makeDraft(tx, actor, { file, comment: comment.trim(), facts, notes, today, now })
    if (idempotencyKey === null) return make()
    // Another file is another upload, even out of a form that a browser kept.
    const action = `upload draft ${digestOf(file.bytes)}`
    return once(tx, { key: idempotencyKey, userId: actor.id, action, now }, make)
  })
}

/** What a file is known by: SHA-256 of its content. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Made extends InvoiceUpload {
  facts: PdfFacts | null
  notes: string[]
  today: Day
  now: Date
}

async function makeDraft(tx: Transaction, actor: Actor, made: Made): Promise<DraftUploaded> {
  const { file, comment, facts, today, now } = made
  const eInvoice = facts?.eInvoice ?? null
  const filled = eInvoice ? await fillFromEInvoice(tx, eInvoice, today) : { fields: {}, notes: [] }
  const notes = [...made.notes, ...filled.notes]
  const fields: DraftFields = {
    ...EMPTY_DRAFT,
    ...filled.fields,
    receivedDate: today,
    transactionComment: comment,
  }
  const [row] = await tx
    .insert(draft)
    .values({
      ...draftColumns(fields),
      createdBy: actor.id,
      creationDate: now,
      updatedBy: actor.id,
      updateDate: now,
    })
    .returning({ id: draft.id })
  if (!row) throw new Error('The draft was not stored')
  const draftId = row.id
  await startInstances(tx, {
    kind: 'draft',
    objectIds: [draftId],
    state: { queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' },
    log: '',
    now,
    today,
  })
  await storeDocument(tx, {
    objectKind: 'draft',
    objectId: draftId,
    fileType: FILE_TYPES.invoice,
    fileName: file.fileName,
    bytes: file.bytes,
    createdBy: actor.id,
    now,
  })
  if (eInvoice) {
    const { format, profile, fields: found, fault } = eInvoice
    await tx
      .insert(draftEInvoice)
      .values({ draftId, format, profile, fields: found, addsUp: fault === null, fault })
  }
  await recordDraftAct(tx, await lockInstance(tx, draftId), actor, {
    name: 'upload draft',
    log: [displayName(file.fileName), comment].filter(Boolean).join(': '),
    revision: 1,
    now,
  })
  return { draftId, duplicates: await draftDuplicates(tx, draftId, fields), notes }
}
