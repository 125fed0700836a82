import { type Day, dayOf } from '~/platform/values/day'
import { dayOfText } from '~/platform/workbooks/workbook'
import { foldedWord } from './pattern'

/** The months in the languages of administrators, January first. */
const MONTHS: readonly string[] = [
  'January February March April May June July August September October November December',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
]

/** Whole names, and their first three or four letters where these are of one month only. */
const monthByName = namedMonths()

function namedMonths(): ReadonlyMap<string, number> {
  const whole = new Map<string, number>([['mrt', 3]])
  const short = new Map<string, Set<number>>()
  for (const names of MONTHS)
    for (const [at, written] of names.split(' ').entries()) {
      const name = foldedWord(written)
      whole.set(name, at + 1)
      for (const letters of [3, 4]) {
        const start = name.slice(0, letters)
        short.set(start, (short.get(start) ?? new Set()).add(at + 1))
      }
    }
  const unique = [...short].flatMap(([start, months]) =>
    months.size === 1 ? [...months].map((month) => [start, month] as const) : [],
  )
  return new Map([...unique, ...whole])
}

const TOKEN = /yyyy|yy|MMM|MM|M|dd|d/g
const DIGITS: Readonly<Record<string, string>> = {
  yyyy: '(\\d{4})',
  yy: '(\\d{2})',
  MMM: '([\\p{L}\\p{M}.]+)',
  MM: '(\\d{2})',
  M: '(\\d{1,2})',
  dd: '(\\d{2})',
  d: '(\\d{1,2})',
}

/** A notation of days, such as "dd-MMM-yyyy". */
interface Notation {
  source: string
  tokens: readonly string[]
  pattern: RegExp
}

function notationOf(source: string): Notation {
  const tokens: string[] = []
  let pattern = ''
  let last = 0
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    pattern += escaped(source.slice(last, index)) + DIGITS[token]
    tokens.push(token)
    last = index + token.length
  }
  return { source, tokens, pattern: new RegExp(`^${pattern}${escaped(source.slice(last))}$`, 'iu') }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')

/** Why a text is no notation of days, as the rest of a sentence; null if it is one. */
export function faultOfNotation(source: string): string | null {
  const tokens = [...source.matchAll(TOKEN)].map(([token]) => token.charAt(0))
  for (const [letter, what] of [
    ['d', 'day (d or dd)'],
    ['M', 'month (M, MM or MMM)'],
    ['y', 'year (yy or yyyy)'],
  ] as const)
    if (tokens.filter((each) => each === letter).length !== 1) return `needs one ${what}`
  return null
}

/** A time of day and a zone after a day, which do not count. */
const TIME =
  /(?:T|\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[AP]\.?M\.?)?(?:\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i

/** The month before the day, and no year before it: "10/30/2026". */
const isMonthFirst = ({ tokens }: Notation) => {
  const month = tokens.findIndex((token) => token === 'M' || token === 'MM')
  const day = tokens.findIndex((token) => token.startsWith('d'))
  return month >= 0 && month < day && !tokens.slice(0, month).some((token) => token.startsWith('y'))
}

const IN_DIGITS = 'yyyyMMdd'
/** A column repeats few days many times; so many texts are read once. */
const MAX_REMEMBERED = 1_000

export interface DayReader {
  /** Null if the text is no day in any of the notations. */
  ofText(text: string): Day | null
  /** The day in the digits of a number cell: with the notation yyyyMMdd only. */
  ofNumber(digits: string): Day | null
}

/** Reads days in the given notations, in their order, and then in the forms that are always read. */
export function dayReader(sources: readonly string[]): DayReader {
  const notations = sources.map(notationOf)
  const usesDigits = sources.includes(IN_DIGITS)
  const hasMonthFirst = notations.some(isMonthFirst)
  const ofNotations = (text: string, from: readonly Notation[]) => {
    for (const notation of from) {
      const day = dayIn(notation, text)
      if (day !== null) return day
    }
    return null
  }
  const read = (written: string) => {
    const text = written.replace(/\s+/g, ' ').trim().replace(TIME, '')
    const day = ofNotations(text, notations)
    if (day !== null) return day
    return hasMonthFirst && /^\d{2}[/.]/.test(text) ? null : dayOfText(text)
  }
  const remembered = new Map<string, Day | null>()
  const inDigits = [notationOf(IN_DIGITS)]
  return {
    ofText(written) {
      const before = remembered.get(written)
      if (before !== undefined) return before
      const day = read(written)
      if (remembered.size < MAX_REMEMBERED) remembered.set(written, day)
      return day
    },
    ofNumber: (digits) => (usesDigits && /^\d{8}$/.test(digits) ? ofNotations(digits, inDigits) : null),
  }
}

function dayIn({ tokens, pattern }: Notation, text: string): Day | null {
  const found = pattern.exec(text)
  if (!found) return null
  const part = (first: string) => {
    const at = tokens.findIndex((token) => token.startsWith(first))
    return { token: tokens[at] ?? '', text: found[at + 1] ?? '' }
  }
  const [year, month, day] = [part('y'), part('M'), part('d')]
  const monthNumber =
    month.token === 'MMM' ? monthByName.get(foldedWord(month.text.replaceAll('.', ''))) : Number(month.text)
  if (monthNumber === undefined) return null
  return dayOf((year.token === 'yy' ? 2000 : 0) + Number(year.text), monthNumber, Number(day.text))
}
