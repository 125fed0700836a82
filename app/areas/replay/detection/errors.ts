import type { RuleId } from '~/areas/navs/rules/catalogue'
import type { RuleInput } from '~/areas/navs/rules/contract'
import type { ControlData, InstrumentType, InventoryLine } from '~/areas/navs/workbooks/control-data'
import { Big, plain } from '~/platform/values/decimal'
import { Books, largestFirst } from './books'

const PRICE_PLACES = 8
const DISTRIBUTION_PLACES = 6

/**
 * An error that administrators make, of any size: it is carried through all files, so that they agree and only the
 * truth differs.
 */
export interface KnownError {
  id: ErrorId
  /** The rules meant to find it, the likeliest first. */
  rules: readonly RuleId[]
  /** Rules whose second source has it too: they compare right with right, or wrong with wrong. */
  alsoInSource: readonly RuleId[]
  /**
   * Posts the error into the books at a size in fund currency.
   * @returns false where the books have no room for it
   */
  inject(books: Books, amount: Big, input: RuleInput): boolean
}

const ERROR_IDS = [
  'price',
  'type',
  'stale',
  'rate',
  'redemption',
  'subscription',
  'fee',
  'income',
  'incomePaid',
  'bill',
  'accrued',
  'line',
  'split',
  'payable',
  'cash',
  'side',
  'margin',
  'distribution',
  'hedge',
  'classFee',
  'staleRate',
] as const
export type ErrorId = (typeof ERROR_IDS)[number]

/** Quoted by a market: others may have the same price. */
const QUOTED: readonly InstrumentType[] = ['Equity', 'Bond', 'Fund']

const error = (
  id: ErrorId,
  rules: RuleId[],
  inject: KnownError['inject'],
  alsoInSource: RuleId[] = [],
): KnownError => ({ id, rules, inject, alsoInSource })

