import { accountClasses } from '~/areas/navs/rules/account-class'
import type { AccountClass, RuleInput } from '~/areas/navs/rules/contract'
import type {
  BalanceLine,
  ControlData,
  InstrumentType,
  InventoryLine,
  NavLine,
  NavType,
} from '~/areas/navs/workbooks/control-data'
import { Big, type Decimal, plain } from '~/platform/values/decimal'

const NOTHING = new Big(0)
const LIABILITIES: readonly AccountClass[] = ['payables', 'accrued expenses']
const ASSETS: readonly AccountClass[] = ['securities', 'accrued interest', 'receivables', 'cash']
/** Quotients of % NAV, to the places of the column: with fewer places than usual, division is ten times as fast. */
const Percent = Big()
Percent.DP = 4

/**
 * The books behind a control, as its files show them: what is posted goes through all tables, as an administrator's
 * system would carry it, so that debit stays credit and every total agrees.
 */
export class Books {
  readonly lines: InventoryLine[]
  readonly accounts: (BalanceLine & { net: Big; accountClass: AccountClass | null })[]
  /** FUND TNA as delivered. */
  readonly tna: Big
  readonly #nav: NavLine[]
  readonly #rates: Map<string, Big>
  /** Rates before they were changed: classes are worth what they were. */
  readonly #ratesBefore: Map<string, Big>
  #assets = NOTHING
  #liabilities = NOTHING
  /** What single classes got, apart from what all of them share. */
  #shifted = NOTHING

  constructor(
    private readonly data: ControlData,
    private readonly input: RuleInput,
  ) {
    const classOf = accountClasses(input.accountPlan)
    this.lines = (data.inventory?.lines ?? []).map((line) => ({ ...line }))
    this.accounts = data.balance.lines.map((line) => ({
      ...line,
      net: new Big(line.debtor).minus(line.creditor),
      accountClass: classOf.of(line.accountNumber),
    }))
    this.#nav = data.nav.lines.map((line) => ({ ...line }))
    this.tna = new Big(this.#element('FUND TNA', data.fundCode)?.value ?? 0)
    this.#rates = new Map(
      this.#nav.flatMap(({ type, code, value }) => (type === 'FX RATE' ? [[code, new Big(value)]] : [])),
    )
    this.#rates.set(input.fund.currency, new Big(1))
    this.#ratesBefore = new Map(this.#rates)
  }

  /** So many basis points of FUND TNA, to the cent. */
  amountOf(bp: number): Big {
    return this.tna.times(bp).div(10_000).round(2)
  }

  /** The rate of a currency in fund currency, as the files have it; null where they have none. */
  rate(currency: string): Big | null {
    return this.#rates.get(currency) ?? null
  }

  /** The rate of a line: its own, or that of its currency. */
  rateOf(line: InventoryLine): Big | null {
    return line.fxRate === null ? this.rate(line.quotationCurrency) : new Big(line.fxRate)
  }

