import { createHash } from 'node:crypto'
import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import { draft } from 'db/schema/drafts'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import { workOnPart } from '~/areas/access/user-work.server'
import type { NewFile } from '~/areas/documents/add-documents.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { type EInvoice, withSigns } from '~/platform/einvoices/einvoice'
import { isDiskFull } from '~/platform/files/disks.server'
import { acceptedKind } from '~/platform/files/file-kind'
import { displayName, FILE_TYPES } from '~/platform/files/file-types'
import { storeDocuments } from '~/platform/files/read-content.server'
import type { PdfFacts } from '~/platform/files/read-pdf'
import { GENERAL, INVOICE, ONE_FILE_ERROR } from '~/platform/files/upload-rules'
import { logNoVerdict, refuseInfected, type ScanLog, type VirusScan } from '~/platform/files/virus-scan'
import type { FileWorkers } from '~/platform/files/worker/jobs'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { startInstances } from '~/platform/workflow/start-instances.server'
import type { Duplicate } from '../draft'
import { recordDraftAct } from '../draft-acts.server'
import { draftColumns } from '../draft-rules'
import { EMPTY_DRAFT } from '../entry/update-draft.server'
import { draftDuplicates } from './draft-duplicates.server'
import { fillFromEInvoice, storeEInvoice } from './einvoice.server'

/** The threads that read PDFs and e-invoices. */
type InvoiceReader = Pick<FileWorkers, 'run'>

interface ReadFile {
  eInvoice: EInvoice | null
  /** Notes for the accountant, a sentence each. */
  notes: string[]
  /** Files inside an e-invoice in XML, which are stored with it. */
  attached: NewFile[]
}

/**
 * The content of a supplier's invoice: a PDF, with or without an e-invoice inside, or an e-invoice that is XML alone. A
 * PDF that is broken, too large or too slow to be read is kept with a note; XML that cannot be read would show nothing.
 * @throws DomainError invalid when it is neither, or unreadable XML; busy when too many files are being read
 */
async function readInvoiceFile(
  files: InvoiceReader,
  file: NewFile,
  scan: VirusScan | null = null,
): Promise<ReadFile> {
  const { family } = await acceptedKind(file, INVOICE, ONE_FILE_ERROR)
  return family === 'pdf' ? readPdf(files, file) : readXml(files, file, scan)
}

async function readPdf(files: InvoiceReader, { fileName, bytes }: NewFile): Promise<ReadFile> {
  try {
    const facts = await files.run('readPdf', [{ name: fileName, bytes }])
    return { eInvoice: facts.eInvoice, notes: factNotes(facts), attached: [] }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'busy') throw error
    const notes = [`The PDF was saved, but could not be read: ${error.message}`]
    return { eInvoice: null, notes, attached: [] }
  }
}

async function readXml(
  files: InvoiceReader,
  { fileName, bytes }: NewFile,
  scan: VirusScan | null,
): Promise<ReadFile> {
  const read = await files.run('readInvoiceXml', [{ name: fileName, bytes }])
  if ('fault' in read)
    throw new DomainError(
      'invalid',
      `The e-invoice "${displayName(fileName)}" was not read: it ${read.fault} Ask the supplier for another, or for a PDF.`,
      { title: ONE_FILE_ERROR },
    )
  const inside = read.files.map(({ name, bytes: content }) => ({ fileName: name, bytes: content }))
  const scanners = scan ? await refuseInfected(toScan(inside, fileName), scan, ONE_FILE_ERROR) : []
  const attached: NewFile[] = []
  const notes: string[] = []
  for (const [at, each] of inside.entries())
    await acceptedKind(each, GENERAL).then(
      () => attached.push({ ...each, scannedBy: scanners[at] ?? null }),
      (error: unknown) => {
        if (!(error instanceof DomainError)) throw error
        notes.push(`The file "${displayName(each.fileName)}" inside the e-invoice is kept only in the XML.`)
      },
    )
  return { eInvoice: read.eInvoice, notes, attached }
}

const toScan = (inside: readonly NewFile[], within: string) =>
  inside.map(({ fileName, bytes }) => ({
    fileName: `${fileName} (inside ${within})`,
    async *pieces() {
      yield bytes
    },
  }))

function factNotes({ pages, encrypted, scripts, eInvoiceFault }: PdfFacts): string[] {
  const notes: string[] = []
  if (encrypted) notes.push('The PDF is protected. Fill in the fields yourself.')
  else if (pages === null) notes.push('The PDF is damaged and may not open. Ask the supplier for another.')
  if (scripts)
    notes.push('The PDF contains scripts. They never run here; be careful with the downloaded file.')
  if (eInvoiceFault !== null) notes.push(eInvoiceFault)
  return notes
}

/** The services that an upload needs. */
export interface UploadSite {
  files: InvoiceReader
  /** Its scanner checks the files inside an e-invoice: no other scanner sees them unpacked. */
  uploads?: { scan: VirusScan | null }
  /** Where a batch logs what stopped one of its files: its error appears nowhere else. */
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
  /** Notes for the accountant on the file, a sentence each. */
  notes: string[]
}

