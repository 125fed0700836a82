import type { InventoryLine } from '~/areas/navs/workbooks/control-data'

/** What a line of an inventory has in common with others: a value of nothing in EUR, and no figures. */
export const BLANK_LINE: Omit<InventoryLine, 'row' | 'instrumentCode' | 'instrumentName' | 'type'> = {
  subtype: null,
  quotationCurrency: 'EUR',
  quantity: null,
  price: null,
  priceDate: null,
  marketValue: '0',
  isin: null,
  priceFactor: null,
  fxRate: null,
  accruedInterest: null,
  navPercent: null,
  maturityDate: null,
  issuer: null,
  issuerKind: null,
  coupon: null,
  lastCouponDate: null,
  dayCount: null,
}
