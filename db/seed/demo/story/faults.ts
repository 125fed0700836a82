import { addDays, type Day } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import type { Books, ClassFigures, FundFigures, LineFigures, Slip } from '../model/books'
import { type AccountFigures, type AccountKey, accountNumber } from '../model/ledger'
import { holdingsOf } from '../model/portfolio'
import { simulate, simulateSlip } from '../model/simulate'

/**
 * A realistic mistake of an administrator, named by the rule that finds it: a slip affects the whole books, so that the
 * files agree with each other; other faults only damage the files.
 */
export interface Fault {
  slip?: Slip | ((fund: DemoFund) => Slip)
  /** Changes the figures in place. */
  spoil?: (figures: FundFigures) => void
}

/** The deliveries of a NAV date with mistakes; those without stay correct. */
export function delivered(fund: DemoFund, navDate: Day, faults: readonly FaultName[]): FundFigures {
  const all: Fault[] = faults.map((name) => FAULTS[name])
  const slips = all.flatMap(({ slip }) => (typeof slip === 'function' ? slip(fund) : (slip ?? [])))
  const right = simulate(fund).find((each) => each.navDate === navDate)
  if (!right) throw new Error(`${fund.code} has no figures of ${navDate}`)
  const figures =
    slips.length > 0 ? simulateSlip(fund, navDate, Object.assign({}, ...slips)) : structuredClone(right)
  for (const { spoil } of all) spoil?.(figures)
  return figures
}

function line({ inventory }: FundFigures, wanted: (line: LineFigures) => boolean): LineFigures {
  const found = inventory.find(wanted)
  if (!found) throw new Error('There is no such line to spoil')
  return found
}

const ofType = (type: LineFigures['type']) => (each: LineFigures) => each.type === type
const isSecurity = ({ type }: { type: LineFigures['type'] }) =>
  type === 'Equity' || type === 'Bond' || type === 'Fund'

function account({ balance }: FundFigures, key: AccountKey): AccountFigures {
  const found = balance.find((each) => each.account === accountNumber(key))
  if (!found) throw new Error(`There is no account ${accountNumber(key)} to spoil`)
  return found
}

function firstClass({ classes }: FundFigures): ClassFigures {
  const [found] = classes
  if (!found) throw new Error('There is no class to spoil')
  return found
}

function add(each: AccountFigures, value: Big): void {
  const net = new Big(each.debtor ?? 0).minus(each.creditor ?? 0).plus(value)
  each.debtor = net.gt(0) ? net.toFixed(2) : null
  each.creditor = net.lt(0) ? net.neg().toFixed(2) : null
}

/** Moves an amount from one account to another: debit = credit stays true. */
function transfer(figures: FundFigures, from: AccountKey, to: AccountKey, amount: string): void {
  add(account(figures, from), new Big(amount).neg())
  add(account(figures, to), new Big(amount))
}

const times = (value: string, factor: string, places: number) =>
  new Big(value).times(factor).round(places).toFixed()
const part = ({ tna }: Books, of: string): Big => tna.times(of).round(2)

const largestEquities = (fund: DemoFund, count: number): string[] =>
  holdingsOf(fund)
    .filter(({ instrument }) => instrument.type === 'Equity')
    .sort((a, b) => b.target - a.target)
    .slice(0, count)
    .map(({ instrument }) => instrument.code)

