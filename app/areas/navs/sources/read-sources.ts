import type { Fault } from '~/platform/formats/faults'
import type { Format, Part } from '~/platform/formats/format'
import { readFileByFormat } from '~/platform/formats/read-file'
import { type FundTable, readTables, type TableRead, tableKinds } from '~/platform/formats/read-tables'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { DomainError } from '~/platform/values/domain-error'
import type { Workbook } from '~/platform/workbooks/workbook'
import { FUNDESK } from '../formats/fundesk'
import { nearestFormat } from '../workbooks/nearest-format'
import type { FormatVersion } from '../workbooks/read-by-format'
import { FLOWS, fundeskFormats, headingsInWords } from './source-format'
import { isDayKind, isSourceKind, SOURCE_KINDS, type SourceKind } from './source-kinds'

/** A row of another party's file, as it is stored. */
interface SourceLine {
  fundCode: string | null
  date: Day
  classCode: string | null
  account: string | null
  instrumentCode: string | null
  isin: string | null
  currency: string | null
  exchange: string | null
  event: string | null
  amount: Decimal
  pending: Decimal | null
  issued: Decimal | null
  redeemed: Decimal | null
  marketValue: Decimal | null
  priceFactor: Decimal | null
  netRate: Decimal | null
  cells: Readonly<Record<string, string>>
}

/** A fund and day that a file states as a whole, also where it has no row of it. */
interface StatedDay {
  fundCode: string
  date: Day
  isDealt: boolean
  hasFlows: boolean
  rowCount: number
}

/** The tables of one kind in a file. */
export interface SourceRead {
  kind: SourceKind
  days: StatedDay[]
  lines: SourceLine[]
}

/** What was read of a file: nothing of it is stored while it has faults. */
export interface SourcesRead {
  sources: SourceRead[]
  faults: Fault[]
}

/** The column of the figure of each kind, and that of its day where it is no fact. */
const FIGURES: Readonly<Record<SourceKind, { amount: string; date: string | null }>> = {
  REGISTER: { amount: 'Shares outstanding', date: null },
  CASH: { amount: 'Balance', date: null },
  POSITIONS: { amount: 'Quantity', date: null },
  PRICES: { amount: 'Price', date: 'Price date' },
  ANNOUNCEMENTS: { amount: 'Rate', date: 'Ex date' },
}

/**
 * Reads the second sources in a workbook by FUNDESK's own headings: a sheet is the first kind whose columns it has.
 * @param kind the kind of every sheet, where the sender says so
 */
function readByFundesk(workbook: Workbook, kind: SourceKind | null): SourcesRead {
  const kinds = kind === null ? SOURCE_KINDS : [kind]
  const reads = workbook.sheets.flatMap((sheet) => {
    const alone: Workbook = { ...workbook, sheets: [sheet] }
    const format = kinds
      .flatMap((each) => fundeskFormats(each))
      .find((each) => tableKinds(each, alone).length > 0)
    return format ? [{ format, read: readTables(format, alone) }] : []
  })
  return {
    sources: joined(reads.flatMap(({ format, read }) => read.tables.map((table) => sourceOf(format, table)))),
    faults: reads.flatMap(({ read }) => read.faults),
  }
}

function notRecognised(workbook: Workbook, kind: SourceKind | null, others: readonly FormatVersion[]): Fault {
  const kinds = kind === null ? SOURCE_KINDS : [kind]
  const wanted = kinds.map((each) => `${each}: ${headingsInWords(each)}`).join('; ')
  const own = kinds.flatMap(fundeskFormats).map((format) => ({ code: FUNDESK, version: 1, format }))
  const near = nearestFormat(workbook, [...own, ...others])
  const what = `No sheet has the headings of a second source (${wanted})${near ? `; ${near.text}` : ''}`
  return { file: workbook.file, sheet: null, cell: null, what }
}

/** The format that read a file; null for FUNDESK. */
type ReadBy = Pick<FormatVersion, 'code' | 'version'> | null

/**
 * Reads a file by the format that the sender names; otherwise by FUNDESK where it has its headings, else by the one
 * format whose tables it contains.
 * @param others the formats of second sources, one version each
 * @throws DomainError invalid where several formats read it
 */
