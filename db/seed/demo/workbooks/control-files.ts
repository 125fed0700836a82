import type { NamedBytes } from '~/areas/navs/control/control-upload'
import type { TableKind } from '~/areas/navs/workbooks/control-data'
import type { ZipOptions } from '~/platform/exports/zip'
import { Big } from '~/platform/values/decimal'
import { isinOf } from '../market/instruments'
import type { FundFigures, LineFigures } from '../model/books'
import { type NumberFormat, writeXlsx, type XlsxCell, type XlsxSheet } from './xlsx'

/** A table of an upload, before it is written. */
interface SheetTable {
  kind: TableKind
  preamble: XlsxCell[][]
  header: string[]
  rows: XlsxCell[][]
  widths: number[]
}

const number = (value: string | null, format: NumberFormat = 'amount'): XlsxCell =>
  value === null ? null : { number: value, format }

/** One table of a fund's figures. The two providers name some columns differently. */
function tableOf(figures: FundFigures, kind: TableKind): SheetTable {
  const { fund, navDate } = figures
  return {
    kind,
    preamble: [
      [{ bold: 'Fund code' }, fund.code],
      [{ bold: 'Fund name' }, fund.name],
      [{ bold: 'NAV date' }, { day: navDate }],
      [{ bold: 'Fund currency' }, (kind === 'NAV' && figures.fundCurrency) || fund.currency],
    ],
    ...TABLES[kind](figures),
  }
}

type Content = Pick<SheetTable, 'header' | 'rows' | 'widths'>

const TABLES: Record<TableKind, (figures: FundFigures) => Content> = {
  NAV: ({ fund, totalAssets, totalLiabilities, tna, classes, rates }) => ({
    header: ['Type', 'Code', 'Name', fund.set === 'MFFA' ? 'Ccy' : 'Currency', 'Value'],
    widths: [26, 14, 44, 10, 20],
    rows: [
      ...(
        [
          ['TOTAL ASSETS', totalAssets],
          ['TOTAL LIABILITIES', totalLiabilities],
          ['FUND TNA', tna],
        ] as const
      ).map(([type, value]) => [type, fund.code, fund.name, fund.currency, number(value)]),
      ...classes.flatMap((each) => {
        const row = (type: string, value: string, format?: NumberFormat) => [
          type,
          each.code,
          each.name,
          each.currency,
          number(value, format),
        ]
        return [
          row('CLASS TNA', each.tna),
          row('SHARES', each.shares, 'price'),
          row('SUBSCRIPTIONS', each.subscriptions, 'price'),
          row('REDEMPTIONS', each.redemptions, 'price'),
          row('NAV PER SHARE', each.navPerShare, 'price'),
          ...(each.distribution === null ? [] : [row('DISTRIBUTION PER SHARE', each.distribution, 'price')]),
        ]
      }),
      ...rates.map(({ currency, rate }) => ['FX RATE', currency, null, fund.currency, number(rate, 'rate')]),
    ],
  }),
  Balance: ({ fund, balance }) => ({
    header:
      fund.set === 'MFFA'
        ? ['Account', 'Account name', 'Ccy', 'Debit', 'Credit']
        : ['Account number', 'Account name', 'Currency', 'Balance debtor', 'Balance creditor'],
    widths: [16, 48, 10, 20, 20],
    rows: balance.map((each) => [
      each.account,
      each.name,
      each.currency,
      number(each.debtor),
      number(each.creditor),
    ]),
  }),
  Inventory: ({ inventory }) => ({
    header: [
      'Instrument code',
      'ISIN',
      'Instrument name',
      'Type',
      'Subtype',
      'Quotation currency',
      'Quantity',
      'Price',
      'Price date',
      'Price factor',
      'FX rate',
      'Accrued interest',
      'Market value',
      '% NAV',
      'Maturity date',
      'Issuer',
      'Issuer kind',
      'Coupon',
      'Last coupon date',
      'Day count',
    ],
    widths: [16, 15, 44, 11, 18, 10, 16, 14, 12, 8, 12, 16, 18, 10, 12, 34, 14, 10, 12, 10],
    rows: inventory.map((line) => [
      line.code,
      line.isin,
      line.name,
      line.type,
      line.subtype,
      line.currency,
      number(line.quantity, 'price'),
      number(line.price, 'price'),
      line.priceDate && { day: line.priceDate },
      number(line.priceFactor, 'price'),
      number(line.rate, 'rate'),
      number(line.accrued),
      number(line.marketValue),
      number(line.navPercent, 'percent'),
      line.maturity && { day: line.maturity },
      line.issuer,
      line.issuerKind,
      number(line.coupon, 'plain'),
      line.lastCoupon && { day: line.lastCoupon },
      line.dayCount,
    ]),
  }),
  Matching: ({ inventory }) => ({
    header: ['Instrument code', 'ISIN', 'Instrument name', 'Currency', 'Quantity', 'Price', 'Market value'],
    widths: [16, 15, 44, 10, 16, 14, 18],
    rows: inventory
      .filter(({ type }) => type !== 'Cash')
      .map((line) => [
        line.code,
        line.isin,
        line.name,
        line.currency,
        number(line.quantity, 'price'),
        number(line.price, 'price'),
        number(line.marketValue),
      ]),
  }),
}

