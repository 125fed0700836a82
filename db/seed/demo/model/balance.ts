import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { DemoFund } from '../funds'
import { type DemoCurrency, fundRate, steady, walk } from '../market/series'
import type { AccountFigures, ClassFigures, LineFigures } from './classes'

const SECURITIES = [
  ['Equity', '201000', 'Equities at market value'],
  ['Bond', '202000', 'Bonds and money market paper at market value'],
  ['Fund', '203000', 'Target funds at market value'],
  ['Other', '209000', 'Other securities at market value'],
] as const

/** A fund's other payables and receivables, besides securities and cash; amounts above zero, in fund currency. */
export interface OtherAmounts {
  dividends: Big
  subscriptions: Big
  redemptions: Big
  management: Big
  depositary: Big
  administration: Big
  audit: Big
  tax: Big
}

/** Fees accrue daily and are paid when a quarter is over; flows are paid after the NAV date. */
export function otherAmounts(fund: DemoFund, day: Day, tna: Big, classes: ClassFigures[]): OtherAmounts {
  const quarter = day > '2026-09-30' ? '2026-09-30' : '2026-06-30'
  const accrued = (yearly: number) =>
    tna.times(((yearly * daysBetween(quarter, day)) / 365).toFixed(10)).round(2)
  const flow = (of: (each: ClassFigures) => Decimal) =>
    classes
      .reduce(
        (total, each) =>
          total.plus(
            new Big(of(each)).times(each.navPerShare).times(fundRate(each.currency, fund.currency, day)),
          ),
        new Big(0),
      )
      .round(2)
  const launch = classes.some(({ shares, subscriptions }) => shares === subscriptions)
  return {
    dividends: tna
      .times((0.0004 + 0.0014 * steady(`dividends ${fund.code} ${day.slice(0, 7)}`)).toFixed(6))
      .round(2),
    subscriptions: launch ? new Big(0) : flow(({ subscriptions }) => subscriptions),
    redemptions: flow(({ redemptions }) => redemptions),
    management: accrued(fund.type === 'MONEY MARKET' ? 0.0015 : 0.0095),
    depositary: accrued(0.0006),
    administration: accrued(0.0005),
    audit: accrued(0.0001),
    tax: accrued(fund.regime === 'UCITS' ? 0.0005 : 0.0001),
  }
}

export function netOfOther(other: OtherAmounts): Big {
  return other.dividends
    .plus(other.subscriptions)
    .minus(other.redemptions)
    .minus(other.management)
    .minus(other.depositary)
    .minus(other.administration)
    .minus(other.audit)
    .minus(other.tax)
}

/** The trial balance of an inventory: debit = credit, and classes 2 to 5 give the total net assets. */
export function balanceOf(
  fund: DemoFund,
  day: Day,
  tna: Big,
  inventory: readonly LineFigures[],
  other: OtherAmounts,
): AccountFigures[] {
  const accounts: AccountFigures[] = []
  const book = (account: string, name: string, net: Big, currency: DemoCurrency = fund.currency) =>
    accounts.push({
      account,
      name,
      currency,
      debtor: net.gt(0) ? net.toFixed(2) : null,
      creditor: net.lt(0) ? net.neg().toFixed(2) : null,
    })
  const of = (type: string) => inventory.filter((line) => line.type === type)
  const worth = (lines: LineFigures[]) => sum(lines.map(({ marketValue }) => marketValue))
  const accrued = sum(inventory.map((line) => line.accrued ?? '0'))
  const year = daysBetween('2026-01-01', day) / 365
  const part = (yearly: number) => tna.times((yearly * year).toFixed(8)).round(2)
  const fees = part(0.0108)
  const duties = part(0.0005)
  const income = part(0.017)
  const interest = part(0.009)
  const gains = part(0.021)
    .times(walk(`gains ${fund.code}`, day, 0.01).toFixed(6))
    .round(2)

  const result = income.plus(interest).plus(gains).minus(fees).minus(duties)
  book('101000', 'Subscribed capital and results brought forward', tna.minus(result).neg())
  for (const [type, account, name] of SECURITIES) {
    const lines = of(type)
    if (lines.length > 0)
      book(account, name, worth(lines).minus(sum(lines.map((line) => line.accrued ?? '0'))))
  }
  book('301000', 'Dividends receivable', other.dividends)
  book('302000', 'Subscriptions receivable', other.subscriptions)
  const forwards = of('Derivative')
  const losing = (line: LineFigures) => line.marketValue.startsWith('-')
  if (forwards.length > 0) {
    book('305000', 'Unrealised gain on forwards', worth(forwards.filter((line) => !losing(line))))
    book('405000', 'Unrealised loss on forwards', worth(forwards.filter(losing)))
  }
  if (accrued.gt(0)) book('381000', 'Accrued interest on bonds', accrued)
  book('401000', 'Redemptions payable', other.redemptions.neg())
  book('461000', 'Accrued management fee', other.management.neg())
  book('462000', 'Accrued depositary fee', other.depositary.neg())
  book('463000', 'Accrued administration fee', other.administration.neg())
  book('464000', 'Accrued audit fee', other.audit.neg())
  book('465000', 'Accrued subscription tax', other.tax.neg())
  of('Cash').forEach((line, index) => {
    book(`5010${index + 1}0`, `Cash at bank ${line.currency}`, new Big(line.marketValue), line.currency)
  })
  book('601000', 'Management and service fees', fees)
  book('608000', 'Subscription tax and duties', duties)
  book('701000', 'Dividend income', income.neg())
  book('702000', 'Interest income', interest.neg())
  book('705000', 'Realised and unrealised result on securities', gains.neg())
  book('901000', 'Suspense account', new Big(0))
  return accounts
}
