import { distributionsOf } from '../rule-oracle/bridge'
import { Context } from '../rule-oracle/context'
import { type Q, q, zero } from '../rule-oracle/exact'
import { toleranceOf } from '../rule-oracle/tolerances'
import type { ControlSet, NavRow, Upload } from '../workbooks/control-set'
import type { DrawnWorld } from '../workbooks/drawn-world'
import { balanceRow } from '../workbooks/figures'
import type { InstrumentModel, LineType } from '../workbooks/fund-model'
import type { Random } from '../workbooks/random'

/** Lines whose value is quantity times price. */
export const PRICED: LineType[] = ['Equity', 'Bond', 'Fund', 'Other']
/** Lines whose prices have a limit of movement. */
export const LIMITED: LineType[] = ['Equity', 'Bond', 'Fund']

/** Changes the set of the steady fund. */
type Change = (set: ControlSet) => void

/** An error in the submitted data, or in the reference data around it. */
export interface Fault {
  /** The rule that should find it; several others may, too. */
  rule?: string
  name: string
  /** Planted in the steady fund, where only its rule finds it. */
  certain?: Change
  /** A boundary of the contract: exactly these rules break in the steady fund. */
  boundaries?: [sentence: string, change: Change, nok: string[]][]
  /** An error that goes through all books of a world, so that its files are consistent. */
  carried?: { what: string; change: (world: DrawnWorld) => void }
  /** Planted in any set, with a random size; without effect if impossible there. */
  drawn?: (set: ControlSet, random: Random) => void
}

/** A difference at a tolerance, just above, just below or far above, up or down. */
export function edge(random: Random, tolerance: Q, unit: Q | string = '0.0001'): Q {
  const size = random.pick([
    tolerance,
    tolerance,
    tolerance.plus(unit),
    tolerance.plus(unit),
    tolerance.minus(unit),
    tolerance.times(random.pick(['1.5', '3', '40'])),
  ])
  return random.chance(0.5) ? size : size.neg()
}

export const percentOf = (set: ControlSet, key: string) => toleranceOf(set, key).over(100)
export const pointsOf = (set: ControlSet, key: string) => toleranceOf(set, key).over(10_000)

export const rowOf = ({ nav }: Upload, type: string, code: string): NavRow | undefined =>
  nav.find((row) => row.type === type && row.code === code)
export const elementOf = (upload: Upload | null, type: string, code: string) =>
  q((upload && rowOf(upload, type, code)?.value) ?? 0)
export const tnaOf = (set: ControlSet, upload = set.now) => elementOf(upload, 'FUND TNA', set.fund.code)

/** Numbers of a set have at most ten decimals. */
export const decimalText = (value: Q) => q(value.fixed(10)).text()

export function setElement(upload: Upload | null, type: string, code: string, value: Q) {
  const row = upload && rowOf(upload, type, code)
  if (row) row.value = decimalText(value)
}
export const shiftElement = (upload: Upload, type: string, code: string, by: Q) =>
  setElement(upload, type, code, elementOf(upload, type, code).plus(by))
export const multiplyElement = (upload: Upload | null, type: string, code: string, by: string) =>
  setElement(upload, type, code, elementOf(upload, type, code).times(by))

export function dropRows(upload: Upload, wanted: (row: NavRow) => boolean) {
  upload.nav = upload.nav.filter((row) => !wanted(row))
}
export const dropRate = (upload: Upload, currency: string) =>
  dropRows(upload, ({ type, code }) => type === 'FX RATE' && code === currency)

export const foreignRates = (set: ControlSet) => set.now.nav.filter(({ type }) => type === 'FX RATE')

/** Adds a second row for an element at the end of the NAV table, with another value and perhaps another code. */
export function second(upload: Upload, type: string, code: string, value: string, as = code) {
  const row = rowOf(upload, type, code)
  if (row) upload.nav.push({ ...row, code: as, value })
}