/** The errors whose smallest visible size is looked for, in the order of the table. */
export const KNOWN_ERRORS: readonly KnownError[] = [
  error('price', ['I15', 'S05', 'I04', 'I13', 'N07', 'N10'], (books, amount) => {
    const [line] = books.priced(...QUOTED)
    return line ? repriced(books, [line], amount) : false
  }),
  error('type', ['I15', 'S05', 'I13', 'I04', 'N07', 'N10'], (books, amount) => {
    const [lines] = QUOTED.map((type) => books.priced(type)).sort((a, b) => worth(b).cmp(worth(a)))
    return lines && lines.length > 0 ? repriced(books, lines, amount) : false
  }),
  error('stale', ['I14', 'I15', 'S05', 'N10'], heldBack),
  error('rate', ['N13', 'N17', 'N15', 'N07'], atWrongRate),
  // The transfer agent reported it: the register has it.
  error('redemption', ['N14', 'N15'], (books, amount) => books.redeem(amount), ['S01', 'S02']),
  error(
    'subscription',
    ['S01', 'S02', 'S03', 'N10'],
    (books, amount) =>
      paidIn(books, amount) && posted(books, 'capital', amount.neg()) && books.subscribe(amount),
  ),
  error('fee', ['B10', 'B08', 'N15'], (books, amount, input) => {
    const prefixes = input.feeSchedule.map(({ accountPrefix }) => accountPrefix)
    const scheduled = books.accounts
      .filter(
        ({ accountNumber, net }) =>
          net.gte(amount) && prefixes.some((each) => accountNumber.startsWith(each)),
      )
      .sort((a, b) => b.net.cmp(a.net))[0]
    const expense = scheduled ?? books.account(['expenses'])
    const accrued = books.account(['accrued expenses'])
    if (!expense || !accrued || expense.net.lt(amount) || accrued.net.neg().lt(amount)) return false
    books.postTo(expense, amount.neg())
    books.postTo(accrued, amount)
    return true
  }),
  error(
    'income',
    ['B07', 'N10', 'N15'],
    (books, amount) => posted(books, 'receivables', amount) && posted(books, 'income', amount.neg()),
  ),
  error(
    'incomePaid',
    ['S03', 'S06', 'N10', 'N15'],
    (books, amount) => paidIn(books, amount) && posted(books, 'income', amount.neg()),
  ),
  error(
    'bill',
    ['S03', 'B10', 'N10', 'N15'],
    (books, amount) => paidIn(books, amount) && posted(books, 'expenses', amount.neg()),
  ),
  error('accrued', ['I16', 'B07', 'N15'], scaledInterest),
  error('line', ['S04', 'N15', 'I13', 'N10'], (books, amount) => {
    let left = amount
    for (const line of books.priced()) {
      if (left.lte(0)) break
      const clean = books.cleanOf(line) ?? new Big(0)
      if (left.gte(clean)) {
        books.remove(line)
        left = left.minus(clean)
      } else {
        resized(books, line, left.neg())
        left = new Big(0)
      }
    }
    return left.lte(0)
  }),
  error('split', ['S04', 'N15', 'I04', 'N10'], (books, amount) => {
    const [line] = [...books.priced('Equity'), ...books.priced('Fund')]
    if (!line) return false
    resized(books, line, amount)
    return true
  }),
  error('payable', ['B07', 'N15', 'N10'], (books, amount) => {
    const payable = books.account(['payables', 'accrued expenses'])
    if (!payable || payable.net.neg().lt(amount)) return false
    books.postTo(payable, amount)
    return posted(books, 'expenses', amount.neg())
  }),
  error('cash', ['S03', 'N15', 'B06', 'N10'], unconverted),
  error('side', ['S03', 'S04', 'N15', 'I13'], soldInPlaceOfBought),
  error('margin', ['S04', 'B07', 'N15', 'N10'], (books, amount) => {
    const [line] = largestFirst(books.lines.filter(({ type }) => type === 'Derivative'))
    if (!line) return false
    line.marketValue = amount.plus(line.marketValue).toFixed(2)
    return posted(books, 'receivables', amount) && posted(books, 'results', amount.neg())
  }),
  error('distribution', ['S07', 'N14', 'N07'], overDistributed),
  error('hedge', ['N16', 'N09', 'N07'], (books, amount) => {
    const classes = books.classes()
    const to = classes.find(({ hedged }) => hedged)
    const from = classes.find(({ hedged }) => !hedged)
    return to && from ? movedBetween(books, amount, [from, to]) : false
  }),
  error('classFee', ['N09', 'B10', 'N07'], (books, amount) => {
    const [first, second] = books.classes().filter(({ hedged }) => !hedged)
    return first && second ? movedBetween(books, amount, [first, second]) : false
  }),
  error('staleRate', ['N17', 'N13', 'N15', 'N10'], heldRates),
]

const worth = (lines: readonly InventoryLine[]) =>
  lines.reduce((sum, { marketValue }) => sum.plus(marketValue), new Big(0))

function posted(books: Books, accountClass: Parameters<Books['post']>[0], amount: Big): boolean {
  if (!books.account([accountClass])) return false
  books.post(accountClass, amount)
  return true
}

/** Raises prices by the part that makes the amount; none may more than double. */
function repriced(books: Books, lines: readonly InventoryLine[], amount: Big): boolean {
  const clean = lines.reduce((sum, line) => sum.plus(books.cleanOf(line) ?? 0), new Big(0))
  if (clean.lt(amount)) return false
  const factor = amount.div(clean).plus(1)
  for (const line of lines) {
    line.price = plain(new Big(line.price ?? 0).times(factor).round(PRICE_PLACES))
    books.revalue(line)
  }
  return true
}

/** The interest of a line times a factor: what is interest in its value moves between the two accounts. */
function postInterest(books: Books, line: InventoryLine, factor: Big): void {
  const accrued = new Big(line.accruedInterest ?? 0)
  if (accrued.eq(0)) return
  const interest = accrued.times(factor).round(2)
  line.accruedInterest = interest.toFixed(2)
  books.post('accrued interest', interest.minus(accrued))
  books.post('securities', accrued.minus(interest))
}

