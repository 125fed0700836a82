import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { navMatching } from 'db/schema/nav-checks'
import { desc, eq, or } from 'drizzle-orm'
import type { UserWork } from '~/areas/access/user-context'
import { storeDocuments } from '~/platform/files/read-content.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { voidApprovals } from '../checks.server'
import type { NamedBytes } from '../control/control-upload'
import { type ControlSite, refuseWhenReadOnly } from '../control/run-control.server'
import { figuresJson } from '../control/store-control.server'
import { uploadDigest } from '../control/upload-digest'
import { formatOfControl, MATCHING_NEEDS_CONTROL, openControlId } from '../nav'
import { navFacts } from '../nav-facts.server'
import { BREAK_KINDS } from './breaks'
import { breaksToStore, storeBreaks } from './breaks.server'
import { MATCHING_TITLE, type MatchingOutcome } from './matching'
import { readPositions } from './read-positions.server'

export interface LatestMatching {
  id: number
  round: number
  at: Date
  who: string
  controlId: number
  resultDocumentId: number
  counts: Record<MatchingOutcome, number>
  breakCount: number
  /** The file format that read the file; null for FUNDESK. */
  formatCode: string | null
  formatVersion: number | null
}

/** The newest matching of a NAV; null when there is none. */
export async function latestMatching(read: Read, fundNavId: number): Promise<LatestMatching | null> {
  const [row] = await read
    .select({
      id: navMatching.id,
      round: navMatching.round,
      at: navMatching.at,
      who: appUser.userName,
      controlId: navMatching.controlId,
      resultDocumentId: navMatching.resultDocumentId,
      counts: navMatching.counts,
      formatCode: navMatching.formatCode,
      formatVersion: navMatching.formatVersion,
    })
    .from(navMatching)
    .innerJoin(appUser, eq(appUser.id, navMatching.userId))
    .where(eq(navMatching.fundNavId, fundNavId))
    .orderBy(desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  if (!row) return null
  const counts = row.counts as LatestMatching['counts']
  const breakCount = BREAK_KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  return { ...row, counts, breakCount }
}

/** The document of matching.xlsx: of a matching, or of the newest matching of a NAV. Ids of objects are never equal. */
export async function matchingDocument(read: Read, matchingOrNavId: number): Promise<number> {
  const [row] = await read
    .select({ documentId: navMatching.resultDocumentId })
    .from(navMatching)
    .where(or(eq(navMatching.id, matchingOrNavId), eq(navMatching.fundNavId, matchingOrNavId)))
    .orderBy(desc(navMatching.at), desc(navMatching.id))
    .limit(1)
  if (!row)
    throw new DomainError('not-found', 'There is no matching yet. Upload one from the page of the NAV.')
  return row.documentId
}

export interface MatchingRun {
  matchingId: number
  fundNavId: number
  counts: Record<MatchingOutcome, number>
  /** The file format that read the file; null for FUNDESK. */
  formatCode: string | null
  formatVersion: number | null
}

export interface MatchingUpload {
  fundNavId: number
  files: readonly NamedBytes[]
  /** The code of the file format to read it by; missing or '' for whichever does. */
  format?: string
}

/**
 * Matches the management company's workbook against the NAV's current control and stores both workbooks, and the breaks
 * with their earlier owners, statuses and comments. After Submit the approvals are voided; the same key twice matches
 * once.
 */
export async function runMatching(
  work: UserWork,
  { workers }: Pick<ControlSite, 'workers'>,
  { fundNavId, files, format = '' }: MatchingUpload,
): Promise<MatchingRun> {
  const { read, actor } = work
  const [file, ...others] = files
  if (!file || others.length > 0)
    throw new DomainError(
      'invalid',
      'Choose exactly 1 Excel file: the positions of the management company.',
      {
        title: MATCHING_TITLE,
        fields: { files: 'Choose exactly 1 Excel file' },
      },
    )
  const nav = await navFacts(read, fundNavId)
  const before = await instanceById(read, fundNavId)
  refuseWhenReadOnly(actor, before)
  const controlId = openControlId(nav, before)
  const figures = controlId === null ? null : await figuresJson(read, controlId)
  if (controlId === null || figures === null)
    throw new DomainError('refused', MATCHING_NEEDS_CONTROL, { title: MATCHING_TITLE })
  const { json, format: by } = await readPositions(work, workers, { nav, file, format })
  const { workbook, counts, breaks } = await workers.run('match', [figures, json, work.now], file.fileName)

  const readBy = { formatCode: by?.code ?? null, formatVersion: by?.version ?? null }
  const action = `matching ${fundNavId} ${uploadDigest(files)}`
  return work.transaction((context) =>
    withIdempotencyKey(context, action, async () => {
      const { tx, now } = context
      let instance = await lockInstance(tx, fundNavId)
      refuseWhenReadOnly(actor, instance)
      const navNow = await navFacts(tx, fundNavId)
      if (openControlId(navNow, instance) !== controlId)
        throw new DomainError(
          'conflict',
          'A new control has run in the meantime. Upload the matching file again.',
          { title: MATCHING_TITLE },
        )
      instance = await voidApprovals(context, instance, `new matching by ${actor.fullName}`)
      const common = { objectKind: 'nav', objectId: fundNavId, createdBy: actor.id, now }
      const [uploadDocumentId, resultDocumentId] = await storeDocuments(tx, [
        { ...common, ...file, fileType: 'Matching upload' },
        { ...common, fileType: 'Matching', fileName: 'matching.xlsx', bytes: workbook },
      ])
      if (uploadDocumentId === undefined || resultDocumentId === undefined)
        throw new Error('The matching was not stored')
      const stored = await breaksToStore(tx, navNow, breaks)
      const [row] = await tx
        .insert(navMatching)
        .values({
          fundNavId,
          controlId,
          round: instance.round,
          uploadDocumentId,
          resultDocumentId,
          userId: actor.id,
          at: now,
          counts,
          ...readBy,
        })
        .returning({ id: navMatching.id })
      if (!row) throw new Error('The matching was not stored')
      await storeBreaks(tx, row.id, stored)
      const format = formatOfControl(readBy)
      const outcomes = Object.entries(counts).filter(([, count]) => count > 0)
      await recordAct(tx, instance, {
        name: 'matching',
        to: instance,
        who: actor,
        log: `Matching of ${file.fileName}${format === null ? '' : `, read by ${format}`}: ${outcomes.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`,
        data: {
          matchingId: row.id,
          controlId,
          breaks: digestOf(stored),
          ...(by && { format: by.code, formatVersion: by.version }),
        },
        now,
      })
      return { matchingId: row.id, fundNavId, counts, ...readBy }
    }),
  )
}

/** SHA-256 of the breaks as they were stored, their fields in alphabetical order: the event proves them. */
function digestOf(breaks: readonly object[]): string {
  const rows = breaks.map((each) => JSON.stringify(each, Object.keys(each).sort()))
  return createHash('sha256').update(rows.join('\n')).digest('hex')
}
