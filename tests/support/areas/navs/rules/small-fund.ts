import type {
  Announcement,
  CashRow,
  PositionRow,
  RegisterRow,
  RuleInput,
  SecondSources,
  VendorPrice,
} from '~/areas/navs/rules/contract'
import { defaultToleranceRows, tolerancesInForce } from '~/areas/navs/rules/tolerances'
import type {
  ControlData,
  InventoryLine,
  NavLine,
  NavType,
  TableKind,
  TableSource,
} from '~/areas/navs/workbooks/control-data'
import { BLANK_LINE } from './blank-line'
import { outcomeOf } from './rule-input'

/** A fund with round figures, for results that are computed by hand: 1,000,000 EUR, one day after the previous NAV. */

const [BEFORE, NAV_DATE] = ['2026-10-29', '2026-10-30']

const COLUMNS: Partial<Record<TableKind, Record<string, string>>> = {
  NAV: { type: 'A', code: 'B', currency: 'C', value: 'D' },
  Balance: { accountNumber: 'A', debtor: 'D', creditor: 'E' },
  Inventory: {
    instrumentCode: 'A',
    isin: 'B',
    quantity: 'G',
    price: 'H',
    priceDate: 'I',
    fxRate: 'J',
    accruedInterest: 'K',
    marketValue: 'L',
  },
}

function source(kind: TableKind, navDate: string): TableSource {
  return {
    kind,
    fileIndex: 0,
    file: `${kind}.xlsx`,
    sheet: kind,
    headerRow: 1,
    columns: COLUMNS[kind] ?? {},
    preamble: {
      fundCode: { value: 'FUND', cell: 'B1' },
      navDate: { value: navDate, cell: 'B2' },
      fundCurrency: { value: 'EUR', cell: 'B3' },
      fundName: null,
    },
  }
}

export type Element = [type: NavType, code: string, value: string, currency?: string]

const navLine = ([type, code, value, currency = 'EUR']: Element, at: number): NavLine => ({
  row: at + 2,
  type,
  code,
  currency,
  value,
  name: null,
})

/** A row of the NAV table with the FX RATE of a currency. */
export const fxRate = (currency: string, rate: string): NavLine => navLine(['FX RATE', currency, rate], 48)

/** A line of the inventory; what is not given is blank. */
export const held = (
  type: InventoryLine['type'],
  instrumentCode: string,
  more: Partial<InventoryLine>,
): Omit<InventoryLine, 'row'> => ({
  ...BLANK_LINE,
  instrumentCode,
  instrumentName: instrumentCode,
  type,
  ...more,
})

export interface Upload {
  elements: Element[]
  /** Account → net, in EUR unless a currency is given. */
  accounts?: Record<string, string | [net: string, currency: string]>
  lines?: Omit<InventoryLine, 'row'>[] | null
}

function data(navDate: string, { elements, accounts = {}, lines = [] }: Upload): ControlData {
  const own: Element[] = [
    ['FUND TNA', 'FUND', '1000000'],
    ['TOTAL ASSETS', 'FUND', '1000000'],
    ['TOTAL LIABILITIES', 'FUND', '0'],
  ]
  return {
    fundCode: 'FUND',
    navDate,
    nav: { source: source('NAV', navDate), lines: [...own, ...elements].map(navLine) },
    balance: {
      source: source('Balance', navDate),
      lines: Object.entries(accounts).map(([accountNumber, given], at) => {
        const [net, currency] = typeof given === 'string' ? [given, 'EUR'] : given
        const isCredit = net.startsWith('-')
        return {
          row: at + 2,
          accountNumber,
          accountName: accountNumber,
          currency,
          debtor: isCredit ? '0' : net,
          creditor: isCredit ? net.slice(1) : '0',
        }
      }),
    },
    inventory: lines && {
      source: source('Inventory', navDate),
      lines: lines.map((line, at) => ({ ...line, row: at + 2 })),
    },
  }
}

