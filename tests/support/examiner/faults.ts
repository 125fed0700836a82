import { balanceRow } from './book'
import { type Q, q, zero } from './exact'
import type { ControlSet, Line, LineType, NavRow, Upload } from './model'
import type { Random } from './random'
import { toleranceOf } from './tolerances'

/** Something that goes wrong in a set, in one of its figures or carried through; what cannot happen in it changes nothing. */
export interface Fault {
  name: string
  plant: (set: ControlSet, random: Random) => void
}

/** A difference at a tolerance, just beyond, just within or far beyond, up or down. */
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
export const elementOf = (upload: Upload, type: string, code: string) =>
  q(rowOf(upload, type, code)?.value ?? 0)
export const tnaOf = (set: ControlSet, upload = set.now) => elementOf(upload, 'FUND TNA', set.fund.code)

/** Numbers of a set have at most ten decimals. */
export const told = (value: Q) => {
  const text = value.fixed(10)
  return q(text).text()
}

export function setElement(upload: Upload, type: string, code: string, value: Q) {
  const row = rowOf(upload, type, code)
  if (row) row.value = told(value)
}
export const shiftElement = (upload: Upload, type: string, code: string, by: Q) =>
  setElement(upload, type, code, elementOf(upload, type, code).plus(by))

export function dropRows(upload: Upload, wanted: (row: NavRow) => boolean) {
  upload.nav = upload.nav.filter((row) => !wanted(row))
}

/** A class that the NAV table has. */
export function classCode(set: ControlSet, random: Random): string {
  return random.pick(set.classes).code
}

export function netOf({ balance }: Upload, account: string): Q {
  return balance
    .filter((row) => row.account === account)
    .reduce((total, row) => total.plus(row.debtor ?? 0).minus(row.creditor ?? 0), zero)
}

/** Gives an account this net, in the currency that it has, or in the given one where it is new. */
export function setNet(upload: Upload, account: string, net: Q, currency: string) {
  const at = upload.balance.findIndex((row) => row.account === account)
  const row = balanceRow(account, upload.balance[at]?.currency ?? currency, q(told(net)))
  if (at < 0) upload.balance.push(row)
  else upload.balance[at] = row
}

/** Posts an amount to an account and the other way to the results, so that the sides stay equal. */
export function post(set: ControlSet, upload: Upload, account: string, amount: Q) {
  const { currency } = set.fund
  setNet(upload, account, netOf(upload, account).plus(amount), currency)
  setNet(upload, '790000', netOf(upload, '790000').minus(amount), currency)
}

/** A line of this upload of one of the types, and the same of the previous one. */
export function someLine(set: ControlSet, random: Random, ...types: LineType[]) {
  const lines = (set.now.lines ?? []).filter(({ type }) => types.includes(type))
  if (lines.length === 0) return null
  const line = random.pick(lines)
  return { line, before: lineOf(set.previous, line.code) }
}
export const lineOf = (upload: Upload | null, code: string): Line | undefined =>
  upload?.lines?.find((line) => line.code === code)

/** The market value of a line by its own figures. */
export function revalue(set: ControlSet, upload: Upload, line: Line) {
  const rate =
    line.fx ??
    (line.currency === set.fund.currency ? '1' : elementOf(upload, 'FX RATE', line.currency).text())
  const clean = q(line.quantity ?? 0)
    .times(line.price ?? 0)
    .times(line.factor ?? 1)
    .times(rate)
  line.value = told(clean.plus(line.accrued ?? 0).round(2))
}