export function readSources(
  workbook: Workbook,
  given: { kind: SourceKind | null; named: FormatVersion | null; others: readonly FormatVersion[] },
): SourcesRead & { format: ReadBy } {
  const { kind, named, others } = given
  const by = (version: FormatVersion) => ({
    ...readByFormatOf(version.format, workbook),
    format: { code: version.code, version: version.version },
  })
  if (named) return by(named)
  const own = { ...readByFundesk(workbook, kind), format: null }
  if (own.sources.length > 0) return own
  const able = others.filter(({ format }) => tableKinds(format, workbook).length > 0)
  if (able.length > 1)
    throw new DomainError(
      'invalid',
      `${workbook.file} can be read by ${able.map(({ code }) => code).join(' and ')}. Choose one of these file formats.`,
      { fields: { format: 'Choose the file format.' } },
    )
  return able[0] ? by(able[0]) : { ...own, faults: [notRecognised(workbook, kind, others)] }
}

/** Reads the second sources of a file format in a workbook. */
function readByFormatOf(format: Format, workbook: Workbook): SourcesRead {
  const { tables, faults } = readFileByFormat(format, workbook, {})
  return { sources: joined(tables.map((table) => sourceOf(format, table))), faults }
}

/** One read for each kind: several sheets of a kind are one. */
function joined(reads: readonly (SourceRead | null)[]): SourceRead[] {
  const kinds = new Map<SourceKind, SourceRead>()
  for (const read of reads) {
    if (!read) continue
    const before = kinds.get(read.kind)
    if (!before) {
      kinds.set(read.kind, { ...read, days: [...read.days], lines: [...read.lines] })
      continue
    }
    before.lines.push(...read.lines)
    for (const day of read.days) {
      const same = before.days.find(({ fundCode, date }) => fundCode === day.fundCode && date === day.date)
      if (same) {
        same.rowCount += day.rowCount
        same.hasFlows = same.hasFlows && day.hasFlows
      } else before.days.push(day)
    }
  }
  return [...kinds.values()]
}

/** Whether a file has a column: its format needs the heading, or some row has a value. */
function isInFile(parts: readonly Part[], funds: readonly FundTable[], column: string): boolean {
  const given = parts.flatMap(({ columns }) => columns?.[column] ?? [])
  if (given.length === 0) return false
  return (
    given.every(({ maybe }) => !maybe) ||
    funds.some(({ lines }) => lines.some(({ values }) => values[column]))
  )
}

function sourceOf(format: Format, { kind, funds }: TableRead): SourceRead | null {
  if (!isSourceKind(kind)) return null
  const table = format.tables.find((each) => each.kind === kind)
  const { amount, date } = FIGURES[kind]
  const factOf = ({ facts }: FundTable, name: 'Fund code' | 'Date') => facts[name]?.value ?? null
  const hasFlows = kind === 'REGISTER' && FLOWS.every((column) => isInFile(table?.parts ?? [], funds, column))
  return {
    kind,
    days: isDayKind(kind)
      ? funds.map((fund) => ({
          fundCode: factOf(fund, 'Fund code') ?? '',
          date: factOf(fund, 'Date') ?? '',
          isDealt: table?.dated === 'dealt',
          hasFlows,
          rowCount: fund.lines.length,
        }))
      : [],
    lines: funds.flatMap((fund) =>
      fund.lines.map(({ values, cells }): SourceLine => {
        const value = (column: string) => values[column] ?? null
        return {
          fundCode: factOf(fund, 'Fund code'),
          date: (date === null ? factOf(fund, 'Date') : value(date)) ?? '',
          classCode: value('Class code'),
          account: value('Account'),
          instrumentCode: value('Instrument code'),
          isin: value('ISIN'),
          currency: value('Currency'),
          exchange: value('Exchange'),
          event: value('Event'),
          amount: value(amount) ?? '0',
          pending: value('Pending'),
          issued: value('Issued'),
          redeemed: value('Redeemed'),
          marketValue: value('Market value'),
          priceFactor: value('Price factor'),
          netRate: value('Net rate'),
          cells,
        }
      }),
    ),
  }
}
