import { createHash } from 'node:crypto'
import { insertRows } from 'db/bulk'
import type { Read } from 'db/database'
import { navErrorDeal, navErrorDealFile } from 'db/schema/nav-errors'
import { and, eq, isNull } from 'drizzle-orm'
import type { UserWork, UserWriteContext } from '~/areas/access/user-context'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import type { Fault } from '~/platform/formats/faults'
import type { TableRead } from '~/platform/formats/read-tables'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { changeCase } from './change-case.server'
import { DEAL_KINDS, type Deal, type DealKind } from './deals'
import { type DealDifference, judgeCase } from './judge-case.server'
import type { NavErrorCase } from './nav-error'
import { publishedDates } from './published.server'
import { caseById } from './read-case.server'
import { DEALS_TITLE, type NamedBytes, readDeals } from './read-deals.server'
import { withdrawRow } from './withdraw-row.server'

interface DealLine {
  date: Day
  classCode: string
  holder: string
  side: string
  shares: Decimal
  sharesAtEnd: Decimal | null
  price: Decimal | null
  kind: string
  link: string | null
  cell: string
}

export interface DealsRead {
  /** Lines that are stored. */
  lines: number
  /** Lines of other funds, dates and classes. */
  leftOut: number
  differences: DealDifference[]
  faults: Fault[]
}

/** Files with deals, and how they are read. */
export interface DealsUpload {
  files: readonly NamedBytes[]
  /** Code of the file format; '' for the one that finds its table in them. */
  format: string
  /** Reads them, and stores nothing. */
  dryRun: boolean
  comment: string
}

/**
 * Adds files with deals of the transfer agent to a case, or only reads them.
 * @throws DomainError invalid for a file that cannot be read, with its faults; nothing is stored then
 */
export async function addDeals(
  work: UserWork,
  { workers }: { workers: Pick<ControlWorkers, 'run'> },
  id: number,
  { files, format, dryRun, comment }: DealsUpload,
): Promise<DealsRead> {
  if (files.length === 0)
    throw new DomainError('invalid', 'Choose the files with the deals.', {
      title: DEALS_TITLE,
      fields: { files: 'Choose the files' },
    })
  const found = await caseById(work.read, id)
  const read = await readDeals(work.read, workers, found, { files, format })
  const dates = new Map(
    (await publishedDates(work, found)).map(({ date, classes }) => [
      date,
      new Set(classes.map(({ classCode }) => classCode)),
    ]),
  )
  const sorted = read.map(({ tables }) => dealsOf(tables, found, dates))
  const faults = [...read.flatMap((each) => each.faults), ...sorted.flatMap((each) => each.faults)]
  const lines = sorted.reduce((count, each) => count + each.deals.length, 0)
  const leftOut = sorted.reduce((count, each) => count + each.leftOut, 0)
  if (dryRun) {
    const deals = faults.length > 0 ? [] : sorted.flatMap((each) => each.deals).map(asDeal)
    const { differences } = await judgeCase(work, found, deals)
    return { lines, leftOut, differences: deals.length > 0 ? differences : [], faults }
  }
  if (faults.length > 0)
    throw new DomainError('invalid', 'Correct what the list names, and upload the files again.', {
      title: DEALS_TITLE,
      list: faults.slice(0, 20).map(({ cell, file, what }) => `${cell ?? file}: ${what}`),
    })
  const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'))
  return work.transaction((context) => {
    const { tx, actor, now } = context
    const store = async () => {
      await changeCase(context, id, comment, async () => {
        for (const [at, { fileName }] of files.entries()) {
          await refuseSameFile(context, id, hashes[at] ?? '', fileName)
          const by = read[at]?.format ?? null
          const [file] = await tx
            .insert(navErrorDealFile)
            .values({
              navErrorId: id,
              name: fileName,
              sha256: hashes[at] ?? '',
              leftOut: sorted[at]?.leftOut ?? 0,
              formatCode: by?.code ?? null,
              formatVersion: by?.version ?? null,
              uploadedBy: actor.id,
              uploadedAt: now,
            })
            .returning({ id: navErrorDealFile.id })
          if (!file) throw new Error('The file was not stored')
          await insertRows(
            tx,
            navErrorDeal,
            (sorted[at]?.deals ?? []).map((deal, position) => ({ ...deal, fileId: file.id, position })),
          )
        }
        return {
          name: 'add deals',
          log: `Deals: ${files.map(({ fileName }) => fileName).join(', ')}, ${lines} lines`,
          data: { sha256: hashes },
        }
      })
      const { differences } = await judgeCase({ ...context, read: tx }, await caseById(tx, id))
      return { lines, leftOut, differences, faults: [] }
    }
    return withIdempotencyKey(context, `deals of NAV error ${id} ${hashes.join(' ')}`, store)
  })
}

