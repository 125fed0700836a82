import { Big, type Decimal } from '~/platform/values/decimal'
import { DEMO_CURRENCIES, type DemoCurrency } from '../market/series'

/** The administrator's chart of accounts. Money accounts exist once per currency. */
const CHART = {
  capital: ['101000', 'Subscribed capital'],
  broughtForward: ['102000', 'Results brought forward'],
  distributed: ['109000', 'Distributions to shareholders'],
  equities: ['201000', 'Equities at market value'],
  bonds: ['202000', 'Bonds and money market paper at market value'],
  funds: ['203000', 'Target funds at market value'],
  others: ['209000', 'Other securities at market value'],
  dividends: ['301000', 'Dividends receivable'],
  subscriptions: ['302000', 'Subscriptions receivable'],
  sold: ['303000', 'Receivable on securities sold'],
  forwardGain: ['305000', 'Unrealised gain on forwards'],
  accruedInterest: ['381000', 'Accrued interest on bonds'],
  redemptions: ['401000', 'Redemptions payable'],
  distributions: ['402000', 'Distributions payable'],
  bought: ['403000', 'Payable on securities purchased'],
  forwardLoss: ['405000', 'Unrealised loss on forwards'],
  managementDue: ['461000', 'Accrued management fee'],
  depositaryDue: ['462000', 'Accrued depositary fee'],
  administrationDue: ['463000', 'Accrued administration fee'],
  auditDue: ['464000', 'Accrued audit fee'],
  taxDue: ['465000', 'Accrued subscription tax'],
  cash: ['501000', 'Cash at bank'],
  managementFee: ['601000', 'Management fee'],
  depositaryFee: ['602000', 'Depositary fee'],
  administrationFee: ['603000', 'Administration fee'],
  auditFee: ['604000', 'Audit fee'],
  tradingCosts: ['606000', 'Transaction costs'],
  bankCharges: ['607000', 'Bank charges'],
  tax: ['608000', 'Subscription tax'],
  realisedLoss: ['691000', 'Realised losses on securities'],
  unrealisedLoss: ['692000', 'Change in unrealised losses on securities'],
  currencyLoss: ['693000', 'Losses on currencies'],
  forwardsLoss: ['694000', 'Losses on forwards'],
  dividendIncome: ['701000', 'Dividend income'],
  interestIncome: ['702000', 'Interest income on bonds'],
  bankInterest: ['703000', 'Bank interest'],
  realisedGain: ['791000', 'Realised gains on securities'],
  unrealisedGain: ['792000', 'Change in unrealised gains on securities'],
  currencyGain: ['793000', 'Gains on currencies'],
  forwardsGain: ['794000', 'Gains on forwards'],
  suspense: ['901000', 'Suspense account'],
} as const satisfies Record<string, readonly [number: string, name: string]>

export type AccountKey = keyof typeof CHART
/** An account, in the fund's currency unless another is given. */
export type AccountRef = AccountKey | { account: AccountKey; currency: DemoCurrency }

/** Results have separate accounts for gains and losses. */
const RESULTS = {
  realised: ['realisedGain', 'realisedLoss'],
  unrealised: ['unrealisedGain', 'unrealisedLoss'],
  currency: ['currencyGain', 'currencyLoss'],
  forwards: ['forwardsGain', 'forwardsLoss'],
} as const satisfies Record<string, readonly [AccountKey, AccountKey]>
export type ResultKind = keyof typeof RESULTS

/** A row of the trial balance. */
export interface AccountFigures {
  account: string
  name: string
  currency: DemoCurrency
  /** One of the two, in fund currency; both null if the account is balanced. */
  debtor: Decimal | null
  creditor: Decimal | null
}

interface Account {
  number: string
  name: string
  currency: DemoCurrency
  /** Debtor less creditor, in fund currency. */
  net: Big
  /** The same in the account's own currency. */
  units: Big
}

/** Expenses, income and results: closed when the financial year ends. */
const CLOSED = /^[67]/
/** Receivables, payables and cash: revalued with the exchange rates. */
const MONEY = /^[345]/

const NOTHING = new Big(0)

/** A fund's double-entry books: every posting has a debit and a credit of the same amount. */
export class Ledger {
  readonly #accounts = new Map<string, Account>()

