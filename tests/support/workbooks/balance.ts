import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { BalanceModel, InstrumentModel, Settings } from './fund-model'
import { otherAmounts } from './inventory'

const SECURITIES = [
  ['Equity', '2010', 'Equities at market value'],
  ['Bond', '2020', 'Bonds at market value'],
  ['Fund', '2030', 'Target funds at market value'],
  ['Other', '2090', 'Other securities at market value'],
] as const

/** The trial balance that agrees with an inventory and a TNA: debit = credit, classes 2 to 5 = TNA. */
export function balanceOf(
  settings: Settings,
  month: number,
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
  const worthOf = (lines: InstrumentModel[]) => sum(lines.map((line) => line.marketValue))
  const accruedOf = (lines: InstrumentModel[]) => sum(lines.map((line) => line.accruedInterest ?? '0'))

  const income = new Big(640_000).plus(month * 12_345.67)
  const expenses = new Big(210_000.5).plus(month * 21_680.95)
  book('1010', 'Subscribed capital', tna.minus(income).plus(expenses).neg())
  for (const [type, account, name] of SECURITIES) {
    const lines = inventory.filter((line) => line.type === type)
    if (lines.length > 0) book(account, name, worthOf(lines).minus(accruedOf(lines)))
  }
  const other = otherAmounts(tna, month)
  book('3010', 'Dividends receivable', other.dividends)
  book('3020', 'Subscriptions receivable', other.subscriptions)
  const derivatives = inventory.filter((line) => line.type === 'Derivative')
  book(
    '3050',
    'Unrealised gain on forwards',
    worthOf(derivatives.filter((line) => !line.marketValue.startsWith('-'))),
  )
  book('3810', 'Accrued interest on bonds', accruedOf(inventory))
  book('4010', 'Redemptions payable', other.redemptions.neg())
  book(
    '4050',
    'Unrealised loss on forwards',
    worthOf(derivatives.filter((line) => line.marketValue.startsWith('-'))),
  )
  book('4610', 'Accrued management fee', other.managementFee.neg())
  book('4620', 'Accrued depositary fee', other.custodyFee.neg())
  book('4630', 'Accrued audit fee', other.auditFee.neg())
  for (const line of inventory.filter((each) => each.type === 'Cash')) {
    const currency = line.quotationCurrency
    book(
      `50${rate(currency) === '1' ? '10' : currency}`,
      `Cash at bank ${currency}`,
      new Big(line.marketValue),
      currency,
    )
  }
  book('6010', 'Management fee', expenses)
  book('7010', 'Dividends and interest', income.neg())
  book('9010', 'Suspense account', new Big(0))

  const netOf = (classes: string) =>
    sum(
      balance
        .filter((row) => classes.includes(row.accountNumber.charAt(0)))
        .map((row) => row.debtor ?? `${row.creditor === null ? '0' : `-${row.creditor}`}`),
    )
  return { balance, totalAssets: netOf('235').toFixed(2), totalLiabilities: netOf('4').neg().toFixed(2) }
}