/**
 * Without a key the same file of the same user is the same upload for this long, so that a user who sends it again after
 * a lost connection gets its draft, not a second one.
 */
const BY_FILE_MS = 10 * 60_000

export const UPLOAD_TITLE = ONE_FILE_ERROR

/**
 * Creates a draft of one invoice, filled in from the e-invoice that it is or holds; sent again, it is the same draft. A
 * PDF that cannot be read is stored as well, with a note.
 * @throws DomainError invalid when the file is not an invoice; busy when too many files are being read
 */
export async function uploadDraft(
  { actor, transaction }: UserWork,
  { files, uploads }: UploadSite,
  { file, comment }: InvoiceUpload,
): Promise<DraftUploaded> {
  const read = await readInvoiceFile(files, file, uploads?.scan)
  // A different file is a different upload, even from a form restored by the browser.
  const digest = digestOf(file.bytes)
  const byFile = { key: `file:${actor.id}:${digest}`, lastsMs: BY_FILE_MS }
  return transaction((context) => {
    const once = { ...context, sentKey: context.sentKey ?? byFile }
    return withIdempotencyKey(once, `upload draft ${digest}`, () =>
      makeDraft(context, { file, comment: comment.trim(), ...read }),
    )
  })
}

/** The identity of a file: SHA-256 of its content. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function makeDraft(context: UserWriteContext, made: InvoiceUpload & ReadFile): Promise<DraftUploaded> {
  const { tx, actor, now, today } = context
  const { file, attached, comment } = made
  const eInvoice = made.eInvoice && withSigns(made.eInvoice)
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
  await startInstances(context, {
    kind: 'draft',
    objectIds: [draftId],
    state: { queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' },
    log: '',
  })
  const { invoice: fileType, attachment } = FILE_TYPES
  const stored = { objectKind: 'draft', objectId: draftId, createdBy: actor.id, now }
  await storeDocuments(tx, [
    { ...stored, ...file, fileType },
    ...attached.map((each) => ({ ...stored, ...each, fileType: attachment })),
  ])
  if (eInvoice) await storeEInvoice(tx, digestOf(file.bytes), eInvoice)
  await recordDraftAct(context, await lockInstance(tx, draftId), {
    name: 'upload draft',
    log: [displayName(file.fileName), comment].filter(Boolean).join(': '),
    revision: 1,
  })
  return { draftId, duplicates: await draftDuplicates(tx, draftId, fields), notes }
}

/** Files of the invoice batch load (specification, section 9). */
const MAX_INVOICES = 5

/** The result of one file of a batch. */
export interface BatchAnswer {
  fileName: string
  /** Null when it was refused. */
  draftId: number | null
  duplicates: Duplicate[]
  notes: string[]
  /** Why it was refused, in a sentence; null when it became a draft. */
  errorMessage: string | null
}

/**
 * Creates a draft of each of up to 5 invoices, one at a time; a refused one does not stop the others. Sent again, those that became drafts give the same results as before; so does a file that was chosen twice. When
 * the database goes away or its disk is full after some became drafts, each of the others reports what we know about
 * it.
 */
export async function uploadDrafts(
  work: UserWork,
  site: UploadSite,
  { files, comment }: { files: readonly InvoiceUpload['file'][]; comment: string },
): Promise<BatchAnswer[]> {
  if (files.length === 0 || files.length > MAX_INVOICES)
    throw new DomainError('invalid', `Choose the invoices: 1 to ${MAX_INVOICES} PDF or XML files.`, {
      title: UPLOAD_TITLE,
      fields: { files: `Choose 1 to ${MAX_INVOICES} PDF or XML files.` },
    })
  const answers: BatchAnswer[] = []
  for (const file of files) {
    const { fileName } = file
    try {
      const part = workOnPart(work, digestOf(file.bytes))
      const done = await uploadDraft(part, site, { file, comment })
      answers.push({ fileName, ...done, errorMessage: null })
    } catch (error) {
      if (site.log) logNoVerdict(site.log, error)
      const errorMessage =
        error instanceof DomainError ? error.message : isSomeDone(answers) ? outageOf(error) : null
      if (errorMessage === null) throw error
      answers.push({ fileName, draftId: null, duplicates: [], notes: [], errorMessage })
    }
  }
  return answers
}

const isSomeDone = (answers: readonly BatchAnswer[]) => answers.some(({ draftId }) => draftId !== null)

/** The message for one file when the database went away, or found no room for it; null for any other error. */
function outageOf(error: unknown): string | null {
  if (error instanceof CommitOutcomeUnknown)
    return 'The connection was lost. We do not know yet whether a draft was created from this file. Send it again: only one draft is created.'
  if (isDiskFull(error))
    return 'The disk of the server is full, and no draft was created from this file. Tell an administrator.'
  if (error instanceof DatabaseUnavailable)
    return 'The database cannot be reached just now, and no draft was created from this file this time. Send it again in a minute.'
  return null
}
