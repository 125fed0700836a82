import type { TableKind } from './control-data'
import type { ColumnRule } from './find-table'

function columns(required: string, optional: string): ColumnRule[] {
  const of = (list: string, must: boolean) =>
    list.split(',').map((pair) => {
      const [field = '', header = ''] = pair.trim().split(':')
      return { field, header, required: must }
    })
  return [...of(required, true), ...of(optional, false)]
}

/** The columns of each table: field of its line and header. */
export const TABLE_COLUMNS: Readonly<Record<TableKind, ColumnRule[]>> = {
  NAV: columns('type:Type, code:Code, currency:Currency, value:Value', 'name:Name'),
  Balance: columns(
    'accountNumber:Account number, accountName:Account name, currency:Currency, debtor:Balance debtor, creditor:Balance creditor',
    '',
  ).filter((rule) => rule.field !== ''),
  Inventory: columns(
    'instrumentCode:Instrument code, instrumentName:Instrument name, type:Type, subtype:Subtype, quotationCurrency:Quotation currency, quantity:Quantity, price:Price, priceDate:Price date, marketValue:Market value',
    'isin:ISIN, priceFactor:Price factor, fxRate:FX rate, accruedInterest:Accrued interest, navPercent:% NAV, maturityDate:Maturity date, issuer:Issuer, issuerKind:Issuer kind',
  ),
  Matching: columns(
    'instrumentCode:Instrument code, instrumentName:Instrument name, currency:Currency, quantity:Quantity, price:Price, marketValue:Market value',
    'isin:ISIN',
  ),
}

/** Columns read as numbers: their texts decide together which mark is the decimal mark of the sheet. */
export const NUMBER_FIELDS: Readonly<Record<TableKind, readonly string[]>> = {
  NAV: ['value'],
  Balance: ['debtor', 'creditor'],
  Inventory: ['quantity', 'price', 'marketValue', 'priceFactor', 'fxRate', 'accruedInterest', 'navPercent'],
  Matching: ['quantity', 'price', 'marketValue'],
}
