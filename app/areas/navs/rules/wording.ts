import type { Day } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'

/** An exact number as people write it: "-1,234,567.25". */
export function shown(value: Big | Decimal): string {
  const [whole = '0', fraction] = new Big(value).toFixed().split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** A number to add or multiply in a formula: negative ones in brackets. */
export function term(value: Big | Decimal): string {
  const text = shown(value)
  return text.startsWith('-') ? `(${text})` : text
}

/** `part` of `whole` in percent, rounded to ten places: for people to read, never to compare. `whole` is not 0. */
export function percentOf(part: Big, whole: Big): Big {
  return part.times(100).div(whole).round(10)
}

/** "30/10/2026" */
export function shownDay(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

export interface Noun {
  one: string
  many: string
}

export const CLASSES: Noun = { one: 'class', many: 'classes' }
export const ACCOUNTS: Noun = { one: 'account', many: 'accounts' }
export const LINES: Noun = { one: 'line', many: 'lines' }
