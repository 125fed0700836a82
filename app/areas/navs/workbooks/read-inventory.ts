import type { Faults } from '~/platform/workbooks/faults'
import { INSTRUMENT_TYPES, type InstrumentType, type InventoryLine, type Table } from './control-data'
import { type FoundTable, openTable } from './found-table'
import { isTotalRow } from './total-row'

const BY_NAME = new Map<string, InstrumentType>(INSTRUMENT_TYPES.map((type) => [type.toLowerCase(), type]))
const NEVER_BLANK = ['instrumentCode', 'instrumentName', 'type', 'quotationCurrency', 'marketValue']

/** The lines of an Inventory table, total rows left out. The faults name every cell that cannot be read. */
export function readInventory(found: FoundTable, faults: Faults): Table<InventoryLine> {
  const { source, rows, read } = openTable(found, faults, (row) => isTotalRow(row, 'instrumentCode'))
  const lines = rows.map((row): InventoryLine => {
    for (const field of NEVER_BLANK) read.require(row, field)
    const written = read.text(row, 'type')
    const type = written === null ? undefined : BY_NAME.get(written.toLowerCase())
    if (written !== null && !type) {
      read.fault(row, 'type', `"${written}" is not a type of instrument (${INSTRUMENT_TYPES.join(', ')})`)
    }
    if (type && type !== 'Cash') read.require(row, 'quantity')
    return {
      row: row.row,
      instrumentCode: read.text(row, 'instrumentCode') ?? '',
      instrumentName: read.text(row, 'instrumentName') ?? '',
      type: type ?? 'Other',
      subtype: read.text(row, 'subtype'),
      quotationCurrency: read.text(row, 'quotationCurrency') ?? '',
      quantity: read.number(row, 'quantity'),
      price: read.number(row, 'price'),
      priceDate: read.day(row, 'priceDate'),
      marketValue: read.number(row, 'marketValue') ?? '0',
      isin: read.text(row, 'isin'),
      priceFactor: read.number(row, 'priceFactor'),
      fxRate: read.number(row, 'fxRate'),
      accruedInterest: read.number(row, 'accruedInterest'),
      navPercent: read.percent(row, 'navPercent'),
      maturityDate: read.day(row, 'maturityDate'),
      issuer: read.text(row, 'issuer'),
      issuerKind: read.text(row, 'issuerKind'),
    }
  })
  return { source, lines }
}
