import type { ControlData, MatchingData, Table, TableKind } from '~/areas/navs/workbooks/control-data'
import { Big, type Decimal, plain } from '~/platform/values/decimal'
import type { FundModel, InstrumentModel } from './fund-model'
import { type BookPlan, planMatching, planSet, type SetKind, type TablePlan, tableIn } from './plan'
import { addressOf, headerRowOf } from './write'

/** What reading the workbooks of a model gives, made without any workbook: for tests of rules. */
export function controlDataOf(model: FundModel, set: SetKind = 'FIA3'): ControlData {
  const books = planSet(model, set)
  const nav = sourceOf(model, books, 'NAV')
  const balance = sourceOf(model, books, 'Balance')
  const firstRow = headerRowOf(tableIn(books, 'NAV')) + 1
  return {
    fundCode: model.fundCode,
    navDate: model.navDate,
    nav: {
      source: nav,
      lines: tableIn(books, 'NAV').rows.map((row, i) => {
        const of = (key: string) => plainOf(row[key])
        return {
          row: firstRow + i,
          type: of('type') as ControlData['nav']['lines'][number]['type'],
          code: of('code') ?? '',
          currency: of('currency') ?? '',
          value: exact(of('value') ?? '0'),
          name: of('name'),
        }
      }),
    },
    balance: {
      source: balance,
      lines: model.balance.map((each, i) => ({
        ...each,
        row: firstRow + i,
        debtor: exact(each.debtor ?? '0'),
        creditor: exact(each.creditor ?? '0'),
      })),
    },
    inventory:
      set === 'FIA2'
        ? null
        : {
            source: sourceOf(model, books, 'Inventory'),
            lines: model.inventory.map((each, i) => ({ ...figuresOf(each), row: firstRow + i })),
          },
  }
}

/** The same for the matching workbook. */
export function matchingDataOf(model: FundModel): MatchingData {
  const book = planMatching(model)
  const lines = model.inventory.filter((each) => each.type !== 'Cash')
  return {
    fundCode: model.fundCode,
    navDate: model.navDate,
    matching: {
      source: sourceOf(model, [book], 'Matching'),
      lines: lines.map((each, i) => ({
        row: headerRowOf(tableIn([book], 'Matching')) + 1 + i,
        instrumentCode: each.instrumentCode,
        instrumentName: each.instrumentName,
        currency: each.quotationCurrency,
        quantity: exact(each.quantity ?? '0'),
        price: each.price === null ? null : exact(each.price),
        marketValue: exact(each.marketValue),
        isin: each.isin,
      })),
    },
  }
}

function sourceOf(model: FundModel, books: BookPlan[], kind: TableKind): Table<unknown>['source'] {
  const fileIndex = books.findIndex((book) => book.tables.some((table) => table.kind === kind))
  const table = tableIn(books, kind)
  const sourced = (row: number, value: string) => ({ value, cell: `B${row}` })
  return {
    kind,
    fileIndex,
    file: books[fileIndex]?.file ?? '',
    sheet: table.sheet,
    headerRow: headerRowOf(table),
    columns: Object.fromEntries(
      table.columns.map((column) => [column.key, addressOf(table, 0, column.key).replace(/\d+$/, '')]),
    ),
    preamble: {
      fundCode: sourced(1, model.fundCode),
      fundName: sourced(2, model.fundName),
      navDate: sourced(3, model.navDate),
      fundCurrency: sourced(4, model.fundCurrency),
    },
  }
}

const exact = (value: Decimal): Decimal => plain(new Big(value))

function figuresOf(line: InstrumentModel): InstrumentModel {
  const maybe = (value: Decimal | null) => (value === null ? null : exact(value))
  return {
    ...line,
    quantity: maybe(line.quantity),
    price: maybe(line.price),
    marketValue: exact(line.marketValue),
    priceFactor: maybe(line.priceFactor),
    fxRate: maybe(line.fxRate),
    accruedInterest: maybe(line.accruedInterest),
    navPercent: maybe(line.navPercent),
    coupon: maybe(line.coupon),
  }
}

function plainOf(cell: TablePlan['rows'][number][string] | undefined): string | null {
  if (cell && 'text' in cell) return cell.text
  if (cell && 'number' in cell) return cell.number
  return null
}
