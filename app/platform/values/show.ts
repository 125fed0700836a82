import { decimalsOf } from './currency-decimals'
import { type Day, type DueIn, isLate, type TimeOfDay, wallClock } from './day'
import type { Decimal } from './decimal'

/** How figures and dates are shown: specification, section 9. All take null for an empty cell. */

type Text = string | null | undefined

/** The notation of a number; anything else is not formatted, so that no invented figure is shown. */
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

const noNumber = (value: string) => new Error(`“${value}” is not a number`)

const figureFormats = new Map<string, Intl.NumberFormat>()

/** Exact at any length: a decimal is formatted from its text. A figure rounded to 0 has no sign. */
function figure(value: Text, places: number, style: 'decimal' | 'percent' = 'decimal'): string {
  if (value == null || value === '') return ''
  if (!NUMBER.test(value)) throw noNumber(value)
  const key = `${style} ${places}`
  let format = figureFormats.get(key)
  if (!format) {
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
    format = new Intl.NumberFormat('en-GB', { style, ...digits, signDisplay: 'negative' as 'auto' })
    figureFormats.set(key, format)
  }
  return format.format(value as `${number}`)
}

/** #,##0 with this many decimals. */
export const showFixed = (value: Text, decimals: number): string => figure(value, decimals)

/** An amount with the decimals of its currency (ISO 4217): #,##0.00, yen #,##0; without a currency two. */
export const showAmount = (value: Text, currency?: string | null): string =>
  figure(value, decimalsOf(currency))

/** The same followed by its currency: "1,234.50 EUR", "1,500 JPY". */
export const showMoney = (value: Text, currency: Text): string =>
  [showAmount(value, currency), currency].filter(Boolean).join(' ')

/** #,##0.00000 */
export const showNavValue = (value: Text): string => figure(value, 5)

/** #,##0 followed by all its decimals: quantities and rates. */
export function showExact(value: Text): string {
  if (value == null || value === '') return ''
  const parts = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(value)
  if (!parts) throw noNumber(value)
  const [, sign, whole = '', fraction = ''] = parts
  const size = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction && `.${fraction}`)
  return sign && size !== '0' ? `-${size}` : size
}

/** Whether two decimals are equal: 100 and 100.00 are. */
export const sameFigure = (a: Decimal, b: Decimal): boolean => showExact(a) === showExact(b)

/** A fraction as percent with one decimal: "82.1 %". */
export const showRate = (fraction: Text): string => figure(fraction, 1, 'percent').replace('%', ' %')

/** A fraction as percent with four decimals, without sign: the cell's colour and arrow show it. */
export const showAbsolutePercent = (fraction: Text): string =>
  figure(fraction?.replace('-', ''), 4, 'percent')

/** "10/2026" */
export const showMonth = (day: Day | string): string => `${day.slice(5, 7)}/${day.slice(0, 4)}`

/** dd/MM/yyyy */
export const showDay = (day: Day | null | undefined): string =>
  day ? day.split('-').reverse().join('/') : ''

/** "3 November 2026" */
export const showDayInWords = (day: Day): string => dayInWords.format(new Date(`${day}T00:00:00Z`))

const dayInWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** dd/MM, for a day of every year, stored as MM-DD */
export const showYearDay = (text: string): string => text.replace(/^(\d{2})-(\d{2})$/, '$2/$1')

/** dd.MM.yy, for NAV dates */
export const showNavDate = (day: Day | null | undefined): string =>
  day ? `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(2, 4)}` : ''

/** dd/MM/yyyy HH:mm in the site's zone, for events */
export function showInstant(instant: Date | string | null | undefined, timeZone: string): string {
  return showLongInstant(instant, timeZone).slice(0, -':ss'.length)
}

/** dd/MM/yyyy HH:mm:ss in the site's zone */
export function showLongInstant(instant: Date | string | null | undefined, timeZone: string): string {
  if (!instant) return ''
  const { day, time } = wallClock(new Date(instant), timeZone)
  return `${showDay(day)} ${time}`
}

/** "Yes", "No" */
export const showYesNo = (value: boolean): string => (value ? 'Yes' : 'No')

/** An account number in groups of four, as ISO 13616 prints it: "DE02 1203 0000 0000 2020 51". */
export const showIban = (electronic: Text): string => (electronic ?? '').replace(/(.{4})(?=.)/g, '$1 ')

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** "1.4 GB", in steps of 1,024. */
export function showBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`
}

/** "1 session", "1,200 sessions"; `many` for plurals that do not just add an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
}

/** "in entry" → "In entry" */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "A, B and C" */
export function formatList(words: Iterable<string>): string {
  const all = [...words]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** "3 days late", "today", "in 2 days"; "in 3 h 20 min", "45 min late" if due at a time today. */
export function dueText({ days, minutes }: DueIn): string {
  if (days === 0 && minutes === null) return 'today'
  const count = minutes === null ? counted(Math.abs(days), 'day') : shortTime(Math.abs(minutes))
  return isLate({ days, minutes }) ? `${count} late` : `in ${count}`
}

function shortTime(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 || hours === 0 ? [`${rest} min`] : [])].join(' ')
}

/** "30/10/2026 17:00"; only the day if there is no time. */
export const showDeadline = (day: Day | null, time: TimeOfDay | null) =>
  [showDay(day), ...(day !== null && time !== null ? [time] : [])].join(' ')
