import { DomainError } from '~/platform/values/domain-error'
import { collectFaults } from '~/platform/workbooks/cells'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import type { MatchingData, MatchingLine } from './control-data'
import { findTables, openTable } from './found-table'
import type { UploadedFile } from './read-control'
import { recognisedAs } from './recognise-set'

const NEVER_BLANK = ['instrumentCode', 'instrumentName', 'currency', 'quantity', 'marketValue']

/** The table of a management company's matching workbook; all its faults are one DomainError 'invalid'. */
export async function readMatching(file: UploadedFile): Promise<MatchingData> {
  const workbook = await readWorkbook(file.bytes, file.name)
  const [found, another] = findTables(workbook, 0, ['Matching'])
  if (!found) {
    const others = findTables(workbook, 0, ['NAV', 'Balance', 'Inventory'])
    const taken = others.length > 0 ? ` It was ${recognisedAs(workbook, others)}.` : ''
    throw new DomainError(
      'invalid',
      `${file.name} holds no matching table: no sheet has a header row with Instrument code, Instrument name, Currency, Quantity, Price and Market value within its first 30 rows.${taken}`,
    )
  }
  if (another) {
    throw new DomainError(
      'invalid',
      `${file.name} holds more than one matching table (sheets ${found.sheet.name} and ${another.sheet.name}). Keep one and upload it again.`,
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
