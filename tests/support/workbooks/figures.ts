import { type Q, sumOf, zero } from '../rule-oracle/exact'
import { accountValue, accruedOf, type Books, booksOf, itemValue, worthOf } from './book'
import type { BalanceModel, ClassModel, FundModel, InstrumentModel, LineType } from './fund-model'
import { rateOf, type World } from './world'

const SECURITIES: [LineType, account: string, name: string][] = [
  ['Equity', '2010', 'Equities at market value'],
  ['Bond', '2020', 'Bonds at market value'],
  ['Fund', '2030', 'Target funds at market value'],
  ['Other', '2090', 'Other securities at market value'],
]

const FEE_NAMES: Record<string, string> = {
  '6010': 'management fee',
  '6020': 'depositary fee',
  '6030': 'audit fee',
}

/** The figures of a world’s fund, one model per NAV date: all of one date are consistent. */
export function figuresOf(world: World): FundModel[] {
  return booksOf(world).map((books, at) => {
    const balance = balanceOf(world, books, at)
    const netOf = (classes: RegExp) =>
      sumOf(balance.filter(([number]) => classes.test(number)).map(([, , net]) => net))
    return {
      fundCode: world.code,
      fundName: world.name,
      fundCurrency: world.currency,
      fundType: world.type,
      regime: world.regime,
      navDate: world.dates[at] ?? '',
      benchmarkLevel: books.level.text(),
      classes: classesOf(world, books, at),
      fxRates: Object.keys(world.rates).map((currency) => ({
        currency,
        rate: rateOf(world, currency, at).text(),
      })),
      totalAssets: netOf(/^[235]/).fixed(2),
      totalLiabilities: netOf(/^4/).neg().fixed(2),
      tna: books.tna.fixed(2),
      balance: balance.map(([number, name, net, currency]) =>
        balanceRow(number, name, net, currency ?? world.currency),
      ),
      inventory: inventoryOf(world, books, at),
    }
  })
}

function classesOf(world: World, books: Books, at: number): ClassModel[] {
  return world.classes.flatMap(({ of, name, bought, sold, distributions, opens }, i) => {
    const held = books.classes[i]
    if (!held || (opens && at === 0)) return []
    const paid = distributions[at] ?? zero
    return {
      code: of.code,
      name,
      currency: of.currency,
      decimals: of.decimals,
      hedged: of.hedged,
      reference: of.reference,
      managementFee: of.fee,
      shares: held.shares.text(),
      subscriptions: (bought[at] ?? zero).text(),
      redemptions: (sold[at] ?? zero).text(),
      navPerShare: held.price.fixed(of.decimals),
      distribution: paid.eq(0) ? null : paid.text(),
      tna: held.tna.fixed(2),
    }
  })
}

type Account = [number: string, name: string, net: Q, currency?: string]

/** The trial balance: debit = credit, and classes 2 to 5 add up to TNA. */
function balanceOf(world: World, books: Books, at: number): Account[] {
  const { capital, income, fees, cash, tna } = books
  const held = world.holdings.filter(({ quantities }) => quantities[at])
  const worth = (of: typeof held) => sumOf(of.map((holding) => worthOf(world, holding, at)))
  const accrued = (of: typeof held) => sumOf(of.map((holding) => accruedOf(world, holding, at)))
  const derivatives = held.filter(({ type }) => type === 'Derivative')
  const gains = derivatives.filter((holding) => !worthOf(world, holding, at).lt(0))
  const losses = derivatives.filter((holding) => worthOf(world, holding, at).lt(0))
  const feeName = (prefix: string) => FEE_NAMES[prefix] ?? 'fee'
  const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  const accounts: Account[] = [
    ['1010', 'Subscribed capital', capital.neg()],
    ...SECURITIES.flatMap(([type, account, name]): Account[] => {
      const of = held.filter((holding) => holding.type === type)
      return of.length === 0 ? [] : [[account, name, worth(of).minus(accrued(of))]]
    }),
    ...world.items.map(
      (item): Account => [item.account, item.name, itemValue(world, item, at), item.currency],
    ),
    ['3050', 'Unrealised gain on forwards', worth(gains)],
    ['3810', 'Accrued interest on bonds', accrued(held)],
    ['4050', 'Unrealised loss on forwards', worth(losses)],
    ...world.fees.map(
      ({ prefix }, i): Account => [
        `46${prefix.slice(2)}`,
        `Accrued ${feeName(prefix)}`,
        (fees[i] ?? zero).neg(),
      ],
    ),
    ...world.accounts.map(
      (account): Account => [
        `50${account.currency}`,
        `Cash at bank ${account.currency}`,
        accountValue(world, account, at),
        account.currency,
      ],
    ),
    ['5010', `Cash at bank ${world.currency}`, cash],
    ...world.fees.map(({ prefix }, i): Account => [prefix, capitalised(feeName(prefix)), fees[i] ?? zero]),
    ['7010', 'Dividends and interest', income.neg()],
    // Gains and losses are the part of TNA not explained by capital, income and expenses.
    ['7910', 'Gains and losses', capital.plus(income).minus(sumOf(fees)).minus(tna)],
    ['9010', 'Suspense account', zero],
  ]
  return accounts.sort(([a], [b]) => a.slice(0, 2).localeCompare(b.slice(0, 2)))
}

