import { createHash } from 'node:crypto'
import { importTrial, importTrialChunk } from 'db/schema/lookups'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWork } from '~/areas/access/user-context'
import { SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { PROCESS_SHEETS } from '~/areas/processes/definitions/definition-columns'
import { lockProcesses } from '~/areas/processes/generate-processes.server'
import { WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import type { ReadAt, TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import type { Workbook } from '~/platform/workbooks/workbook'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { applyImport } from './apply-import.server'
import { planImport } from './plan-import.server'
import { readReference } from './read-reference'
import { type ImportReport, reportOf, type Trial } from './report'

/** How long the workbook of a dry run is kept, in ms. */
const KEPT_MS = 60 * 60_000
const CHUNK_BYTES = 256 * 1024

/** Hash of the changes of a report: it differs where the same workbook would have another effect by now. */
function planHash({ changes, sheets }: Pick<ImportReport, 'changes' | 'sheets'>): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify({ changes, sheets }))))
    .digest('hex')
}

/** Keeps the workbook of a user's dry run for an hour, in place of the one before. */
export async function storeDryRun(
  { tx, now }: TransactionAt,
  userId: number,
  { name, bytes }: { name: string; bytes: Uint8Array },
  report: ImportReport,
): Promise<Trial> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const trial = {
    fileName: name,
    sha256,
    size: bytes.byteLength,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  }
  await tx
    .insert(importTrial)
    .values({ userId, ...trial })
    .onConflictDoUpdate({ target: importTrial.userId, set: trial })
  await tx.delete(importTrialChunk).where(eq(importTrialChunk.userId, userId))
  for (let seq = 0; seq * CHUNK_BYTES < bytes.byteLength; seq++)
    await tx.insert(importTrialChunk).values({
      userId,
      seq,
      bytes: bytes.subarray(seq * CHUNK_BYTES, (seq + 1) * CHUNK_BYTES),
    })
  return { sha256, plan: planHash(report) }
}

/**
 * The workbook of this user's dry run.
 * @throws DomainError refused when it is no longer kept, or is another one than was shown
 */
export async function storedDryRun(
  { read, now }: ReadAt,
  userId: number,
  sha256: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const own = and(
    eq(importTrial.userId, userId),
    eq(importTrial.sha256, sha256),
    gt(importTrial.expiresAt, now),
  )
  const chunks = await read
    .select({ name: importTrial.fileName, bytes: importTrialChunk.bytes })
    .from(importTrial)
    .innerJoin(importTrialChunk, eq(importTrialChunk.userId, importTrial.userId))
    .where(own)
    .orderBy(asc(importTrialChunk.seq))
  const [first] = chunks
  const bytes = new Uint8Array(Buffer.concat(chunks.map((chunk) => chunk.bytes)))
  if (!first || createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new DomainError(
      'refused',
      'The workbook of this dry run is no longer available: it is kept for one hour or until a newer dry run. Nothing was imported. Choose the file again.',
      { title: 'File cannot be integrated, see error.' },
    )
  return { name: first.name, bytes }
}

/** Drops workbooks whose hour is over. */
export async function sweepTrials({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(importTrial).where(lte(importTrial.expiresAt, now))
}

interface ImportServices {
  workers: Pick<ControlWorkers, 'run'>
}

const TITLE = 'File cannot be integrated, see error.'

/** Largest reference data workbook, in bytes. */
export const IMPORT_LIMIT = WORKBOOK_BYTES

/**
 * Imports a reference data workbook: all sheets in one transaction, or nothing. A dry run stores nothing and reports
 * every change.
 * @param work of a user with administration update (the caller has checked), or of the command line
 * @param plan hash of the changes that a dry run showed: other changes are refused
 * @throws DomainError conflict when the data changed since that dry run; too-large, or invalid with every fault as
 * `sheet!cell: what`
 */
export async function runImport(
  work: UserWork<Actor | null>,
  { workers }: ImportServices,
  file: { name: string; bytes: Uint8Array },
  { dryRun, plan: expected }: { dryRun: boolean; plan?: string },
): Promise<ImportReport> {
  const { actor } = work
  if (file.bytes.length > IMPORT_LIMIT)
    throw new DomainError(
      'too-large',
      `${file.name} is larger than 20 MB. Split it into several workbooks.`,
      {
        title: 'File size error',
      },
    )
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const name = file.name.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
  const { json } = await workers.run('readSheets', [file])
  const reference = readReference(JSON.parse(json) as Workbook)
  if (reference.sheets.size === 0 && reference.faults.length === 0)
    throw new DomainError(
      'invalid',
      `${file.name} has no sheet of reference data. Choose a workbook with one of the sheets ${SHEET_NAMES.join(', ')}.`,
      { title: TITLE, list: reference.notes },
    )
  if (dryRun) return reportOf(await planImport(work, reference), name, true)
  return work.transaction(async (context) => {
    const { tx } = context
    async function store() {
      await oneAtATime(tx)
      // Changes that depend on existing dates are planned by them: this waits for a transaction that creates some.
      if (Object.keys(PROCESS_SHEETS).some((sheet) => reference.sheets.has(sheet as SheetName)))
        await lockProcesses(tx)
      const plan = await planImport(context, reference)
      if (expected !== undefined && planHash(reportOf(plan, name, true)) !== expected)
        throw new DomainError(
          'conflict',
          'The data changed after this dry run, so the result would now be different. Nothing was imported. Choose the file again, and check a new dry run first.',
          { title: TITLE },
        )
      const followed = await applyImport(context, plan, { file: name, sha256 })
      return reportOf({ ...plan, notes: [...plan.notes, ...followed] }, name, false)
    }
    return actor ? withIdempotencyKey({ ...context, actor }, `import ${sha256}`, store) : store()
  })
}