  constructor(readonly currency: DemoCurrency) {}

  copy(): Ledger {
    const copy = new Ledger(this.currency)
    for (const [number, account] of this.#accounts) copy.#accounts.set(number, { ...account })
    return copy
  }

  /**
   * Posts an amount in fund currency, to the cent; a negative one is posted the other way round.
   *
   * @param units the amount in the currency of the accounts, if different
   */
  post(debit: AccountRef, credit: AccountRef, amount: Big, units: Big = amount): void {
    this.#add(debit, amount.round(2), units.round(2))
    this.#add(credit, amount.round(2).neg(), units.round(2).neg())
  }

  /** Posts a gain (or, if negative, a loss) on an account. */
  result(kind: ResultKind, on: AccountRef, amount: Big): void {
    const [gain, loss] = RESULTS[kind]
    if (amount.gt(0)) this.post(on, gain, amount, NOTHING)
    if (amount.lt(0)) this.post(loss, on, amount.neg(), NOTHING)
  }

  net(place: AccountRef): Big {
    return this.#accounts.get(this.#numberOf(place))?.net ?? NOTHING
  }

  units(place: AccountRef): Big {
    return this.#accounts.get(this.#numberOf(place))?.units ?? NOTHING
  }

  /** The net of all accounts whose number starts with one of these digits. */
  sum(digits: string): Big {
    let total = NOTHING
    for (const { number, net } of this.#accounts.values())
      if (digits.includes(number.charAt(0))) total = total.plus(net)
    return total
  }

  /** The currencies in which the fund has cash, its own first. */
  cashCurrencies(): DemoCurrency[] {
    const others = DEMO_CURRENCIES.filter((currency) => currency !== this.currency)
    return [this.currency, ...others.filter((currency) => !this.units({ account: 'cash', currency }).eq(0))]
  }

  /** Values receivables, payables and cash in other currencies at these rates. */
  revalue(rateOf: (currency: DemoCurrency) => string): void {
    for (const account of this.#accounts.values()) {
      if (account.currency === this.currency || !MONEY.test(account.number)) continue
      const change = account.units.times(rateOf(account.currency)).round(2).minus(account.net)
      const [gain, loss] = RESULTS.currency
      account.net = account.net.plus(change)
      if (change.gt(0)) this.#add(gain, change.neg(), NOTHING)
      if (change.lt(0)) this.#add(loss, change.neg(), NOTHING)
    }
  }

  /** Ends the financial year: expenses, income and results become capital. */
  closeYear(): void {
    for (const account of [...this.#accounts.values()]) {
      if (!CLOSED.test(account.number)) continue
      this.#add('broughtForward', account.net, NOTHING)
      account.net = NOTHING
    }
  }

  /** The trial balance. */
  figures(): AccountFigures[] {
    return [...this.#accounts.values()]
      .sort((a, b) => (a.number < b.number ? -1 : 1))
      .map(({ number, name, currency, net }) => ({
        account: number,
        name,
        currency,
        debtor: net.gt(0) ? net.toFixed(2) : null,
        creditor: net.lt(0) ? net.neg().toFixed(2) : null,
      }))
  }

  #add(place: AccountRef, amount: Big, units: Big): void {
    const number = this.#numberOf(place)
    const [key, currency] = this.#read(place)
    const name = currency === this.currency ? CHART[key][1] : `${CHART[key][1]} ${currency}`
    const account = this.#accounts.get(number) ?? { number, name, currency, net: NOTHING, units: NOTHING }
    this.#accounts.set(number, {
      ...account,
      net: account.net.plus(amount),
      units: account.units.plus(currency === this.currency ? amount : units),
    })
  }

  #read(place: AccountRef): [AccountKey, DemoCurrency] {
    return typeof place === 'string' ? [place, this.currency] : [place.account, place.currency]
  }

  #numberOf(place: AccountRef): string {
    const [key, currency] = this.#read(place)
    const [number] = CHART[key]
    if (currency === this.currency) return number
    return `${number.slice(0, 4)}${1 + DEMO_CURRENCIES.indexOf(currency)}0`
  }
}

/** The account number of a key, in the fund's currency: the prefix of a fee schedule, the account of a mistake. */
export const accountNumber = (key: AccountKey): string => CHART[key][0]