const NAMES = { NAV: 'NAV', Balance: 'Balance', Inventory: 'Inventory' } as const
const COMPRESSED: ZipOptions = { compressed: true }

/** The workbooks of a control, as delivered by the fund's administrator: two or three from FIA, two from MFFA. */
export function controlFiles(figures: FundFigures, options = COMPRESSED): NamedBytes[] {
  const { fund, navDate } = figures
  const file = (name: string, ...tables: SheetTable[]): NamedBytes => ({
    fileName: `${fund.code}_${name}_${navDate.replaceAll('-', '')}.xlsx`,
    bytes: writeXlsx(tables.map(sheetOf), options),
  })
  const of = (kind: SheetTable['kind']) => tableOf(figures, kind)
  if (fund.set === 'MFFA')
    return [file('BalanceSheet', of('Balance')), file('NavPack', of('NAV'), of('Inventory'))]
  const kinds =
    fund.set === 'FIA3' && !figures.withoutInventory
      ? (['NAV', 'Balance', 'Inventory'] as const)
      : (['NAV', 'Balance'] as const)
  return kinds.map((kind) => file(NAMES[kind], of(kind)))
}

/** The management company's own positions. */
export function matchingFile(figures: FundFigures, options = COMPRESSED): NamedBytes {
  return {
    fileName: `${figures.fund.code}_Positions_${figures.navDate.replaceAll('-', '')}.xlsx`,
    bytes: writeXlsx([sheetOf(tableOf(figures, 'Matching'))], options),
  }
}

function sheetOf({ kind, preamble, header, rows, widths }: SheetTable): XlsxSheet {
  return {
    name: kind === 'Matching' ? 'Positions' : kind,
    rows: [...preamble, [], header.map((bold) => ({ bold })), ...rows],
    widths,
  }
}

/** A management company's positions with one difference of each kind; the rest agrees. */
export function differingPositions(figures: FundFigures): FundFigures {
  const copy = structuredClone(figures)
  const [first, second, third, fourth] = copy.inventory.filter(
    ({ type }) => type === 'Equity' || type === 'Bond',
  )
  if (!first || !second || !third || !fourth) throw new Error('There are too few lines to differ in')
  first.quantity = new Big(first.quantity).plus(500).toFixed()
  second.price = new Big(second.price ?? 1).times('1.03').round(4).toFixed()
  third.marketValue = new Big(third.marketValue).plus(new Big(copy.tna).times('0.0004')).round(2).toFixed(2)
  const extra: LineFigures = {
    ...fourth,
    code: 'EQ9001',
    name: 'Cedarbrook Data Centres Inc.',
    isin: isinOf('US', 'DM9001'),
  }
  copy.inventory.splice(copy.inventory.indexOf(fourth), 1, extra)
  return copy
}