/** Changes the quantity of a line by what an amount of its clean value makes. */
function resized(books: Books, line: InventoryLine, amount: Big): void {
  const clean = books.cleanOf(line) ?? new Big(1)
  const factor = amount.div(clean).plus(1)
  line.quantity = plain(new Big(line.quantity ?? 0).times(factor).round(6))
  postInterest(books, line, factor)
  books.revalue(line)
}

/** The account of cash in a currency, with its line of the inventory. */
function cashIn(books: Books, currency: string) {
  const account = books.account(['cash'], currency)
  const [line] = largestFirst(
    books.lines.filter(({ type, quotationCurrency }) => type === 'Cash' && quotationCurrency === currency),
  )
  return account ? { account, line: line ?? null } : null
}

function move({ account, line }: NonNullable<ReturnType<typeof cashIn>>, books: Books, amount: Big): void {
  books.postTo(account, amount)
  if (!line) return
  const before = new Big(line.marketValue)
  line.marketValue = before.plus(amount).toFixed(2)
  if (line.quantity !== null && !before.eq(0))
    line.quantity = plain(new Big(line.quantity).times(line.marketValue).div(before).round(2))
}

function paidIn(books: Books, amount: Big): boolean {
  const [account] = books.accounts
    .filter(({ accountClass }) => accountClass === 'cash')
    .sort((a, b) => b.net.cmp(a.net))
  const cash = account && cashIn(books, account.currency)
  if (!cash) return false
  move(cash, books, amount)
  return true
}

/** A sale in place of a purchase at the same price: less of a line, and more cash. */
function soldInPlaceOfBought(books: Books, amount: Big): boolean {
  const [line] = books.priced(...QUOTED)
  const clean = line && books.cleanOf(line)
  if (!line || !clean || clean.lt(amount)) return false
  const before = new Big(line.marketValue)
  resized(books, line, amount.neg())
  const sold = before.minus(line.marketValue)
  return paidIn(books, sold) && posted(books, 'results', sold.neg())
}

/** One class gets what is another's, such as the result of a hedge, or pays its fee; no more than it has. */
function movedBetween(
  books: Books,
  amount: Big,
  [from, to]: readonly [{ code: string; worth: Big }, { code: string; worth: Big }],
): boolean {
  if (amount.gte(from.worth) || amount.gt(to.worth)) return false
  return books.shift(from.code, amount.neg()) && books.shift(to.code, amount)
}

/** A distribution of the largest class that is too high: declared, booked and owed. */
function overDistributed(books: Books, amount: Big, { previous }: RuleInput): boolean {
  const before = (type: 'SHARES' | 'NAV PER SHARE', code: string) =>
    previous?.nav.lines.find((line) => line.type === type && line.code === code)
  for (const { code, worth: value } of books.classes()) {
    const [shares, price] = [before('SHARES', code), before('NAV PER SHARE', code)]
    const rate = price && books.rate(price.currency)
    if (!shares || !rate || new Big(shares.value).lte(0) || amount.gte(value)) continue
    const perShare = amount.div(rate).div(shares.value).round(DISTRIBUTION_PLACES)
    if (perShare.lte(0)) return false
    const owed = perShare.times(shares.value).times(rate).round(2)
    books.declare(code, perShare)
    books.shift(code, owed.neg())
    return posted(books, 'payables', owed.neg()) && posted(books, 'capital', owed)
  }
  return false
}

/**
 * Keeps prices of the previous NAV, of so many instruments that the books are wrong by an amount: those whose prices went
 * the way that most went, the smallest effects first.
 */
function heldBack(books: Books, amount: Big, { previous }: RuleInput): boolean {
  const before = new Map(previous?.inventory?.lines.map((line) => [line.instrumentCode, line.price]))
  const moved = books.priced(...QUOTED).flatMap((line) => {
    const price = before.get(line.instrumentCode)
    const clean = books.cleanOf(line)
    if (!price || !clean || line.price === null) return []
    return [{ line, price, effect: clean.times(price).div(line.price).minus(clean) }]
  })
  return untilAmount(moved, amount, ({ line, price }) => {
    line.price = price
    books.revalue(line)
  })
}

