import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { document } from 'db/schema/documents'
import { reason } from 'db/schema/lookups'
import { navControl, navControlFile } from 'db/schema/navs'
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { DomainError } from '~/platform/values/domain-error'
import { AFTER_SENDING_REASON, type ResultCounts, SOURCE_REASON } from '../nav'

/** The control to show: the requested one, else the NAV's current one, else its newest; null without any. */
export function selectedControl<Control extends { id: number }>(
  controls: readonly Control[],
  requested: number | null,
  currentId: number | null,
): Control | null {
  const wanted = requested ?? currentId
  return controls.find(({ id }) => id === wanted) ?? controls[0] ?? null
}

/** A control of a NAV (specification: Control, without its rule results). */
export interface ControlRow extends ResultCounts {
  id: number
  fundNavId: number
  round: number
  uploadType: string
  definition: string
  submissionDate: Date
  submissionComment: string
  reasonCode: string
  reasonDisplay: string
  userName: string
  /** Of the user. */
  fullName: string | null
  /** Of the rules that it ran; 1 had 32. */
  engineVersion: number
  /** The file format that read its files, and its version; null for FUNDESK. */
  formatCode: string | null
  formatVersion: number | null
  hasReport: boolean
  previousControlId: number | null
  files: { id: number; fileName: string; file_type: string }[]
  /** The latest earlier control of the NAV that ran on the same files, byte by byte. */
  sameFilesAs: { id: number; submissionDate: Date } | null
}

/** The hashes of each control's files as one text, oldest control first. */
function hashesOf(read: Read, fundNavIds: readonly number[]) {
  return read
    .select({
      id: navControl.id,
      submissionDate: navControl.submittedAt,
      fundNavId: navControl.fundNavId,
      hashes: sql<string>`string_agg(${document.sha256}, ' ' order by ${document.sha256})`,
    })
    .from(navControl)
    .innerJoin(navControlFile, eq(navControlFile.controlId, navControl.id))
    .innerJoin(document, eq(document.id, navControlFile.documentId))
    .where(and(inArray(navControl.fundNavId, [...fundNavIds]), isNull(navControl.navErrorId)))
    .groupBy(navControl.id, navControl.submittedAt, navControl.fundNavId)
    .orderBy(asc(navControl.submittedAt), asc(navControl.id))
}

/** What tells the files of an upload from others, whatever their names and order. */
export const hashesOfFiles = (files: readonly { bytes: Uint8Array }[]): string[] =>
  files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')).sort()

/**
 * The last control of a NAV that ran on the same files; null when none did.
 * @param own `hashesOfFiles`
 */
export async function lastWithFiles(
  read: Read,
  fundNavId: number,
  own: readonly string[],
): Promise<ControlRow['sameFilesAs']> {
  const found = (await hashesOf(read, [fundNavId])).findLast(({ hashes }) => hashes === own.join(' '))
  return found ? { id: found.id, submissionDate: found.submissionDate } : null
}

/** For each control of these NAVs the last one before it that ran on the same files. */
async function repeatedFiles(
  read: Read,
  fundNavIds: readonly number[],
): Promise<ReadonlyMap<number, ControlRow['sameFilesAs']>> {
  const last = new Map<string, { id: number; submissionDate: Date }>()
  return new Map(
    (await hashesOf(read, fundNavIds)).map(({ id, submissionDate, fundNavId, hashes }) => {
      const before = last.get(`${fundNavId} ${hashes}`) ?? null
      last.set(`${fundNavId} ${hashes}`, { id, submissionDate })
      return [id, before]
    }),
  )
}

const ofNav = (fundNavId: number) => eq(navControl.fundNavId, fundNavId)

/** All controls of a NAV, newest first; corrected files of an NAV error are kept with the case. */
export function controlsOf(read: Read, fundNavId: number): Promise<ControlRow[]> {
  return controlsWhere(read, and(ofNav(fundNavId), isNull(navControl.navErrorId)))
}

/** One control; "not-found" when there is none. */
export async function controlById(read: Read, controlId: number): Promise<ControlRow> {
  const [control] = await controlsWhere(read, eq(navControl.id, controlId))
  if (!control) throw new DomainError('not-found', `There is no control ${controlId}. Open it from its NAV.`)
  return control
}

/** @throws DomainError not-found unless the control is one of this NAV */
export async function refuseForeignControl(read: Read, fundNavId: number, controlId: number): Promise<void> {
  const isItsOwn = and(eq(navControl.id, controlId), ofNav(fundNavId))
  if ((await read.$count(navControl, isItsOwn)) === 0)
    throw new DomainError('not-found', `There is no control ${controlId} of this NAV. Open it from its NAV.`)
}

/** Reasons that only the system gives. */
const OWN_REASONS: Readonly<Record<string, string>> = {
  [SOURCE_REASON]: 'Second source',
  [AFTER_SENDING_REASON]: 'Second source, after sending',
}

async function controlsWhere(read: Read, condition: SQL | undefined): Promise<ControlRow[]> {
  const controls = await read
    .select({
      id: navControl.id,
      fundNavId: navControl.fundNavId,
      round: navControl.round,
      uploadType: navControl.uploadType,
      definition: navControl.definition,
      submissionDate: navControl.submittedAt,
      submissionComment: navControl.comment,
      reasonCode: navControl.reasonCode,
      reasonDisplay: reason.display,
      userName: sql<string>`coalesce(${appUser.userName}, 'SYSTEM')`,
      fullName,
      okCount: navControl.okCount,
      nokCount: navControl.nokCount,
      justifiedCount: navControl.justifiedCount,
      notApplicableCount: navControl.notApplicableCount,
      engineVersion: navControl.engineVersion,
      formatCode: navControl.formatCode,
      formatVersion: navControl.formatVersion,
      previousControlId: navControl.previousControlId,
    })
    .from(navControl)
    .leftJoin(appUser, eq(appUser.id, navControl.userId))
    .leftJoin(reason, eq(reason.code, navControl.reasonCode))
    .where(condition)
    .orderBy(desc(navControl.submittedAt), desc(navControl.id))
  if (controls.length === 0) return []
  const files = await read
    .select({
      controlId: navControlFile.controlId,
      id: document.id,
      fileName: document.fileName,
      file_type: navControlFile.fileType,
    })
    .from(navControlFile)
    .innerJoin(document, eq(document.id, navControlFile.documentId))
    .where(
      inArray(
        navControlFile.controlId,
        controls.map(({ id }) => id),
      ),
    )
    .orderBy(asc(navControlFile.controlId), asc(navControlFile.fileIndex))
  const repeated = await repeatedFiles(read, [...new Set(controls.map(({ fundNavId }) => fundNavId))])
  return controls.map((control) => ({
    ...control,
    reasonDisplay: control.reasonDisplay ?? OWN_REASONS[control.reasonCode] ?? control.reasonCode,
    hasReport: control.nokCount > 0,
    files: files.filter(({ controlId }) => controlId === control.id).map(({ controlId: _, ...file }) => file),
    sameFilesAs: repeated.get(control.id) ?? null,
  }))
}
