import type { InstrumentType } from '~/areas/navs/workbooks/control-data'
import type { Day } from '~/platform/values/day'
import type { Big, Decimal } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import type { Instrument } from '../market/instruments'
import { type DemoCurrency, fundRate } from '../market/series'
import type { AccountFigures, AccountKey, Ledger } from './ledger'

/** An administrator's books of a fund on a NAV date, and the figures delivered from them. */
export interface Books {
  fund: DemoFund
  ledger: Ledger
  /** By instrument code. */
  positions: Map<string, Position>
  /** Receivables and payables that are not yet settled. */
  items: OpenItem[]
  forwards: Forward[]
  /** By code of the class. */
  classes: Map<string, ClassState>
  /** The last NAV date, and its total net assets. */
  day: Day
  tna: Big
}

/** A security held by the fund, and its target part of the total net assets. */
export interface Position {
  instrument: Instrument
  target: number
  quantity: Big
  /** The price paid, in fund currency. */
  cost: Big
  /** As last valued, in fund currency: without interest, and the interest. */
  clean: Big
  accrued: Big
  /** The interest in the currency of the bond. */
  accruedUnits: Big
  /** As last valued. */
  price: Decimal
}

export interface OpenItem {
  account: AccountKey
  currency: DemoCurrency
  /** In its currency; negative if the fund pays. */
  units: Big
  due: Day
}

/** A purchase of a class's currency against the fund's, to hedge the class. */
export interface Forward {
  classCode: string
  currency: DemoCurrency
  notional: Big
  /** Fund currency for one unit. */
  agreed: Decimal
  value: Big
}

export interface ClassState {
  nav: Big
  shares: Big
  /** In the currency of the class. */
  tna: Big
}

export const copyOf = (books: Books): Books => ({
  ...books,
  ledger: books.ledger.copy(),
  positions: new Map([...books.positions].map(([code, position]) => [code, { ...position }])),
  items: [...books.items],
  forwards: books.forwards.map((forward) => ({ ...forward })),
  classes: new Map(books.classes),
})

/**
 * An administrator's mistakes on one NAV date. They are in the books, so that all files agree with each other, but not
 * with reality.
 */
export interface Slip {
  /** The price used instead of the right one. */
  price?: (instrument: Instrument, right: Decimal, last: Decimal) => Decimal
  rate?: (currency: DemoCurrency, right: Decimal) => Decimal
  /** The interest of a bond, in fund currency. */
  accrued?: (right: Big) => Big
  /** A fee of the period, by the key of its account. */
  fee?: (account: AccountKey, right: Big) => Big
  /** A late order of the reference class, as a fraction of its shares: the transfer agent reports it. */
  redemption?: { part: number; booked: boolean }
  /** A fraction of the total net assets allocated to the wrong class. */
  misallocated?: number
  /** Wrong postings, before the NAV is struck. */
  entries?: (books: Books) => void
}

/** The prices and rates used in the books on a day. */
export interface Quotes {
  day: Day
  /** Fund currency for one unit. */
  rate(currency: DemoCurrency): Decimal
  price(position: Pick<Position, 'instrument' | 'price'>): Decimal
}

export function quotesOn(fund: DemoFund, day: Day, slip: Slip = {}): Quotes {
  return {
    day,
    rate: (currency) => {
      const right = fundRate(currency, fund.currency, day)
      return currency === fund.currency ? right : (slip.rate?.(currency, right) ?? right)
    },
    price: ({ instrument, price: last }) => {
      const right = instrument.priceOn(day)
      return slip.price?.(instrument, right, last) ?? right
    },
  }
}

/** What the administrator delivers for one NAV date. */
export interface FundFigures {
  fund: DemoFund
  navDate: Day
  /** In the preamble of the NAV table, if not the fund's. */
  fundCurrency?: DemoCurrency
  /** If the inventory was not sent. */
  withoutInventory?: true
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
  /** Null if nothing was paid since the previous NAV. */
  distribution: Decimal | null
  tna: Decimal
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
  /** In percent per year. */
  coupon: Decimal | null
  lastCoupon: Day | null
  dayCount: string | null
}