  setRate(currency: string, rate: Decimal): void {
    this.#rates.set(currency, new Big(rate))
    for (const line of this.#nav) if (line.type === 'FX RATE' && line.code === currency) line.value = rate
  }

  securities(...types: InstrumentType[]): InventoryLine[] {
    return this.lines.filter(
      ({ type }) => type !== 'Cash' && type !== 'Derivative' && (types.length === 0 || types.includes(type)),
    )
  }

  /** Lines with all parts of their value, the largest first. */
  priced(...types: InstrumentType[]): InventoryLine[] {
    return largestFirst(
      this.securities(...types).filter((line) => new Big(line.price ?? 0).gt(0) && this.cleanOf(line)?.gt(0)),
    )
  }

  /** Quantity × price × factor × rate, in fund currency; null where a part is missing. */
  cleanOf(line: InventoryLine): Big | null {
    const rate = this.rateOf(line)
    if (line.quantity === null || line.price === null || rate === null) return null
    return new Big(line.quantity)
      .times(line.price)
      .times(line.priceFactor ?? 1)
      .times(rate)
  }

  /** Values a line by its quantity, price and rate; what that changes goes to securities and a result. */
  revalue(line: InventoryLine): void {
    const clean = this.cleanOf(line)
    if (clean === null) return
    const value = clean.plus(line.accruedInterest ?? 0).round(2)
    const change = value.minus(line.marketValue)
    line.marketValue = value.toFixed(2)
    this.post('securities', change)
    this.post('results', change.neg())
  }

  remove(line: InventoryLine): void {
    const accrued = new Big(line.accruedInterest ?? 0)
    this.lines.splice(this.lines.indexOf(line), 1)
    this.post('securities', accrued.minus(line.marketValue))
    if (!accrued.eq(0)) this.post('accrued interest', accrued.neg())
    this.post('results', new Big(line.marketValue))
  }

  /** The account of these classes that holds most, of the first class that has one; one in a currency, if given. */
  account(classes: readonly AccountClass[], currency?: string): (typeof this.accounts)[number] | null {
    for (const wanted of classes) {
      const [largest] = this.accounts
        .filter(
          (each) => each.accountClass === wanted && (currency === undefined || each.currency === currency),
        )
        .sort((a, b) => b.net.abs().cmp(a.net.abs()))
      if (largest) return largest
    }
    return null
  }

  /** Posts to the largest account of a class, or of one that replaces it. */
  post(accountClass: AccountClass, amount: Big): void {
    const found = this.account([accountClass, ...STAND_INS[accountClass]])
    if (found) this.postTo(found, amount)
  }

  postTo(account: (typeof this.accounts)[number], amount: Big): void {
    account.net = account.net.plus(amount)
    if (account.accountClass && ASSETS.includes(account.accountClass))
      this.#assets = this.#assets.plus(amount)
    if (account.accountClass && LIABILITIES.includes(account.accountClass))
      this.#liabilities = this.#liabilities.minus(amount)
  }

  /** Reports a redemption of the reference class: its shares fall, and its TNA stays. */
  redeem(amount: Big): boolean {
    const code = this.input.classes.find(({ reference }) => reference)?.code ?? ''
    const [shares, perShare] = [this.#element('SHARES', code), this.#element('NAV PER SHARE', code)]
    const rate = perShare && this.rate(perShare.currency)
    if (!shares || !perShare || !rate || new Big(perShare.value).lte(0)) return false
    const redeemed = amount.div(rate.times(perShare.value)).round(3)
    if (redeemed.lte(0) || redeemed.gte(shares.value)) return false
    shares.value = plain(new Big(shares.value).minus(redeemed))
    const row = this.#element('REDEMPTIONS', code)
    if (row) row.value = plain(redeemed.plus(row.value))
    else this.#nav.push({ ...shares, row: this.#nextRow(), type: 'REDEMPTIONS', value: plain(redeemed) })
    return true
  }

  /** Issues shares of the reference class for an amount, dealt at the previous NAV: its shares rise, and its TNA. */
  subscribe(amount: Big): boolean {
    const { classes, previous, fund } = this.input
    const code = classes.find(({ reference }) => reference)?.code ?? ''
    const before = (type: NavType, of: string) =>
      previous?.nav.lines.find((line) => line.type === type && line.code === of)
    const shares = this.#element('SHARES', code)
    const perShare = before('NAV PER SHARE', code) ?? this.#element('NAV PER SHARE', code)
    if (!shares || !perShare || new Big(perShare.value).lte(0)) return false
    const rate =
      perShare.currency === fund.currency
        ? new Big(1)
        : new Big(before('FX RATE', perShare.currency)?.value ?? this.rate(perShare.currency) ?? 0)
    if (rate.lte(0)) return false
    const issued = amount.div(rate.times(perShare.value)).round(3)
    if (issued.lte(0)) return false
    shares.value = plain(issued.plus(shares.value))
    const row = this.#element('SUBSCRIPTIONS', code)
    if (row) row.value = plain(issued.plus(row.value))
    else this.#nav.push({ ...shares, row: this.#nextRow(), type: 'SUBSCRIPTIONS', value: plain(issued) })
    return this.shift(code, amount)
  }

  /** The classes with their TNA in fund currency, the largest first. */
  classes(): { code: string; worth: Big; hedged: boolean }[] {
    const hedged = new Set(this.input.classes.flatMap((each) => (each.hedged ? [each.code] : [])))
    return this.#nav
      .flatMap(({ type, code, currency, value }) => {
        const rate = this.rate(currency)
        return type === 'CLASS TNA' && rate
          ? [{ code, worth: rate.times(value), hedged: hedged.has(code) }]
          : []
      })
      .sort((a, b) => b.worth.cmp(a.worth))
  }

  /** Gives an amount in fund currency to one class, apart from what all classes share. */
  shift(code: string, amount: Big): boolean {
    const line = this.#element('CLASS TNA', code)
    const rate = line && this.rate(line.currency)
    if (!line || !rate) return false
    const value = amount.div(rate).plus(line.value).round(2)
    if (value.lte(0)) return false
    this.#shifted = this.#shifted.plus(value.minus(line.value).times(rate))
    line.value = value.toFixed(2)
    return true
  }

  /** Declares so much more for each share of a class. */
  declare(code: string, perShare: Big): void {
    const row = this.#element('DISTRIBUTION PER SHARE', code)
    const price = this.#element('NAV PER SHARE', code)
    if (row) row.value = plain(perShare.plus(row.value))
    else if (price)
      this.#nav.push({
        ...price,
        row: this.#nextRow(),
        type: 'DISTRIBUTION PER SHARE',
        value: plain(perShare),
      })
  }