/** A line of a file as a deal, whose kind and side were checked. */
const asDeal = ({ cell: _, side, kind, ...line }: DealLine): Deal => ({
  ...line,
  side: side === 'R' ? 'R' : 'S',
  kind: kind as DealKind,
  isKindCounted: false,
})

async function refuseSameFile(
  { tx }: UserWriteContext,
  id: number,
  sha256: string,
  name: string,
): Promise<void> {
  const { navErrorId, sha256: hash, withdrawnAt } = navErrorDealFile
  const same = await tx.$count(
    navErrorDealFile,
    and(eq(navErrorId, id), eq(hash, sha256), isNull(withdrawnAt)),
  )
  if (same > 0)
    throw new DomainError('conflict', `${name} is in this case already. Withdraw the earlier one first.`, {
      title: DEALS_TITLE,
    })
}

/** The deals of the fund, dates and classes of a case, and the faults of these lines. */
function dealsOf(
  tables: readonly TableRead[],
  { fundCode }: NavErrorCase,
  dates: ReadonlyMap<Day, ReadonlySet<string>>,
): { deals: DealLine[]; leftOut: number; faults: Fault[] } {
  const deals: DealLine[] = []
  const faults: Fault[] = []
  let leftOut = 0
  for (const { file, funds } of tables)
    for (const { facts, lines } of funds) {
      const date = facts['NAV date']?.value ?? ''
      const isOther = facts['Fund code']?.value !== fundCode
      for (const { values, cells } of lines) {
        const classCode = values['Class code'] ?? ''
        if (isOther || !dates.get(date)?.has(classCode)) {
          leftOut += 1
          continue
        }
        const cell = cells.Shares ?? ''
        const deal: DealLine = {
          date,
          classCode,
          holder: values['Holder reference'] ?? '',
          side: values.Side ?? '',
          shares: values.Shares ?? '0',
          sharesAtEnd: values['Shares at end'] ?? null,
          price: values.Price ?? null,
          kind: values.Kind ?? 'CASH',
          link: values.Link ?? null,
          cell,
        }
        deals.push(deal)
        faults.push(
          ...faultsOfDeal(deal).map(({ column, what }) => ({
            file,
            sheet: null,
            cell: cells[column] ?? (cell || null),
            what,
          })),
        )
      }
    }
  return { deals, leftOut, faults }
}

function faultsOfDeal({ side, shares, kind }: DealLine): { column: string; what: string }[] {
  return [
    ...(side === 'S' || side === 'R'
      ? []
      : [{ column: 'Side', what: `Side "${side}" is neither S (issued) nor R (redeemed)` }]),
    ...(new Big(shares).lt(0)
      ? [{ column: 'Shares', what: 'Shares are below 0: a reversal is a deal of the other side' }]
      : []),
    ...((DEAL_KINDS as readonly string[]).includes(kind)
      ? []
      : [{ column: 'Kind', what: `Kind "${kind}" is none of ${DEAL_KINDS.join(', ')}` }]),
  ]
}

/** The name of a file with deals. @throws DomainError not-found */
export async function dealFileName(read: Read, id: number, fileId: number): Promise<string> {
  const [file] = await read
    .select({ name: navErrorDealFile.name })
    .from(navErrorDealFile)
    .where(and(eq(navErrorDealFile.id, fileId), eq(navErrorDealFile.navErrorId, id)))
  if (!file) throw new DomainError('not-found', 'There is no such file in this case. Reload the page.')
  return file.name
}

/** Takes a file with deals out of a case; its lines stay stored. @throws DomainError not-found */
export function withdrawDeals(
  context: UserWriteContext,
  id: number,
  { fileId, comment }: { fileId: number; comment: string },
): Promise<void> {
  const withdraw = () =>
    changeCase(context, id, comment, async () => {
      const { name } = await withdrawRow(context, id, {
        table: navErrorDealFile,
        row: eq(navErrorDealFile.id, fileId),
        comment,
        title: 'The file was not withdrawn',
        missing: 'There is no such file in this case. Reload the page.',
      })
      return { name: 'withdraw deals', log: `Deals withdrawn: ${name}` }
    })
  return withIdempotencyKey(context, `withdraw deals ${fileId} of NAV error ${id}`, withdraw)
}
