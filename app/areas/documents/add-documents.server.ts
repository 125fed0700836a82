import { createHash } from 'node:crypto'
import type { Actor } from '~/areas/access/actor'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import { acceptedKind } from '~/platform/files/file-kind'
import { displayName, FILE_TYPES, type FileType } from '~/platform/files/file-types'
import { storeDocuments } from '~/platform/files/read-content.server'
import { type Accepted, ONE_FILE_ERROR, rulesOf } from '~/platform/files/upload-rules'
import { DomainError } from '~/platform/values/domain-error'
import { storedAnswer, withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { mayOnKind, whyNotAdded } from './document-rights.server'

export interface NewFile {
  /** As received. */
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when it was not scanned. */
  scannedBy?: string | null
}

/**
 * The files to store: one with the name of an earlier one is ignored (specification, section 5).
 * @throws DomainError with a line for each refused file; then none is stored
 */
async function filesToAdd(files: readonly NewFile[], fileType: string): Promise<NewFile[]> {
  const { accepted, most, title } = rulesOf(fileType)
  const named = files.filter(
    ({ fileName }, at) => files.findIndex((each) => each.fileName === fileName) === at,
  )
  if (named.length === 0) throw missing(most, accepted, title)
  if (named.length > most)
    throw new DomainError(
      'invalid',
      `${named.length} files were sent; ${most === 1 ? 'one file is' : `${most} files are`} accepted here. Send fewer.`,
      { title },
    )
  const lines: string[] = []
  for (const file of named)
    await acceptedKind(file, accepted, title).catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      lines.push(error.message)
    })
  const [first, ...others] = lines
  if (first === undefined) return named
  if (named.length === 1) throw new DomainError('invalid', first, { title })
  const stored = named.length > lines.length ? ' No file was saved: send the others again.' : ''
  throw new DomainError(
    'invalid',
    others.length === 0 ? `${first}${stored}` : `${lines.length} files were refused.${stored}`,
    {
      title,
      ...(others.length > 0 ? { list: lines } : {}),
    },
  )
}

function missing(most: number, { formats }: Accepted, title: string): DomainError {
  const what = most === 1 ? `one ${formats} file` : 'at least one file'
  return new DomainError('invalid', `Choose ${what}.`, { title, fields: { files: `Choose ${what}` } })
}

/** "OTHER: statement.pdf", as the history of an object shows it. */
export function documentLabel({ fileType, fileName }: { fileType: string; fileName: string }): string {
  return `${fileType}: ${displayName(fileName)}`
}

export interface DocumentsToAdd {
  /** A NAV, draft or invoice. */
  objectId: number
  /** One of FILE_TYPES; OTHER unless given. */
  fileType?: string
  files: readonly NewFile[]
}

/**
 * Adds documents to an object: all of the files or none. Each is an event of the object's chain, with name, type and
 * SHA-256, and leaves the object where it is. Sent again, it returns what was stored then.
 * @returns the ids in the order of the files; a file with the name of an earlier one is ignored
 * @throws DomainError for users without the right, at the completion step, and for files of other kinds: titled as in
 * the specification
 */
export async function addDocuments(
  work: UserWork,
  { objectId, fileType = FILE_TYPES.other, files }: DocumentsToAdd,
): Promise<number[]> {
  const { read, actor, transaction } = work
  const { title } = rulesOf(fileType)
  // Different files are a different upload, even from a form restored by the browser.
  const action = `add ${fileType} ${objectId} ${digestOf(files)}`
  // A user who may not add is refused before the upload is examined; the state counts under the lock.
  const seen = await instanceById(read, objectId)
  refuseStranger(actor, seen, title)
  const why = whyNotAdded(actor, seen, fileType)
  const before = why && (await storedAnswer<number[]>(work, action))
  if (before) return before
  refuse(why, title)
  const taken = await filesToAdd(files, fileType)
  return transaction((context) =>
    withIdempotencyKey(context, action, () => store(context, { objectId, fileType, files: taken })),
  )
}

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** The hash over names and contents of files. */
const digestOf = (files: readonly NewFile[]) =>
  sha256(JSON.stringify(files.map(({ fileName, bytes }) => [fileName, sha256(bytes)])))

async function store(
  { tx, actor, now }: UserWriteContext,
  { objectId, fileType, files }: Required<DocumentsToAdd>,
): Promise<number[]> {
  const instance = await lockInstance(tx, objectId)
  refuse(whyNotAdded(actor, instance, fileType), rulesOf(fileType).title)
  const ids = await storeDocuments(
    tx,
    files.map(({ fileName, bytes, scannedBy }) => ({
      objectKind: instance.kind,
      objectId,
      fileType,
      fileName,
      bytes,
      scannedBy,
      createdBy: actor.id,
      now,
    })),
  )
  for (const [at, { fileName, bytes, scannedBy }] of files.entries())
    await recordAct(tx, instance, {
      name: 'add document',
      to: instance,
      who: actor,
      log: documentLabel({ fileType, fileName }),
      data: {
        documentId: ids[at] ?? null,
        fileName,
        fileType,
        sha256: sha256(bytes),
        size: bytes.byteLength,
        scannedBy: scannedBy ?? null,
      },
      now,
    })
  return ids
}

/** A user who may not see an object learns nothing about it, neither its state nor its rules. */
function refuseStranger(actor: Actor, at: Instance, title: string): void {
  if (!mayOnKind(actor, at.kind))
    throw new DomainError(
      'forbidden',
      'You are not authorised for the page of this object. Ask an administrator for access.',
      { title },
    )
}

function refuse(why: DomainError | null, title: string): void {
  if (why) throw new DomainError(why.code, why.message, { title })
}

interface OneFile {
  draftId: number
  /** Exactly one; more are refused. */
  files: readonly NewFile[]
}

/** Adds the client's authorisation to a draft: one PDF or Excel file. Returns the document's id. */
export function addProof(work: UserWork, one: OneFile): Promise<number> {
  return addOne(work, one, FILE_TYPES.proof)
}

/** Adds a backup document to a draft: one PDF or Excel file. Returns the document's id. */
export function addBackup(work: UserWork, one: OneFile): Promise<number> {
  return addOne(work, one, FILE_TYPES.backup)
}

async function addOne(work: UserWork, { draftId, files }: OneFile, fileType: FileType): Promise<number> {
  const { kind } = await instanceById(work.read, draftId)
  if (kind !== 'draft')
    throw new DomainError('not-found', `There is no draft ${draftId}. Reload the list.`, {
      title: ONE_FILE_ERROR,
    })
  const [id] = await addDocuments(work, { objectId: draftId, fileType, files })
  if (id === undefined) throw new Error('The document was not stored')
  return id
}