/** A row of a balance with its net on the right side. */
export const balanceRow = (
  accountNumber: string,
  accountName: string,
  net: Q,
  currency: string,
): BalanceModel => ({
  accountNumber,
  accountName,
  currency,
  debtor: net.gt(0) ? amountOf(net) : null,
  creditor: net.lt(0) ? amountOf(net.neg()) : null,
})

/** Two decimals, or more if the amount has them. */
const amountOf = (amount: Q) => (amount.round(2).eq(amount) ? amount.fixed(2) : amount.text())

function inventoryOf(world: World, books: Books, at: number): InstrumentModel[] {
  const percent = (value: Q) => (books.tna.eq(0) ? null : value.times(100).over(books.tna).round(4).text())
  const fxRate = (currency: string) => rateOf(world, currency, at).text()
  const held = world.holdings.flatMap((holding): InstrumentModel[] => {
    const quantity = holding.quantities[at]
    if (!quantity) return []
    const value = worthOf(world, holding, at)
    return [
      {
        instrumentCode: holding.code,
        instrumentName: holding.name,
        type: holding.type,
        subtype: holding.subtype,
        quotationCurrency: holding.currency,
        quantity: quantity.text(),
        price: (holding.prices[at] ?? zero).text(),
        priceDate: holding.priceDates[at] ?? null,
        marketValue: value.fixed(2),
        isin: holding.isin,
        priceFactor: holding.factor,
        fxRate: fxRate(holding.currency),
        accruedInterest: holding.coupon === null ? null : accruedOf(world, holding, at).fixed(2),
        navPercent: percent(value),
        maturityDate: holding.maturity,
        issuer: holding.issuer,
        issuerKind: holding.issuerKind,
        coupon: holding.coupon,
        lastCouponDate: holding.lastCoupons[at] ?? null,
        dayCount: holding.dayCount,
      },
    ]
  })
  const cash = (currency: string, units: string, value: Q, bank: string | null): InstrumentModel => ({
    ...BLANK,
    instrumentCode: `CASH-${currency}`,
    instrumentName: `Current account ${currency}`,
    type: 'Cash',
    quotationCurrency: currency,
    quantity: units,
    marketValue: value.fixed(2),
    fxRate: fxRate(currency),
    navPercent: percent(value),
    issuer: bank,
  })
  const foreign = world.accounts.map((account) =>
    cash(account.currency, account.units.text(), accountValue(world, account, at), account.bank),
  )
  return [...held, ...foreign, cash(world.currency, books.cash.fixed(2), books.cash, world.bank)]
}

const BLANK = {
  subtype: null,
  price: null,
  priceDate: null,
  isin: null,
  priceFactor: null,
  accruedInterest: null,
  maturityDate: null,
  issuerKind: null,
  coupon: null,
  lastCouponDate: null,
  dayCount: null,
}
