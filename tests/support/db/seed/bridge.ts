import type { FundFigures, LineFigures } from 'db/seed/demo/model/books'
import { Big } from '~/platform/values/decimal'

/** What the NAV bridge of the contract (nav-controls.md 2) makes of two deliveries; written from its text alone. */
export interface Bridge {
  drivers: Record<string, Big>
  residual: Big
  /** Basis points of the previous total net assets. */
  residualBp: number
}

const ZERO = new Big(0)

export function bridgeOf(p: FundFigures, n: FundFigures): Bridge {
  const rate = (of: FundFigures, currency: string): Big | null =>
    currency === of.fund.currency
      ? new Big(1)
      : new Big(of.rates.find((each) => each.currency === currency)?.rate ?? 0)
  const was = (code: string) => p.classes.find((each) => each.code === code)
  let flows = ZERO
  let distributions = ZERO
  for (const each of n.classes) {
    const before = was(each.code)
    const net = new Big(each.subscriptions).minus(each.redemptions)
    flows = flows.plus(
      net.times(before?.navPerShare ?? each.navPerShare).times(rate(before ? p : n, each.currency) ?? 0),
    )
    distributions = distributions.minus(
      new Big(each.distribution ?? 0).times(before?.shares ?? 0).times(rate(n, each.currency) ?? 0),
    )
  }
  for (const each of p.classes)
    if (!n.classes.some(({ code }) => code === each.code))
      flows = flows.minus(new Big(each.shares).times(each.navPerShare).times(rate(p, each.currency) ?? 0))
  let prices = ZERO
  let currencies = ZERO
  let derivatives = ZERO
  const lines = (of: FundFigures) => new Map(of.inventory.map((line) => [line.code, line]))
  const before = lines(p)
  for (const line of n.inventory) {
    const old = before.get(line.code)
    if (line.type === 'Derivative') {
      derivatives = derivatives.plus(line.marketValue).minus(old?.marketValue ?? 0)
    } else if (line.type !== 'Cash' && old) {
      const { price, fx } = effectsOf(old, line)
      prices = prices.plus(price)
      currencies = currencies.plus(fx)
    }
  }
  for (const line of p.inventory)
    if (line.type === 'Derivative' && !n.inventory.some(({ code }) => code === line.code))
      derivatives = derivatives.minus(line.marketValue)
  for (const { account, currency, debtor, creditor } of p.balance) {
    if (!/^[345]/.test(account) || account.startsWith('38')) continue
    const move = (rate(n, currency) ?? ZERO).div(rate(p, currency) ?? 1).minus(1)
    currencies = currencies.plus(new Big(debtor ?? 0).minus(creditor ?? 0).times(move))
  }
  const drivers = {
    flows,
    distributions,
    prices,
    currencies,
    derivatives,
    income: netOf(n, /^7(?!9)/)
      .minus(netOf(p, /^7(?!9)/))
      .neg(),
    expenses: netOf(n, /^6(?!9)/)
      .minus(netOf(p, /^6(?!9)/))
      .neg(),
  }
  const residual = Object.values(drivers).reduce(
    (left, amount) => left.minus(amount),
    new Big(n.tna).minus(p.tna),
  )
  return { drivers, residual, residualBp: Number(residual.div(p.tna).times(10_000)) }
}

export function effectsOf(p: LineFigures, n: LineFigures) {
  const q = new Big(n.quantity).plus(p.quantity).div(2)
  const factor = n.priceFactor ?? 1
  const rates = new Big(n.rate).minus(p.rate)
  return {
    price: q
      .times(factor)
      .times(new Big(n.price ?? 0).minus(p.price ?? 0))
      .times(p.rate),
    fx: q
      .times(factor)
      .times(n.price ?? 0)
      .times(rates)
      .plus(new Big(p.accrued ?? 0).times(rates).div(p.rate)),
  }
}

/** Debtor less creditor of the accounts whose number matches. */
export function netOf({ balance }: FundFigures, accounts: RegExp): Big {
  return balance
    .filter(({ account }) => accounts.test(account))
    .reduce((all, { debtor, creditor }) => all.plus(debtor ?? 0).minus(creditor ?? 0), ZERO)
}