/** An EQUITY fund: its error threshold is 1 %, 10,000 EUR. Class A is in EUR, class H in USD and hedged, at 0.8 EUR. */
export function smallFund(now: Upload, before: Upload | null, change: (input: RuleInput) => void = () => {}) {
  const ofClass = { decimals: 2, activeFrom: null, activeTo: null, reference: false, managementFee: '0' }
  const input: RuleInput = {
    data: data(NAV_DATE, now),
    previous: before && data(BEFORE, before),
    fund: {
      code: 'FUND',
      currency: 'EUR',
      type: 'EQUITY',
      regime: 'UCITS',
      benchmark: null,
      provider: 'FIA',
      set: 'FIA 3',
      yearEnd: '12-31',
      announcementsKept: true,
    },
    classes: [
      { ...ofClass, code: 'A', currency: 'EUR', hedged: false },
      { ...ofClass, code: 'H', currency: 'USD', hedged: true },
    ],
    accountPlan: [
      { prefix: '5', accountClass: 'cash', side: null },
      { prefix: '7', accountClass: 'income', side: null },
      { prefix: '71', accountClass: 'income', side: null, dividends: true },
    ],
    feeSchedule: [],
    exchangeRates: [],
    previousRates: [],
    siteCurrency: 'EUR',
    pricesElsewhere: [],
    benchmarkLevels: { current: null, previous: null },
    sent: null,
    tolerances: tolerancesInForce(defaultToleranceRows(), {
      fund: 'FUND',
      fundType: 'EQUITY',
      provider: 'FIA',
      day: NAV_DATE,
    }),
  }
  change(input)
  return input
}

/** What others say: nothing but what is given. */
export function sources(given: Partial<SecondSources>): SecondSources {
  const none = { tables: [], missing: [] }
  return { register: none, cash: none, positions: none, prices: [], announcements: [], ...given }
}

/** Makes these the sources of a fund; `more` changes it further. */
export const saying = (given: Partial<SecondSources>, more: (input: RuleInput) => void = () => {}) => {
  return (input: RuleInput) => {
    input.sources = sources(given)
    more(input)
  }
}

/** The result of a rule with its severity and its impact in basis points: "NOK W 10". */
export function told(input: RuleInput, id: string): string {
  const { result, severity, impact } = outcomeOf(input, id)
  return result === 'NOK' ? `NOK ${severity} ${impact === null ? '-' : Number(impact)}` : result
}

const tableOf = <Row>(sender: string, rows: Row[], date = NAV_DATE) => ({
  tables: [{ sender, date, hasFlows: true, rows }],
  missing: [],
})

export const registerOf = (
  ...rows: [classCode: string, outstanding: string, issued?: string, redeemed?: string][]
) =>
  tableOf(
    'TA',
    rows.map(([classCode, outstanding, issued = null, redeemed = null], at): RegisterRow => {
      const cells = { 'Shares outstanding': `Register!D${at + 2}`, Issued: `Register!E${at + 2}` }
      return { file: 'register.xlsx', cells, classCode, outstanding, issued, redeemed }
    }),
  )

export const cashOf = (...rows: [currency: string, balance: string, pending?: string][]) =>
  tableOf(
    'BANK',
    rows.map(([currency, balance, pending = null], at): CashRow => {
      const cells = { Balance: `Cash!D${at + 4}` }
      return { file: 'cash.csv', cells, account: `ACC-${at + 1}`, currency, balance, pending }
    }),
  )

export const positionsOf = (...rows: Partial<PositionRow>[]) =>
  tableOf(
    'BANK',
    rows.map(
      (row, at): PositionRow => ({
        file: 'positions.csv',
        cells: { Quantity: `Positions!C${at + 2}` },
        instrumentCode: null,
        isin: null,
        quantity: '0',
        pending: null,
        marketValue: null,
        ...row,
      }),
    ),
  )

export const vendorPriceOf = (isin: string, price: string, more: Partial<VendorPrice> = {}): VendorPrice => ({
  sender: 'VENDOR',
  file: 'prices.csv',
  cells: { Price: 'Prices!C2' },
  isin,
  currency: 'EUR',
  price,
  priceDate: NAV_DATE,
  exchange: null,
  priceFactor: null,
  ...more,
})

export const announced = (rate: string, more: Partial<Announcement>): Announcement => ({
  sender: 'VENDOR',
  file: 'events.csv',
  cells: { Rate: 'Events!D2' },
  isin: null,
  classCode: null,
  exDate: NAV_DATE,
  currency: 'EUR',
  rate,
  netRate: null,
  fundCode: null,
  ...more,
})