export const FAULTS = {
  /** The template of another fund: N01. */
  N01: {
    spoil: (figures) => {
      figures.fundCurrency = figures.fund.currency === 'USD' ? 'EUR' : 'USD'
    },
  },
  /** A class that was never launched: N02. */
  N02: {
    spoil: (figures) => {
      const none = { shares: '0', subscriptions: '0', redemptions: '0', distribution: null, tna: '0.00' }
      figures.classes.push({
        ...firstClass(figures),
        ...none,
        code: `${figures.fund.code}-Z`,
        name: 'Z (acc)',
      })
    },
  },
  /** A missing digit in a total: N03 of that class, and N04. */
  N03: {
    spoil: (figures) => {
      const each = firstClass(figures)
      each.tna = new Big(each.tna).minus(36_000).toFixed(2)
    },
  },
  /** Liabilities without the day's fees: N05. */
  N05: {
    spoil: (figures) => {
      figures.totalLiabilities = new Big(figures.totalLiabilities).minus('8450.20').toFixed(2)
    },
  },
  /** A sign lost in an export: N06, with N03 and N08. */
  N06: {
    spoil: (figures) => {
      const each = firstClass(figures)
      each.shares = `-${each.shares}`
    },
  },
  /** Another vendor's price file, adjusted twice: N07, and with it N10, I04, I13 and I15. */
  N07: {
    slip: { price: ({ type }, right) => (type === 'Equity' ? times(right, '1.09', 2) : right) },
  },
  /** Subscriptions that the transfer agent never reported: N08. */
  N08: {
    spoil: (figures) => {
      const each = firstClass(figures)
      each.subscriptions = new Big(each.subscriptions).plus(1_250).toFixed()
    },
  },
  /** Part of the result went to the wrong class: N09. */
  N09: { slip: { misallocated: 0.0015 } },
  /** An unlisted holding at a price that was only offered: I04, and N11 when it is corrected after the NAV was sent. */
  N11: {
    slip: (fund) => {
      const [first] = holdingsOf(fund)
      return {
        price: ({ code }, right) => (code === first?.instrument.code ? times(right, '1.08', 2) : right),
      }
    },
  },
  /** Only the NAV and the balance were sent: N12. */
  N12: {
    spoil: (figures) => {
      figures.withoutInventory = true
    },
  },
  /** Another day's dollar rate: N13. */
  N13: { slip: { rate: (currency, right) => (currency === 'USD' ? times(right, '1.03', 8) : right) } },
  /** A redemption that the transfer agent reported, without its payable: N14 and N15. */
  N14: { slip: { redemption: { part: 0.016, booked: false } } },
  /** An unexplained payment, booked as a loss: N15. */
  N15: { slip: { entries: (books) => books.ledger.post('realisedLoss', 'cash', part(books, '0.0015')) } },
  /** A manually typed row of the balance: B01. */
  B01: { spoil: (figures) => add(account(figures, 'bankCharges'), new Big('1000')) },
  /** Fees booked after the NAV was struck: B02. */
  B02: { spoil: (figures) => transfer(figures, 'managementDue', 'managementFee', '940.15') },
  /** Charges on an account that is not in the plan: B03. */
  B03: {
    spoil: (figures) => {
      const charges = account(figures, 'bankCharges')
      const at = figures.balance.indexOf(charges)
      figures.balance[at] = { ...charges, account: '807000', name: 'Bank charges (to be mapped)' }
    },
  },
  /** A cancelled trade that was parked: B04. */
  B04: { spoil: (figures) => transfer(figures, 'unrealisedGain', 'suspense', '12480.55') },
  /** Dividends booked as received twice: B05. */
  B05: {
    slip: {
      entries: (books) =>
        books.ledger.post('cash', 'dividends', books.ledger.net('dividends').plus(part(books, '0.0002'))),
    },
  },
  /** A purchase of dollars booked before the money arrived: B06. */
  B06: {
    slip: {
      entries: ({ ledger, tna, fund }) => {
        const currency = fund.currency === 'USD' ? 'EUR' : 'USD'
        const foreign = { account: 'cash', currency } as const
        const rate = ledger.net(foreign).div(ledger.units(foreign))
        const amount = tna.times('0.165').round(2)
        ledger.post(foreign, 'cash', amount, amount.div(rate))
      },
    },
  },
  /** A sale whose settlement failed: B07. */
  B07: { slip: { entries: (books) => books.ledger.post('sold', 'cash', part(books, '0.008')) } },
  /** The audit fee, forgotten: B08 and B10. */
  B08: { slip: { fee: (expense, right) => (expense === 'auditFee' ? new Big(0) : right) } },
  /** The audit fee in two rows: B09. */
  B09: {
    spoil: (figures) => {
      const each = account(figures, 'auditDue')
      const half = new Big(each.creditor ?? 0).div(2).round(2)
      const rest = new Big(each.creditor ?? 0).minus(half)
      each.creditor = half.toFixed(2)
      figures.balance.splice(figures.balance.indexOf(each) + 1, 0, { ...each, creditor: rest.toFixed(2) })
    },
  },
  /** Two periods of management fee: B10. */
  B10: { slip: { fee: (expense, right) => (expense === 'managementFee' ? right.times(2) : right) } },
  /** A quantity from before the last order: I01. */
  I01: {
    spoil: (figures) => {
      const each = line(figures, isSecurity)
      each.quantity = times(each.quantity, '1.04', 0)
    },
  },
  /** A line without price: I02. */
  I02: {
    spoil: (figures) => {
      line(figures, ofType('Bond')).price = null
    },
  },
  /** A price from two weeks ago: I03. */
  I03: {
    spoil: (figures) => {
      const stale = line(figures, (each) => each.type === 'Equity' || each.type === 'Fund')
      stale.priceDate = addDays(figures.navDate, stale.type === 'Fund' ? -42 : -14)
    },
  },
  /** Two transposed digits of an ISIN: I05. */
  I05: {
    spoil: (figures) => {
      const each = line(figures, ({ isin }) => isin !== null && isin.at(-2) !== isin.at(-1))
      each.isin = `${each.isin?.slice(0, -2)}${each.isin?.at(-1)}${each.isin?.at(-2)}`
    },
  },
  /** A line split in two, one for each custodian: I06. */
  I06: {
    spoil: (figures) => {
      const each = line(figures, (found) => isSecurity(found) && found.accrued === null)
      const half = times(each.quantity, '0.5', 0)
      const value = times(each.marketValue, new Big(half).div(each.quantity).toFixed(30), 2)
      const percent = new Big(value).times(100).div(figures.tna).round(4)
      const rest = {
        ...each,
        quantity: new Big(each.quantity).minus(half).toFixed(),
        marketValue: new Big(each.marketValue).minus(value).toFixed(2),
        navPercent: new Big(each.navPercent).minus(percent).toFixed(),
      }
      Object.assign(each, { quantity: half, marketValue: value, navPercent: percent.toFixed() })
      figures.inventory.splice(figures.inventory.indexOf(each) + 1, 0, rest)
    },
  },
  /** Another day's rate on a cash line: I07. */
  I07: {
    spoil: (figures) => {
      const each = line(figures, (cash) => cash.type === 'Cash' && cash.rate !== '1')
      each.rate = times(each.rate, '1.0009', 8)
    },
  },
  /** A line missing from the inventory: I08. */
  I08: {
    spoil: (figures) => {
      figures.inventory.splice(figures.inventory.indexOf(line(figures, isSecurity)), 1)
    },
  },
  /** The bank balance before the last payment: I09. */
  I09: {
    spoil: (figures) => {
      const each = line(figures, (cash) => cash.type === 'Cash' && cash.rate === '1')
      each.quantity = new Big(each.quantity).plus('2410.75').toFixed(2)
      each.marketValue = new Big(each.marketValue).plus('2410.75').toFixed(2)
    },
  },
  /** A percentage that was not recomputed: I10. */
  I10: {
    spoil: (figures) => {
      const each = line(figures, isSecurity)
      each.navPercent = new Big(each.navPercent).plus('0.35').toFixed()
    },
  },
  /** A maturity date with the wrong year: I11. */
  I11: {
    spoil: (figures) => {
      const each = line(figures, ofType('Bond'))
      each.maturity = `2025${each.maturity?.slice(4)}`
    },
  },
  /** Three companies under one issuer's name: I12. */
  I12: {
    spoil: (figures) => {
      const [first, ...others] = figures.inventory
        .filter((each) => isSecurity(each) && each.issuerKind === 'CORPORATE')
        .slice(0, 5)
      for (const each of others) each.issuer = first?.issuer ?? null
    },
  },
  /** All bonds at another vendor's asking price: I13 and I15. */
  I13: { slip: { price: ({ type }, right) => (type === 'Bond' ? times(right, '1.016', 3) : right) } },
  /** The prices of the last NAV under a new date: I14. */
  I14: { slip: { price: (instrument, right, last) => (isSecurity(instrument) ? last : right) } },
  /** Two equities at the price of another share of the same company: I15. */
  I15: {
    slip: (fund) => {
      const two = largestEquities(fund, 2)
      return { price: ({ code }, right) => (two.includes(code) ? times(right, '1.049', 2) : right) }
    },
  },
  /** Nearly two periods of interest: I16. */
  I16: { slip: { accrued: (right) => right.times('1.9') } },
  /** Dividends booked as paid before they were: all files agree, and only the depositary's cash shows it. */
  S03: {
    slip: {
      entries: (books) => books.ledger.post('cash', 'dividends', books.ledger.net('dividends').times('0.9')),
    },
  },
  /** A dividend that went ex is not booked: all files agree, and only its announcement shows it. */
  S06: {
    slip: {
      entries: (books) =>
        books.ledger.post('dividendIncome', 'dividends', books.ledger.net('dividends').times('0.5')),
    },
  },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS

/** Bonds slightly too high, below the limits for each of them: the samples show who finds it. */
export const BONDS_UP: Slip = {
  price: ({ type }, right) => (type === 'Bond' ? times(right, '1.0095', 3) : right),
}
