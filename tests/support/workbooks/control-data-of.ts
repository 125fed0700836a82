import type { ControlData, MatchingData, Table, TableKind } from '~/areas/navs/workbooks/control-data'
import { Big, plain } from '~/platform/values/decimal'
import type { FundModel } from './fund-model'
import { type BookPlan, type Cell, planMatching, planSet, type SetKind, tableIn } from './plan'
import { addressOf, headerRowOf } from './write'

/** The result of reading a model’s workbooks, made without any workbook: for tests of rules. */
export function controlDataOf(model: FundModel, set: SetKind = 'FIA3'): ControlData {
  const books = planSet(model, set)
  const table = <Line>(kind: TableKind) => tableOf<Line>(model, books, kind)
  return {
    fundCode: model.fundCode,
    navDate: model.navDate,
    nav: table('NAV'),
    balance: table('Balance'),
    inventory: set === 'FIA2' ? null : table('Inventory'),
  }
}

/** The same for the matching workbook. */
export function matchingDataOf(model: FundModel): MatchingData {
  const matching = tableOf<MatchingData['matching']['lines'][number]>(
    model,
    [planMatching(model)],
    'Matching',
  )
  return { fundCode: model.fundCode, navDate: model.navDate, matching }
}

function tableOf<Line>(model: FundModel, books: BookPlan[], kind: TableKind): Table<Line> {
  const fileIndex = books.findIndex((book) => book.tables.some((table) => table.kind === kind))
  const table = tableIn(books, kind)
  const sourced = (row: number, value: string) => ({ value, cell: `B${row}` })
  const keys = table.columns.map(({ key }) => key)
  return {
    source: {
      kind,
      fileIndex,
      file: books[fileIndex]?.file ?? '',
      sheet: table.sheet,
      headerRow: headerRowOf(table),
      columns: Object.fromEntries(keys.map((key) => [key, addressOf(table, 0, key).replace(/\d+$/, '')])),
      preamble: {
        fundCode: sourced(1, model.fundCode),
        fundName: sourced(2, model.fundName),
        navDate: sourced(3, model.navDate),
        fundCurrency: sourced(4, model.fundCurrency),
      },
    },
    lines: table.rows.map((row, i) => {
      const values = keys.map((key) => [key, readValue(row[key] ?? null) ?? BLANK[`${kind} ${key}`] ?? null])
      // Inventories of the model have no column Exchange, which is optional.
      const missing = kind === 'Inventory' ? { exchange: null } : {}
      return { ...missing, ...Object.fromEntries(values), row: headerRowOf(table) + 1 + i }
    }),
  }
}

/** The value of a blank cell, if it has one. */
const BLANK: Record<string, string> = {
  'Balance debtor': '0',
  'Balance creditor': '0',
  'Matching quantity': '0',
}

function readValue(cell: Cell): string | null {
  if (cell && 'number' in cell) return plain(new Big(cell.number))
  if (cell && 'text' in cell) return cell.text
  return cell && 'day' in cell ? cell.day : null
}
