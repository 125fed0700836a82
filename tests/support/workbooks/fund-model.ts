/** yyyy-MM-dd */
type Day = string
/** A decimal number as text. */
type Decimal = string
export type FundType = 'MONEY MARKET' | 'BOND' | 'MIXED' | 'EQUITY' | 'ALTERNATIVE'
export type LineType = 'Equity' | 'Bond' | 'Fund' | 'Derivative' | 'Cash' | 'Other'

/** A consistent fund date: all figures agree, so that all rules of a control are OK. */
export interface FundModel {
  fundCode: string
  fundName: string
  fundCurrency: string
  fundType: FundType
  regime: 'UCITS' | 'AIF'
  navDate: Day
  /** Level of the fund’s benchmark on the NAV date. */
  benchmarkLevel: Decimal
  classes: ClassModel[]
  /** Fund currency per unit; the fund currency itself is not listed. */
  fxRates: { currency: string; rate: Decimal }[]
  totalAssets: Decimal
  totalLiabilities: Decimal
  tna: Decimal
  balance: BalanceModel[]
  inventory: InstrumentModel[]
}

export interface ClassModel {
  code: string
  name: string
  currency: string
  decimals: number
  hedged: boolean
  reference: boolean
  /** In percent per year. */
  managementFee: Decimal
  shares: Decimal
  subscriptions: Decimal
  redemptions: Decimal
  navPerShare: Decimal
  /** Null if the class distributes nothing: the workbook then has no such row. */
  distribution: Decimal | null
  tna: Decimal
}

export interface BalanceModel {
  accountNumber: string
  accountName: string
  currency: string
  debtor: Decimal | null
  creditor: Decimal | null
}

export interface InstrumentModel {
  instrumentCode: string
  instrumentName: string
  type: LineType
  subtype: string | null
  quotationCurrency: string
  quantity: Decimal | null
  price: Decimal | null
  priceDate: Day | null
  marketValue: Decimal
  isin: string | null
  priceFactor: Decimal | null
  fxRate: Decimal | null
  accruedInterest: Decimal | null
  navPercent: Decimal | null
  maturityDate: Day | null
  issuer: string | null
  issuerKind: string | null
  coupon: Decimal | null
  lastCouponDate: Day | null
  dayCount: string | null
}

export interface ModelOptions {
  fundCode?: string
  fundName?: string
  fundCurrency?: string
  regime?: 'UCITS' | 'AIF'
  /** The NAV date of the newest model; the others are one month (30 days) apart. */
  navDate?: Day
  /** Inventory lines in addition to cash and derivatives. Default 20. */
  lines?: number
  /** Fund currency per unit of a currency on a NAV date; by default rates drift. */
  rates?: (currency: string, navDate: Day) => Decimal | undefined
}

export type Settings = Required<ModelOptions>
