import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import type { DemoCurrency } from '../market/series'

/** What the administrator's accounting says of a fund on one NAV date; every figure agrees with every other. */
export interface FundFigures {
  fund: DemoFund
  navDate: Day
  totalAssets: Decimal
  totalLiabilities: Decimal
  tna: Decimal
  classes: ClassFigures[]
  /** Fund currency for one unit; without the fund currency. */
  rates: { currency: DemoCurrency; rate: Decimal }[]
  balance: AccountFigures[]
  inventory: LineFigures[]
}

export interface ClassFigures {
  code: string
  name: string
  currency: DemoCurrency
  shares: Decimal
  subscriptions: Decimal
  redemptions: Decimal
  navPerShare: Decimal
  /** Null where nothing was paid since the previous NAV. */
  distribution: Decimal | null
  tna: Decimal
}

export interface AccountFigures {
  account: string
  name: string
  currency: DemoCurrency
  /** One of the two, in fund currency; both null when the account is even. */
  debtor: Decimal | null
  creditor: Decimal | null
}

export interface LineFigures {
  code: string
  isin: string | null
  name: string
  type: InstrumentType
  subtype: string | null
  currency: DemoCurrency
  quantity: Decimal
  price: Decimal | null
  priceDate: Day | null
  priceFactor: Decimal | null
  rate: Decimal
  accrued: Decimal | null
  marketValue: Decimal
  navPercent: Decimal
  maturity: Day | null
  issuer: string | null
  issuerKind: string | null
}
