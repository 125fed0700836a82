import { createHash } from 'node:crypto'
import type { Database } from 'db/database'
import { stagedFile, stagedFileChunk } from 'db/schema/documents'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { ReadAt, TransactionAt } from '~/platform/values/context.server'
import { DomainError, type DomainErrorCode } from '~/platform/values/domain-error'

/** How long the files of a refused upload are kept, in ms. */
const KEPT_MS = 60 * 60_000
const CHUNK_BYTES = 256 * 1024

/** After these refusals the form can be corrected, or sent again, with the same files. */
const KEPT_AFTER: readonly DomainErrorCode[] = ['invalid', 'conflict']

/** A file as it was sent, or as it is kept. */
interface SentFile {
  fileName: string
  bytes: Uint8Array
  /** The virus scanner that found nothing in it; null or missing when it was not scanned. */
  scannedBy?: string | null
}

/** A file of a form, sent now or before. */
interface FormFile extends SentFile {
  field: string
  scannedBy: string | null
}

/** The services that keeping files needs. */
interface StagingSite {
  database: Pick<Database, 'transaction'>
  ids: { token(bytes: number): string }
  clock: () => Date
}

interface Sender {
  actor: { id: number }
}

interface SentFiles {
  files: readonly FormFile[]
  /** The files of a refused upload, which count where no others were chosen; '' for none. */
  staged: string
}

/**
 * Does the work with the files that were sent, or with those that an earlier refusal kept. If it is refused so that the
 * form can be corrected, the files stay on the server for an hour, and the refusal names them.
 * @param site the process's services: to a request's own, the kept files would be something that it stored
 */
export async function withStagedFiles<Answer>(
  sender: Sender & ReadAt,
  { database, ids, clock }: StagingSite,
  { files, staged }: SentFiles,
  work: (files: FormFile[]) => Promise<Answer>,
): Promise<Answer> {
  const userId = sender.actor.id
  const isStaged = files.length === 0 && staged !== ''
  const used = isStaged ? await stagedFiles(sender, userId, staged) : [...files]
  try {
    return await work(used)
  } catch (error) {
    const isKept = error instanceof DomainError && KEPT_AFTER.includes(error.code) && used.length > 0
    if (!isKept) throw error
    const setId = isStaged ? staged : setIdOf(ids.token(16), used)
    // Beside the request's own work: nothing of the upload is stored, and its key may be used again.
    if (!isStaged)
      await database.transaction((tx) => stageFiles({ tx, now: clock() }, { userId, setId, files: used }))
    throw new DomainError(error.code, error.message, {
      ...error.options,
      details: { ...error.options.details, ...stagedDetails(setId, used) },
    })
  }
}

/** The kept files, as the details of a refusal name them. */
const stagedDetails = (setId: string, files: readonly Pick<SentFile, 'fileName'>[]) => ({
  staged: setId,
  stagedFiles: files.map(({ fileName }) => fileName),
})

/** Keeps files for an hour, from which a format is to be taught, or which are to be sent again. @returns their set */
export async function keepFiles(
  { actor }: Sender,
  { database, ids, clock }: StagingSite,
  files: readonly SentFile[],
): Promise<string> {
  const setId = setIdOf(ids.token(16), files)
  await database.transaction((tx) => stageFiles({ tx, now: clock() }, { userId: actor.id, setId, files }))
  return setId
}

/** The id of a set of files has the hash of what they are: they cannot be replaced in the database while they wait. */
function setIdOf(token: string, files: readonly SentFile[]): string {
  const hash = createHash('sha256')
  for (const { fileName, bytes } of files)
    hash.update(`${JSON.stringify(fileName)} ${bytes.byteLength} `).update(bytes)
  return `${token}.${hash.digest('base64url')}`
}

/** Keeps a set of files until an instant, also when a newer upload is refused. */
export async function keepUntil(
  { tx }: Pick<TransactionAt, 'tx'>,
  { userId, setId, until }: { userId: number; setId: string; until: Date },
): Promise<void> {
  await tx
    .update(stagedFile)
    .set({ expiresAt: until })
    .where(and(eq(stagedFile.setId, setId), eq(stagedFile.userId, userId)))
}

/** Drops a set of files that is no longer needed. */
export async function dropStaged({ tx }: Pick<TransactionAt, 'tx'>, setId: string): Promise<void> {
  await tx.delete(stagedFile).where(eq(stagedFile.setId, setId))
}

/** Keeps the files of a user's refused upload for an hour, in place of those before. */
async function stageFiles(
  { tx, now }: TransactionAt,
  { userId, setId, files }: { userId: number; setId: string; files: readonly SentFile[] },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  // Those that are kept for longer wait for something else.
  await tx.delete(stagedFile).where(and(eq(stagedFile.userId, userId), lte(stagedFile.expiresAt, expiresAt)))
  for (const [position, { fileName, bytes, scannedBy = null }] of files.entries()) {
    const size = bytes.byteLength
    await tx.insert(stagedFile).values({ setId, position, userId, fileName, size, scannedBy, expiresAt })
    for (let seq = 0; seq * CHUNK_BYTES < size; seq += 1)
      await tx.insert(stagedFileChunk).values({
        setId,
        position,
        seq,
        bytes: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES),
      })
  }
}

/** The kept files of a user's refused upload. @throws DomainError refused when they are no longer there */
export async function stagedFiles({ read, now }: ReadAt, userId: number, setId: string): Promise<FormFile[]> {
  const files = await read
    .select()
    .from(stagedFile)
    .where(and(eq(stagedFile.setId, setId), eq(stagedFile.userId, userId), gt(stagedFile.expiresAt, now)))
    .orderBy(asc(stagedFile.position))
  const chunks = await read
    .select()
    .from(stagedFileChunk)
    .where(eq(stagedFileChunk.setId, setId))
    .orderBy(asc(stagedFileChunk.position), asc(stagedFileChunk.seq))
  const staged = files.map(({ position, fileName, scannedBy }) => ({
    field: 'files',
    fileName,
    scannedBy,
    bytes: new Uint8Array(
      Buffer.concat(chunks.flatMap((chunk) => (chunk.position === position ? [chunk.bytes] : []))),
    ),
  }))
  const [token = ''] = setId.split('.')
  if (staged.length === 0 || setIdOf(token, staged) !== setId)
    throw new DomainError(
      'refused',
      'The files are no longer on the server: they are kept for one hour, or until a newer upload is refused. Choose them again.',
      { fields: { files: 'Choose the files again.' } },
    )
  return staged
}

/** Drops files whose hour is over. */
export async function sweepStagedFiles({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(stagedFile).where(lte(stagedFile.expiresAt, now))
}