/** Leaves some at what they were, of those that went the way that most went, the smallest effects first. */
function untilAmount<Moved extends { effect: Big }>(
  moved: readonly Moved[],
  amount: Big,
  keep: (each: Moved) => void,
): boolean {
  const total = moved.reduce((sum, { effect }) => sum.plus(effect), new Big(0))
  const isOfMost = (effect: Big) => (total.lt(0) ? effect.lt(0) : effect.gt(0))
  let left = amount
  for (const each of moved
    .filter(({ effect }) => isOfMost(effect))
    .sort((one, other) => one.effect.abs().cmp(other.effect.abs()))) {
    if (left.lte(0)) break
    keep(each)
    left = left.minus(each.effect.abs())
  }
  return left.lte(0)
}

/** Keeps rates of the previous NAV, of so many currencies that the books are wrong by an amount. */
function heldRates(books: Books, amount: Big, input: RuleInput): boolean {
  const before = new Map(
    input.previous?.nav.lines.flatMap(({ type, code, value }) => (type === 'FX RATE' ? [[code, value]] : [])),
  )
  const moved = foreignParts(books, input).flatMap((part) => {
    const old = before.get(part.currency)
    if (!old || part.rate.eq(old)) return []
    return [{ part, old, effect: part.exposure.times(new Big(old).div(part.rate).minus(1)) }]
  })
  return untilAmount(moved, amount, ({ part, old }) => atRate(books, part, new Big(old)))
}

/** The part of the books that is in a currency: its lines, and its receivables, payables and cash. */
function inCurrency(books: Books, currency: string) {
  const lines = books.lines.filter(
    (line) => line.quotationCurrency === currency && books.rateOf(line) !== null,
  )
  const accounts = books.accounts.filter(
    (each) =>
      each.currency === currency &&
      (each.accountClass === 'receivables' ||
        each.accountClass === 'payables' ||
        each.accountClass === 'accrued expenses' ||
        each.accountClass === 'cash'),
  )
  const exposure = worth(lines.filter(({ type }) => type !== 'Cash')).plus(
    accounts.reduce((sum, { net }) => sum.plus(net), new Big(0)),
  )
  return { lines, accounts, exposure }
}

/** The parts of the books in each foreign currency that has a rate. */
const foreignParts = (books: Books, input: RuleInput) =>
  [...new Set(books.lines.map((line) => line.quotationCurrency))].flatMap((currency) => {
    const rate = currency === input.fund.currency ? null : books.rate(currency)
    return rate ? [{ currency, rate, ...inCurrency(books, currency) }] : []
  })

function atWrongRate(books: Books, amount: Big, input: RuleInput): boolean {
  const [largest] = foreignParts(books, input).sort((a, b) => b.exposure.cmp(a.exposure))
  if (!largest || largest.exposure.lt(amount)) return false
  atRate(books, largest, largest.rate.times(amount.div(largest.exposure).plus(1)).round(PRICE_PLACES))
  return true
}

/** Values all that is in a currency at another rate. */
function atRate(
  books: Books,
  { currency, rate, accounts, lines }: ReturnType<typeof foreignParts>[number],
  wrong: Big,
): void {
  const factor = wrong.div(rate)
  books.setRate(currency, plain(wrong))
  for (const account of accounts) {
    const change = account.net.times(factor).round(2).minus(account.net)
    books.postTo(account, change)
    books.post('results', change.neg())
  }
  for (const line of lines) {
    if (line.fxRate !== null) line.fxRate = plain(wrong)
    if (line.type === 'Cash') line.marketValue = new Big(line.marketValue).times(factor).round(2).toFixed(2)
    else if (line.type === 'Derivative') revaluedDerivative(books, line, factor)
    else revaluedInterest(books, line, factor)
  }
  evenedCash(books, currency)
}

