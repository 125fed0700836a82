import type { GivenFacts } from '~/platform/formats/fact-values'
import { tableKinds } from '~/platform/formats/read-tables'
import { DomainError } from '~/platform/values/domain-error'
import { capitalised } from '~/platform/values/show'
import { collectFaults } from '~/platform/workbooks/cells'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { Workbook } from '~/platform/workbooks/workbook'
import type { MatchingData, MatchingLine } from './control-data'
import { type FoundTable, findTables, openTable } from './found-table'
import { nearestFormat } from './nearest-format'
import { type FormatVersion, readPositions } from './read-by-format'
import type { UploadedFile } from './read-control'
import { nearestTo, recognisedAs } from './recognise-set'
import { UNREAD } from './unread'

const NEVER_BLANK = ['instrumentCode', 'instrumentName', 'currency', 'quantity', 'marketValue']

/** A version of a file format that may read a matching file. */
export interface MatchingFormat {
  version: FormatVersion
  /** Why it may not be used for this NAV, its period; null where it may. */
  refusal: string | null
}

export interface ReadMatchingBy {
  /** The format that the sender names; null for none. */
  named: FormatVersion | null
  /** Those of which one may be recognised. */
  others: readonly MatchingFormat[]
  known: GivenFacts
  fundCode: string
}

/** The positions of a file, and the format that read them; null for FUNDESK. */
interface MatchingRead {
  data: MatchingData
  format: Pick<FormatVersion, 'code' | 'version'> | null
}

/**
 * The positions of a management company: read by the format that the sender names, otherwise by FUNDESK where a sheet has
 * its headings, else by the one format that finds its table. All faults are one DomainError 'invalid'.
 */
export async function readMatching(file: UploadedFile, by: ReadMatchingBy): Promise<MatchingRead> {
  const workbook = await readWorkbook(file.bytes, file.name)
  const found = by.named ? [] : findTables(workbook, 0, ['Matching'])
  const version = by.named ?? (found.length === 0 ? recognised(workbook, by.others) : null)
  if (version === null) return { data: readByFundesk(workbook, found, by.others), format: null }
  const { source, lines, faults } = readPositions(version, workbook, by)
  faults.refuseIfAny()
  const { fundCode, navDate } = source.preamble
  return {
    data: {
      // A table without lines may state neither.
      fundCode: fundCode.value || by.fundCode,
      navDate: navDate.value || (by.known['NAV date'] ?? ''),
      matching: { source, lines: JSON.parse(lines) as MatchingLine[] },
    },
    format: { code: version.code, version: version.version },
  }
}

/** The one format that finds its table. @throws DomainError invalid when several do, or the only one is not in force */
function recognised(workbook: Workbook, others: readonly MatchingFormat[]): FormatVersion | null {
  const able = others.filter(({ version }) => tableKinds(version.format, workbook).length > 0)
  const due = able.filter(({ refusal }) => refusal === null)
  if (due.length > 1)
    throw new DomainError(
      'invalid',
      `${workbook.file} can be read by ${due.map(({ version }) => version.code).join(' and ')}. Choose one of these file formats.`,
      { fields: { format: 'Choose the file format.' } },
    )
  const [one] = due.length === 1 ? due : able
  if (one && one.refusal !== null) throw new DomainError('invalid', one.refusal)
  return one?.version ?? null
}

function readByFundesk(
  workbook: Workbook,
  [found, another]: readonly FoundTable[],
  formats: readonly MatchingFormat[],
): MatchingData {
  if (!found) {
    const others = findTables(workbook, 0, ['NAV', 'Balance', 'Inventory'])
    const near = nearestFormat(
      workbook,
      formats.map(({ version }) => version),
    )
    const nearest = near?.text ?? nearestTo(workbook, ['Matching'])?.text
    const taken =
      others.length > 0
        ? ` It was ${recognisedAs(workbook, others)}.`
        : nearest === undefined
          ? ''
          : ` ${capitalised(nearest)}.`
    throw new DomainError(
      'invalid',
      `${workbook.file} holds no matching table: no sheet has a header row with Instrument code, Instrument name, Currency, Quantity, Price and Market value within its first 30 rows.${taken}`,
      { details: UNREAD },
    )
  }
  if (another) {
    throw new DomainError(
      'invalid',
      `${workbook.file} holds more than one matching table (sheets ${found.sheet.name} and ${another.sheet.name}). Keep one and upload it again.`,
    )
  }
  const faults = collectFaults()
  const { source, rows, read } = openTable(found, faults, () => false)
  const lines = rows.map((row): MatchingLine => {
    for (const field of NEVER_BLANK) read.require(row, field)
    return {
      row: row.row,
      instrumentCode: read.text(row, 'instrumentCode') ?? '',
      instrumentName: read.text(row, 'instrumentName') ?? '',
      currency: read.text(row, 'currency') ?? '',
      quantity: read.number(row, 'quantity') ?? '0',
      price: read.number(row, 'price'),
      marketValue: read.number(row, 'marketValue') ?? '0',
      isin: read.text(row, 'isin'),
    }
  })
  faults.refuseIfAny()
  const { fundCode, navDate } = source.preamble
  return { fundCode: fundCode.value, navDate: navDate.value, matching: { source, lines } }
}
