import ExcelJS from 'exceljs'
import {
  AMOUNT_FORMAT,
  addSheet,
  FIGURE_FORMAT,
  numberCell,
  type SheetCell,
  type SheetColumn,
  workbookBytes,
} from '~/platform/exports/excel/sheet'
import { plain, sum } from '~/platform/values/decimal'
import { shownDay } from '../rules/wording'
import { byValueDifference, MATCHING_OUTCOMES, type MatchingResult, type MatchingRow } from './matching'

/**
 * matching.xlsx: sheets Summary (count and value by outcome), Breaks (largest absolute value difference first), Matched
 * and Missing. The same result and `made` give the same bytes.
 */
export async function matchingWorkbook(result: MatchingResult, made: Date): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const of = (test: (outcome: string) => boolean) => result.rows.filter(({ outcome }) => test(outcome))
  addSheet(workbook, 'Summary', SUMMARY_COLUMNS, summaryRows(result))
  addSheet(
    workbook,
    'Breaks',
    COLUMNS,
    byValueDifference(of((outcome) => outcome.endsWith('BREAK'))).map(cellsOf),
  )
  addSheet(workbook, 'Matched', COLUMNS, of((outcome) => outcome === 'MATCHED').map(cellsOf))
  addSheet(
    workbook,
    'Missing',
    COLUMNS,
    byValueDifference(of((outcome) => outcome.startsWith('MISSING'))).map(cellsOf),
  )
  return workbookBytes(workbook, made)
}

const SUMMARY_COLUMNS: SheetColumn[] = [
  { header: 'Outcome', width: 28 },
  { header: 'Count', width: 10, format: '0' },
  { header: 'Administrator value', width: 22, format: AMOUNT_FORMAT },
  { header: 'Manager value', width: 22, format: AMOUNT_FORMAT },
  { header: 'Value difference', width: 22, format: AMOUNT_FORMAT },
  { header: 'Fund', width: 16 },
  { header: 'NAV date', width: 12 },
  { header: 'Currency', width: 9 },
]

function summaryRows({ rows, fundCode, navDate, fundCurrency }: MatchingResult): SheetCell[][] {
  const totals = (name: string, members: readonly MatchingRow[]): SheetCell[] => [
    name,
    members.length,
    numberCell(plain(sum(members.map(({ administrator }) => administrator?.marketValue ?? '0')))),
    numberCell(plain(sum(members.map(({ manager }) => manager?.marketValue ?? '0')))),
    numberCell(plain(sum(members.map(({ valueDifference }) => valueDifference)))),
    fundCode,
    shownDay(navDate),
    fundCurrency,
  ]
  return [
    ...MATCHING_OUTCOMES.map((outcome) =>
      totals(
        outcome,
        rows.filter((row) => row.outcome === outcome),
      ),
    ),
    totals('Total', rows),
  ]
}

const COLUMNS: SheetColumn[] = [
  { header: 'Outcome', width: 26 },
  { header: 'Matched by', width: 18 },
  { header: 'ISIN', width: 15 },
  { header: 'Administrator code', width: 18 },
  { header: 'Manager code', width: 18 },
  { header: 'Instrument name', width: 36 },
  { header: 'Type', width: 11 },
  { header: 'Currency', width: 9 },
  { header: 'Administrator quantity', width: 20, format: FIGURE_FORMAT },
  { header: 'Manager quantity', width: 20, format: FIGURE_FORMAT },
  { header: 'Quantity difference', width: 20, format: FIGURE_FORMAT },
  { header: 'Administrator price', width: 18, format: FIGURE_FORMAT },
  { header: 'Manager price', width: 18, format: FIGURE_FORMAT },
  { header: 'Price difference', width: 18, format: FIGURE_FORMAT },
  { header: 'Administrator value', width: 20, format: AMOUNT_FORMAT },
  { header: 'Manager value', width: 20, format: AMOUNT_FORMAT },
  { header: 'Value difference', width: 20, format: AMOUNT_FORMAT },
  { header: 'Basis points of TNA', width: 18, format: '#,##0.00' },
  { header: 'Administrator rows', width: 18 },
  { header: 'Manager rows', width: 18 },
]

function cellsOf(row: MatchingRow): SheetCell[] {
  const { administrator, manager } = row
  const either = administrator ?? manager
  return [
    row.outcome,
    row.matchedBy,
    administrator?.isin ?? manager?.isin ?? null,
    administrator?.instrumentCode ?? null,
    manager?.instrumentCode ?? null,
    either?.instrumentName ?? null,
    either?.type ?? null,
    either?.currency ?? null,
    numberCell(administrator?.quantity ?? null),
    numberCell(manager?.quantity ?? null),
    numberCell(row.quantityDifference),
    numberCell(administrator?.price ?? null),
    numberCell(manager?.price ?? null),
    numberCell(row.priceDifference),
    numberCell(administrator?.marketValue ?? null),
    numberCell(manager?.marketValue ?? null),
    numberCell(row.valueDifference),
    numberCell(row.basisPoints),
    administrator?.rows.join(', ') ?? null,
    manager?.rows.join(', ') ?? null,
  ]
}
