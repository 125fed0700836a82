import type { Database } from 'db/database'
import { stagedFile, stagedFileChunk } from 'db/schema/file-formats'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { UserContext } from '~/areas/access/user-context'
import type { ReadAt, TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { CONTROL_TITLE, type NamedBytes } from './control-upload'

/** How long the files of a refused upload are kept, in ms. */
const KEPT_MS = 60 * 60_000
const CHUNK_BYTES = 256 * 1024

/** The services that keeping files needs. */
interface StagingSite {
  database: Pick<Database, 'transaction'>
  ids: { token(bytes: number): string }
  clock: () => Date
}

interface SentFiles {
  files: readonly NamedBytes[]
  /** The files of a refused upload, which count where no others were chosen; '' for none. */
  staged: string
}

/**
 * Does the work with the files that were sent, or with those that an earlier refusal kept. If it is refused, the files
 * stay on the server for an hour, and the refusal names them.
 * @param site the process's services: to a request's own, the kept files would be something that it stored
 */
export async function withStagedFiles<Answer>(
  context: UserContext,
  { database, ids, clock }: StagingSite,
  { files, staged }: SentFiles,
  work: (files: readonly NamedBytes[]) => Promise<Answer>,
): Promise<Answer> {
  const { actor } = context
  const isStaged = files.length === 0 && staged !== ''
  const used = isStaged ? await stagedFiles(context, actor.id, staged) : files
  try {
    return await work(used)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid' || used.length === 0) throw error
    const setId = isStaged ? staged : ids.token(16)
    // Beside the request's own work: nothing of the upload is stored, and its key may be used again.
    if (!isStaged)
      await database.transaction((tx) =>
        stageFiles({ tx, now: clock() }, { userId: actor.id, setId, files: used }),
      )
    throw new DomainError(error.code, error.message, {
      ...error.options,
      details: {
        ...error.options.details,
        staged: setId,
        stagedFiles: used.map(({ fileName }) => fileName),
      },
    })
  }
}

/** Keeps files for an hour, from which a format is to be taught. @returns by what they are found again */
export async function keepFiles(
  { actor }: UserContext,
  { database, ids, clock }: StagingSite,
  files: readonly NamedBytes[],
): Promise<string> {
  const setId = ids.token(16)
  await database.transaction((tx) => stageFiles({ tx, now: clock() }, { userId: actor.id, setId, files }))
  return setId
}

/** Keeps the files of a user's refused upload for an hour, in place of those before. */
async function stageFiles(
  { tx, now }: TransactionAt,
  { userId, setId, files }: { userId: number; setId: string; files: readonly NamedBytes[] },
): Promise<void> {
  await tx.delete(stagedFile).where(eq(stagedFile.userId, userId))
  const expiresAt = new Date(now.getTime() + KEPT_MS)
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
export async function stagedFiles(
  { read, now }: ReadAt,
  userId: number,
  setId: string,
): Promise<NamedBytes[]> {
  const files = await read
    .select()
    .from(stagedFile)
    .where(and(eq(stagedFile.setId, setId), eq(stagedFile.userId, userId), gt(stagedFile.expiresAt, now)))
    .orderBy(asc(stagedFile.position))
  if (files.length === 0)
    throw new DomainError(
      'refused',
      'The files are no longer on the server: they are kept for one hour, or until a newer upload is refused. Choose them again.',
      { title: CONTROL_TITLE, fields: { files: 'Choose the files again.' } },
    )
  const chunks = await read
    .select()
    .from(stagedFileChunk)
    .where(eq(stagedFileChunk.setId, setId))
    .orderBy(asc(stagedFileChunk.position), asc(stagedFileChunk.seq))
  return files.map(({ position, fileName, scannedBy }) => ({
    fileName,
    scannedBy,
    bytes: new Uint8Array(
      Buffer.concat(chunks.flatMap((chunk) => (chunk.position === position ? [chunk.bytes] : []))),
    ),
  }))
}

/** Drops files whose hour is over. */
export async function sweepStagedFiles({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(stagedFile).where(lte(stagedFile.expiresAt, now))
}
