import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { document, documentContent } from 'db/schema/documents'
import { navErrorControl, navErrorDeal, navErrorDealFile } from 'db/schema/nav-errors'
import { navControlFile } from 'db/schema/navs'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { UserContext } from '~/areas/access/user-context'
import { csvText } from '~/platform/exports/csv'
import type { ZippedFile } from '~/platform/exports/zip'
import { readContent } from '~/platform/files/read-content.server'
import type { Day } from '~/platform/values/day'
import { casePaper, type Paperwork } from './case-papers.server'
import { publishedDates } from './published.server'
import { caseById } from './read-case.server'

/** What an auditor needs of a case, in one archive: its papers, the files behind it, its deals, and the hash of each. */

const PAPERS: readonly Paperwork[] = ['notification', 'report', 'compensation']

/**
 * The files of the archive, in its order; the same state gives the same bytes.
 * @throws DomainError not-found; refused before the case is quantified, before anything is sent
 */
export async function auditorFile(
  context: UserContext,
  id: number,
): Promise<{ name: string; files: () => AsyncGenerator<ZippedFile> }> {
  const { read } = context
  const found = await caseById(read, id)
  const papers = await Promise.all(PAPERS.map((paper) => casePaper(context, id, paper)))
  const at = papers[0]?.createdAt ?? context.now
  const dates = await publishedDates(context, found)
  const stored = [
    ...(await filesOf(
      read,
      'published',
      dates.flatMap(({ date, controlId }) => (controlId === null ? [] : [{ date, controlId }])),
    )),
    ...(await filesOf(read, 'corrected', await correctedControls(read, id))),
  ]
  const deals = await dealLines(read, id)
  async function* files(): AsyncGenerator<ZippedFile> {
    const sums: string[] = []
    const hashed = (name: string, bytes: Uint8Array) => {
      sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`)
      return { name, bytes, at }
    }
    for (const { fileName, bytes } of papers) yield hashed(fileName, bytes)
    if (deals !== null) yield hashed('deals.csv', Buffer.from(deals))
    for (const { name, sha256, size } of stored) yield hashed(name, await bytesOf(read, { sha256, size }))
    yield { name: 'SHA256SUMS', bytes: Buffer.from(`${sums.join('\n')}\n`), at }
  }
  return { name: `auditor_${found.fundCode}_${id}.zip`, files }
}

interface FileOfCase {
  name: string
  sha256: string
  size: number
}

/** The files of controls, such as "published/2026-10-30/control_812/1_NAV.xlsx": file names may repeat. */
async function filesOf(
  read: Read,
  folder: string,
  controls: readonly { date: Day; controlId: number }[],
): Promise<FileOfCase[]> {
  if (controls.length === 0) return []
  const rows = await read
    .select({
      controlId: navControlFile.controlId,
      index: navControlFile.fileIndex,
      name: document.fileName,
      sha256: document.sha256,
      size: documentContent.size,
    })
    .from(navControlFile)
    .innerJoin(document, eq(document.id, navControlFile.documentId))
    .innerJoin(documentContent, eq(documentContent.sha256, document.sha256))
    .where(
      inArray(
        navControlFile.controlId,
        controls.map(({ controlId }) => controlId),
      ),
    )
    .orderBy(asc(navControlFile.controlId), asc(navControlFile.fileIndex))
  return controls.flatMap(({ date, controlId }) =>
    rows
      .filter((row) => row.controlId === controlId)
      .map(({ index, name, sha256, size }) => ({
        name: `${folder}/${date}/control_${controlId}/${index + 1}_${name.replace(/[/\\]/g, '_')}`,
        sha256,
        size,
      })),
  )
}

function correctedControls(read: Read, id: number): Promise<{ date: Day; controlId: number }[]> {
  const { controlId, date, navErrorId, withdrawnAt } = navErrorControl
  return read
    .select({ date, controlId })
    .from(navErrorControl)
    .where(and(eq(navErrorId, id), isNull(withdrawnAt)))
    .orderBy(asc(date), asc(controlId))
}

async function bytesOf(read: Read, content: { sha256: string; size: number }): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of readContent(read, content)) parts.push(part)
  return Buffer.concat(parts)
}

const DEAL_HEADINGS = [
  'File',
  'SHA-256 of the file',
  'Cell',
  'NAV date',
  'Class code',
  'Holder reference',
  'Side',
  'Shares',
  'Shares at end',
  'Price',
  'Kind',
  'Link',
]

/** The deals that count, with the file of each and its hash; null without a file. */
async function dealLines(read: Read, id: number): Promise<string | null> {
  const { date, classCode, holder, side, shares, sharesAtEnd, price, kind, link, cell } = navErrorDeal
  const rows = await read
    .select({
      file: navErrorDealFile.name,
      sha256: navErrorDealFile.sha256,
      cell,
      date,
      classCode,
      holder,
      side,
      shares,
      sharesAtEnd,
      price,
      kind,
      link,
    })
    .from(navErrorDeal)
    .innerJoin(navErrorDealFile, eq(navErrorDealFile.id, navErrorDeal.fileId))
    .where(and(eq(navErrorDealFile.navErrorId, id), isNull(navErrorDealFile.withdrawnAt)))
    .orderBy(asc(navErrorDeal.fileId), asc(navErrorDeal.position))
  if (rows.length === 0) return null
  const lines = rows.map((row) => Object.values(row).map((value) => csvText(value ?? '')))
  return [DEAL_HEADINGS, ...lines].map((line) => line.join(',')).join('\r\n')
}