  /** The files that these books deliver: fund and class figures, percentages and both sides of every account. */
  delivered(): ControlData {
    const change = this.#assets.minus(this.#liabilities)
    const tna = this.tna.plus(change)
    const { fundCode } = this.data
    this.#add(this.#element('TOTAL ASSETS', fundCode), this.#assets)
    this.#add(this.#element('TOTAL LIABILITIES', fundCode), this.#liabilities)
    this.#add(this.#element('FUND TNA', fundCode), change)
    this.#shareOut(change.minus(this.#shifted))
    for (const line of this.lines)
      if (line.navPercent !== null && tna.gt(0))
        line.navPercent = plain(new Percent(line.marketValue).times(100).div(tna))
    const { nav, balance, inventory } = this.data
    return {
      ...this.data,
      nav: { ...nav, lines: this.#nav },
      balance: {
        ...balance,
        lines: this.accounts.map(({ net, accountClass: _, ...line }) => ({
          ...line,
          debtor: net.gt(0) ? plain(net) : '0',
          creditor: net.lt(0) ? plain(net.neg()) : '0',
        })),
      },
      inventory: inventory && { ...inventory, lines: this.lines },
    }
  }

  /** Every class takes its part of a change; the largest in fund currency takes the cents that rounding leaves. */
  #shareOut(change: Big): void {
    const classes = this.#nav
      .filter(({ type }) => type === 'CLASS TNA')
      .map((line) => {
        const before = this.#ratesBefore.get(line.currency) ?? new Big(1)
        return { line, rate: this.rate(line.currency) ?? new Big(1), worth: before.times(line.value) }
      })
      .sort((a, b) => Number(b.rate.eq(1)) - Number(a.rate.eq(1)) || b.worth.cmp(a.worth))
    const total = classes.reduce((sum, { worth }) => sum.plus(worth), NOTHING)
    const [first, ...others] = classes
    if (!first || total.eq(0)) return
    let rest = total.plus(change)
    for (const { line, rate, worth } of others) {
      const value = worth.plus(change.times(worth).div(total)).div(rate).round(2)
      line.value = value.toFixed(2)
      rest = rest.minus(value.times(rate))
    }
    first.line.value = rest.div(first.rate).round(2).toFixed(2)
    for (const { line } of classes) this.#price(line)
  }

  #price({ code, value }: NavLine): void {
    const [shares, perShare] = [this.#element('SHARES', code), this.#element('NAV PER SHARE', code)]
    if (!shares || !perShare || new Big(shares.value).lte(0)) return
    const decimals = this.input.classes.find((each) => each.code === code)?.decimals ?? 2
    const priced = new Big(value).div(shares.value).round(decimals)
    // A class that does not move keeps its figure, which may have been rounded otherwise.
    if (priced.minus(perShare.value).abs().gt(`1e-${decimals}`) || this.#moved(code))
      perShare.value = priced.toFixed(decimals)
  }

  #moved(code: string): boolean {
    const before = (type: NavType) =>
      this.data.nav.lines.find((line) => line.type === type && line.code === code)?.value
    return (['CLASS TNA', 'SHARES'] as const).some(
      (type) => this.#element(type, code)?.value !== before(type),
    )
  }

  #add(line: NavLine | undefined, amount: Big): void {
    if (line && !amount.eq(0)) line.value = plain(new Big(line.value).plus(amount))
  }

  #element(type: NavType, code: string): NavLine | undefined {
    return this.#nav.find((line) => line.type === type && line.code === code)
  }

  #nextRow(): number {
    return Math.max(...this.#nav.map(({ row }) => row)) + 1
  }
}

/** Where a fund has no account of a class, its books use these. */
const STAND_INS: Readonly<Record<AccountClass, readonly AccountClass[]>> = {
  capital: [],
  securities: [],
  'accrued interest': ['securities'],
  receivables: ['cash'],
  payables: ['accrued expenses', 'cash'],
  'accrued expenses': ['payables', 'cash'],
  cash: ['receivables'],
  expenses: ['results', 'income', 'capital'],
  income: ['results', 'expenses', 'capital'],
  results: ['income', 'expenses', 'capital'],
  suspense: ['capital'],
}

export function largestFirst<Line extends { marketValue: Decimal }>(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => new Big(b.marketValue).cmp(a.marketValue))
}
