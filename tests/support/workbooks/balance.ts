import { daysOfYear } from '~/areas/navs/rules/rule-context'
import { type Day, daysBetween } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { BalanceModel, FeeModel, InstrumentModel, Settings } from './fund-model'
import { accruedOf, worthOf } from './inventory'
import { drift } from './steady'

const SECURITIES = [
  ['Equity', '2010', 'Equities at market value'],
  ['Bond', '2020', 'Bonds at market value'],
  ['Fund', '2030', 'Target funds at market value'],
  ['Other', '2090', 'Other securities at market value'],
] as const

/** The fees that the fund accrues, each on an expense account and an account of class 46. */
export const FEES: readonly FeeModel[] = [
  { accountPrefix: '6010', rate: '0.9', amount: null, days: '365' },
  { accountPrefix: '6020', rate: '0.05', amount: null, days: 'ACT' },
  { accountPrefix: '6030', rate: null, amount: '36000', days: '360' },
]

const FEE_ACCOUNTS = [
  ['6010', '4610', 'management fee'],
  ['6020', '4620', 'depositary fee'],
  ['6030', '4630', 'audit fee'],
] as const

/** The fee of the days between two NAV dates, to the cent. */
export function feeOf({ rate, amount, days }: FeeModel, tna: Big, from: Day, to: Day): Big {
  const yearly = rate === null ? new Big(amount ?? 0) : tna.times(rate).div(100)
  return yearly
    .times(daysBetween(from, to))
    .div(days === 'ACT' ? daysOfYear(to) : days)
    .round(2)
}

/** What the books hold beside the inventory, all above 0; in fund currency. */
export interface Books {
  capital: Big
  /** By expense account; accrued and never paid. */
  fees: Record<string, Big>
  income: Big
  /** Receivables and payables that move with the cash account. */
  dividends: Big
  subscriptions: Big
  redemptions: Big
}

/** Dividends and subscriptions to come, redemptions to pay, as parts of the first TNA. */
export function otherAmounts(
  tna: Big,
  month: number,
): Pick<Books, 'dividends' | 'subscriptions' | 'redemptions'> {
  const part = (name: string, start: number) => tna.times(drift(name, start, 0.02, month, 8)).round(2)
  return {
    dividends: part('dividends', 0.004),
    subscriptions: part('subscriptions', 0.003),
    redemptions: part('redemptions', 0.0025),
  }
}

/** What the books add to the inventory to make TNA. */
export function otherNet({ dividends, subscriptions, redemptions, fees }: Books): Big {
  const accrued = Object.values(fees).reduce((total, fee) => total.plus(fee), new Big(0))
  return dividends.plus(subscriptions).minus(redemptions).minus(accrued)
}

/** The trial balance that agrees with an inventory and a TNA: debit = credit, classes 2 to 5 = TNA. */
export function balanceOf(
  settings: Settings,
  books: Books,
  tna: Big,
  inventory: InstrumentModel[],
  rate: (currency: string) => Decimal,
): { balance: BalanceModel[]; totalAssets: Decimal; totalLiabilities: Decimal } {
  const balance: BalanceModel[] = []
  const book = (accountNumber: string, accountName: string, net: Big, currency = settings.fundCurrency) =>
    balance.push({
      accountNumber,
      accountName,
      currency,
      debtor: net.gt(0) ? net.toFixed(2) : null,
      creditor: net.lt(0) ? net.neg().toFixed(2) : null,
    })
  const feesPaid = Object.values(books.fees).reduce((total, fee) => total.plus(fee), new Big(0))
  // Gains and losses are what capital, income and expenses do not explain of TNA.
  const results = tna.minus(books.capital).minus(books.income).plus(feesPaid)

  book('1010', 'Subscribed capital', books.capital.neg())
  for (const [type, account, name] of SECURITIES) {
    const lines = inventory.filter((line) => line.type === type)
    if (lines.length > 0) book(account, name, worthOf(lines).minus(accruedOf(lines)))
  }
  book('3010', 'Dividends receivable', books.dividends)
  book('3020', 'Subscriptions receivable', books.subscriptions)
  const derivatives = inventory.filter((line) => line.type === 'Derivative')
  book(
    '3050',
    'Unrealised gain on forwards',
    worthOf(derivatives.filter((line) => !line.marketValue.startsWith('-'))),
  )
  book('3810', 'Accrued interest on bonds', accruedOf(inventory))
  book('4010', 'Redemptions payable', books.redemptions.neg())
  book(
    '4050',
    'Unrealised loss on forwards',
    worthOf(derivatives.filter((line) => line.marketValue.startsWith('-'))),
  )
  for (const [expense, accrual, name] of FEE_ACCOUNTS)
    book(accrual, `Accrued ${name}`, (books.fees[expense] ?? new Big(0)).neg())
  for (const line of inventory.filter((each) => each.type === 'Cash')) {
    const currency = line.quotationCurrency
    book(
      `50${rate(currency) === '1' ? '10' : currency}`,
      `Cash at bank ${currency}`,
      new Big(line.marketValue),
      currency,
    )
  }
  for (const [expense, , name] of FEE_ACCOUNTS)
    book(expense, `${name.charAt(0).toUpperCase()}${name.slice(1)}`, books.fees[expense] ?? new Big(0))
  book('7010', 'Dividends and interest', books.income.neg())
  book('7910', 'Gains and losses', results.neg())
  book('9010', 'Suspense account', new Big(0))

  const netOf = (classes: string) =>
    sum(
      balance
        .filter((row) => classes.includes(row.accountNumber.charAt(0)))
        .map((row) => row.debtor ?? `${row.creditor === null ? '0' : `-${row.creditor}`}`),
    )
  return { balance, totalAssets: netOf('235').toFixed(2), totalLiabilities: netOf('4').neg().toFixed(2) }
}