/** The value of a derivative follows its currency: what it gains is received, what it loses is owed. */
function revaluedDerivative(books: Books, line: InventoryLine, factor: Big): void {
  const value = new Big(line.marketValue).times(factor).round(2)
  const change = value.minus(line.marketValue)
  books.post(value.lt(0) ? 'payables' : 'receivables', change)
  books.post('results', change.neg())
  line.marketValue = value.toFixed(2)
}

/** A bond's interest follows its currency, too. */
function revaluedInterest(books: Books, line: InventoryLine, factor: Big): void {
  postInterest(books, line, factor)
  if (line.price !== null && line.quantity !== null) books.revalue(line)
  else {
    const value = new Big(line.marketValue).times(factor).round(2)
    books.post('securities', value.minus(line.marketValue))
    books.post('results', new Big(line.marketValue).minus(value))
    line.marketValue = value.toFixed(2)
  }
}

/** Lines and accounts of cash are rounded one by one: the largest line takes the cents. */
function evenedCash(books: Books, currency: string): void {
  const lines = largestFirst(
    books.lines.filter((line) => line.type === 'Cash' && line.quotationCurrency === currency),
  )
  const accounts = books.accounts.filter((each) => each.accountClass === 'cash' && each.currency === currency)
  const [first] = lines
  const rest = accounts.reduce((sum, { net }) => sum.plus(net), new Big(0)).minus(worth(lines))
  if (first && rest.abs().lte(1)) first.marketValue = rest.plus(first.marketValue).toFixed(2)
}

function scaledInterest(books: Books, amount: Big): boolean {
  const bonds = books.securities('Bond').filter(({ accruedInterest }) => new Big(accruedInterest ?? 0).gt(0))
  const total = bonds.reduce((sum, { accruedInterest }) => sum.plus(accruedInterest ?? 0), new Big(0))
  if (total.eq(0)) return false
  const factor = amount.div(total).plus(1)
  for (const bond of bonds) {
    const accrued = new Big(bond.accruedInterest ?? 0)
    const change = accrued.times(factor).round(2).minus(accrued)
    bond.accruedInterest = accrued.plus(change).toFixed(2)
    bond.marketValue = change.plus(bond.marketValue).toFixed(2)
    books.post('accrued interest', change)
    books.post('income', change.neg())
  }
  return true
}

function unconverted(books: Books, amount: Big, input: RuleInput): boolean {
  const own = cashIn(books, input.fund.currency)
  const others = books.accounts
    .filter(({ accountClass, currency }) => accountClass === 'cash' && currency !== input.fund.currency)
    .flatMap(({ currency }) => {
      const [cash, rate] = [cashIn(books, currency), books.rate(currency)]
      return cash && rate && !rate.eq(1) ? [{ cash, rate }] : []
    })
  if (!own) return false
  for (const { cash, rate } of others) {
    const units = amount.div(rate.minus(1).abs())
    const worthOf = units.times(rate).round(2)
    const [from, leaves] = own.account.net.gte(units) ? [own, units.round(2)] : [cash, worthOf]
    if (from.account.net.lt(leaves)) continue
    const [to, arrives] = from === own ? [cash, worthOf] : [own, units.round(2)]
    move(from, books, leaves.neg())
    move(to, books, arrives)
    books.post('results', leaves.minus(arrives))
    return true
  }
  return false
}

/** True where the books of a control have room for an error of so many basis points of FUND TNA. */
export function hasRoom(known: KnownError, input: RuleInput, bp: number): boolean {
  const books = new Books(input.data, input)
  return books.tna.gt(0) && known.inject(books, books.amountOf(bp), input)
}

/** The files of a control with an error of so many basis points of FUND TNA; null where there is no room for it. */
export function withError(known: KnownError, input: RuleInput, bp: number): ControlData | null {
  const books = new Books(input.data, input)
  return books.tna.gt(0) && known.inject(books, books.amountOf(bp), input) ? books.delivered() : null
}