/** A class present in the NAV table. */
export function classCode(set: ControlSet, random: Random): string {
  return random.pick(set.classes).code
}

/** The distribution since the previous NAV, in fund currency. */
export const paidOut = (set: ControlSet) => distributionsOf(new Context(set)).neg()

export function netOf(upload: Upload | null, account: string): Q {
  return (upload?.balance ?? [])
    .filter((row) => row.accountNumber === account)
    .reduce((total, row) => total.plus(row.debtor ?? 0).minus(row.creditor ?? 0), zero)
}

/** Sets the net of an account, in its currency, or in the given one if it is new. */
export function setNet(upload: Upload | null, account: string, net: Q, currency = 'EUR') {
  if (!upload) return
  const at = upload.balance.findIndex((row) => row.accountNumber === account)
  const existing = upload.balance[at]
  const name = existing?.accountName ?? `Account ${account}`
  const row = balanceRow(account, name, q(decimalText(net)), existing?.currency ?? currency)
  if (at < 0) upload.balance.push(row)
  else upload.balance[at] = row
}
export const shiftNet = (upload: Upload, account: string, by: Q) =>
  setNet(upload, account, netOf(upload, account).plus(by))

/** Moves an amount from one account to another: debit = credit still holds. */
export function move(upload: Upload, from: string, to: string, amount: Q) {
  shiftNet(upload, from, amount.neg())
  shiftNet(upload, to, amount)
}

/** The same in separate rows, whether or not the accounts exist. */
export function both(upload: Upload | null, debtor: string, creditor: string, amount: Q) {
  upload?.balance.push(
    balanceRow(debtor, `Account ${debtor}`, q(decimalText(amount)), 'EUR'),
    balanceRow(creditor, `Account ${creditor}`, q(decimalText(amount)).neg(), 'EUR'),
  )
}

/** Posts an amount to an account and the opposite to the results, so that the sides stay equal. */
export function post(set: ControlSet, upload: Upload, account: string, amount: Q) {
  const { currency } = set.fund
  setNet(upload, account, netOf(upload, account).plus(amount), currency)
  setNet(upload, '7910', netOf(upload, '7910').minus(amount), currency)
}

/** A line of one of the types in this upload, and its counterpart in the previous one. */
export function someLine(set: ControlSet, random: Random, ...types: LineType[]) {
  const lines = linesOf(set.now, ...types)
  if (lines.length === 0) return null
  const line = random.pick(lines)
  return { line, before: lineOf(set.previous, line.instrumentCode) }
}
export const linesOf = (upload: Upload | null, ...types: LineType[]): InstrumentModel[] =>
  (upload?.lines ?? []).filter(({ type }) => types.includes(type))
export const lineOf = (upload: Upload | null, code: string): InstrumentModel | undefined =>
  upload?.lines?.find((line) => line.instrumentCode === code)

type NumberField = 'price' | 'marketValue' | 'navPercent' | 'fxRate' | 'coupon'
export const setFields = (line: InstrumentModel | undefined, fields: Partial<InstrumentModel>) =>
  line && Object.assign(line, fields)
export const shiftField = (line: InstrumentModel | undefined, field: NumberField, by: string) =>
  setFields(line, { [field]: decimalText(q(line?.[field] ?? 0).plus(by)) })
export const multiplyField = (line: InstrumentModel | undefined, field: NumberField, by: string) =>
  setFields(line, { [field]: decimalText(q(line?.[field] ?? 0).times(by)) })

/** The market value of a line from its own figures. */
export function revalue(set: ControlSet, upload: Upload, line: InstrumentModel) {
  const own = line.quotationCurrency === set.fund.currency
  const rate = line.fxRate ?? (own ? '1' : elementOf(upload, 'FX RATE', line.quotationCurrency).text())
  const clean = q(line.quantity ?? 0)
    .times(line.price ?? 0)
    .times(line.priceFactor ?? 1)
    .times(rate)
  line.marketValue = decimalText(clean.plus(line.accruedInterest ?? 0).round(2))
}
