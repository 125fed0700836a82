import { createHash } from 'node:crypto'
import type { Doors, Transaction } from 'db/database'
import { draft } from 'db/schema/drafts'
import type { Actor } from '~/areas/access/actor'
import type { NewFile } from '~/areas/documents/added-documents'
import { displayName } from '~/platform/files/display-name'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocuments } from '~/platform/files/store-document.server'
import { ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import type { ScanLog, VirusScan } from '~/platform/files/virus-scan'
import { type Day, dayIn } from '~/platform/values/day'
import { lockInstance } from '~/platform/workflow/instance.server'
import { once } from '~/platform/workflow/once.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { DraftFields, Duplicate } from './draft'
import { draftColumns, EMPTY_DRAFT } from './draft-columns'
import { draftDuplicates } from './draft-duplicates.server'
import { storeEInvoice } from './draft-einvoice.server'
import { fillFromEInvoice } from './fill-from-einvoice.server'
import { type InvoiceReader, type ReadFile, readInvoiceFile } from './read-invoice-file'
import { recordDraftAct } from './record-draft-act.server'

/** What an upload works with. */
export interface UploadSite {
  doors: Doors
  files: InvoiceReader
  clock: () => Date
  /** The site's time zone decides which day it is. */
  settings?: { timeZone: string }
  /** Its scanner looks into the files inside an e-invoice: nobody else sees them unpacked. */
  uploads?: { scan: VirusScan | null }
  /** Where a batch notes what stopped one of its files: nobody else sees its error. */
  log?: ScanLog
}

export interface InvoiceUpload {
  file: NewFile
  comment: string
}

export interface DraftUploaded {
  draftId: number
  /** Other drafts and invoices that may be the same bill. */
  duplicates: Duplicate[]
  /** What the accountant should know of the file, a sentence each. */
  notes: string[]
}

/**
 * In the place of a key: the same file of the same user is the same upload for ten minutes, so that whoever sends it again
 * after a lost connection gets its draft, not a second one.
 */
export const BY_FILE = { lastsMs: 10 * 60_000 } as const

/** Under what an upload takes effect once; null: each time. */
export type UploadKey = string | typeof BY_FILE | null

export const UPLOAD_TITLE = ONE_FILE_ERROR

/**
 * Makes a draft of one invoice, filled in from the e-invoice that it is or holds; the same key makes one draft only. A PDF
 * that cannot be read is kept all the same, with a note.
 * @throws DomainError invalid when the file is no invoice; busy when too many files are being read
 */
export async function uploadDraft(
  { doors, files, clock, settings, uploads }: UploadSite,
  actor: Actor,
  { file, comment }: InvoiceUpload,
  idempotencyKey: UploadKey,
): Promise<DraftUploaded> {
  const read = await readInvoiceFile(files, file, uploads?.scan)
  const now = clock()
  const today = dayIn(now, settings?.timeZone ?? 'UTC')
  return doors.transaction((tx) => {
    const make = () => makeDraft(tx, actor, { file, comment: comment.trim(), ...read, today, now })
    if (idempotencyKey === null) return make()
    // Another file is another upload, even out of a form that a browser kept.
    const digest = digestOf(file.bytes)
    const sent = { userId: actor.id, action: `upload draft ${digest}`, now }
    if (typeof idempotencyKey === 'string') return once(tx, { ...sent, key: idempotencyKey }, make)
    return once(tx, { ...sent, ...idempotencyKey, key: `file:${actor.id}:${digest}` }, make)
  })
}

/** What a file is known by: SHA-256 of its content. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface Made extends InvoiceUpload, ReadFile {
  today: Day
  now: Date
}

async function makeDraft(tx: Transaction, actor: Actor, made: Made): Promise<DraftUploaded> {
  const { file, attached, eInvoice, comment, today, now } = made
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
  const { invoice: fileType, attachment } = FILE_TYPES
  const stored = { objectKind: 'draft', objectId: draftId, createdBy: actor.id, now }
  await storeDocuments(tx, [
    { ...stored, ...file, fileType },
    ...attached.map((each) => ({ ...stored, ...each, fileType: attachment })),
  ])
  if (eInvoice) await storeEInvoice(tx, digestOf(file.bytes), eInvoice)
  await recordDraftAct(tx, await lockInstance(tx, draftId), actor, {
    name: 'upload draft',
    log: [displayName(file.fileName), comment].filter(Boolean).join(': '),
    revision: 1,
    now,
  })
  return { draftId, duplicates: await draftDuplicates(tx, draftId, fields), notes }
}
