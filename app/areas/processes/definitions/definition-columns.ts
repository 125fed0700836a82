import type { CellText } from '~/platform/tables/cell-text'
import {
  CellFault,
  type Column,
  choice,
  column,
  day,
  type Options,
  optionalDay,
  optionalText,
  text,
  wholeNumber,
  yesNo,
} from '~/platform/tables/column'
import { MONTH_NAMES } from '~/platform/values/day'
import { ownValue } from '~/platform/values/own-value'
import { counted } from '~/platform/values/show'
import { DUE_UNITS, RECURRENCES, ROLLS } from '../process'

/** The columns of the definitions of processes, as their tables and sheets have them. */

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** One of a list by its number from 1, its name, or the beginning of its name; blank is none. */
function numbered(header: string, names: readonly string[], what: string): Column<number | null> {
  const read = (cell: CellText) => {
    const code = cell.code().toLowerCase()
    const at = /^\d{1,2}$/.test(code)
      ? Number(code)
      : 1 + names.findIndex((name) => code.length > 2 && name.toLowerCase().startsWith(code))
    return at >= 1 && at <= names.length ? at : new CellFault(`is not a ${what}`)
  }
  return column<number | null>(header, read, { blank: null }, 'choice')
}

/** Most business days before or after an event date: a year of them. Weeks have the same limit. */
const MAX_BUSINESS_DAYS = 260
/** Longest "Task Info", in characters. */
export const MAX_INFO_LENGTH = 20_000

/** Business days from the event date; negative ones lie before it. */
function businessDays(header: string): Column<number> {
  return {
    ...wholeNumber(header, -MAX_BUSINESS_DAYS, MAX_BUSINESS_DAYS),
    synonyms: ['Due', 'Business days'],
  }
}

/** HTML of several lines. */
function html(header: string, options: Options<string>): Column<string> {
  const read = (cell: CellText) => {
    const value = cell.code().replace(/\r\n?/g, '\n')
    if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return new CellFault('holds a character that cannot be shown')
    return value.length > MAX_INFO_LENGTH
      ? new CellFault(`is longer than ${MAX_INFO_LENGTH} characters`)
      : value
  }
  return column(header, read, options)
}

export const EVENT_FIELDS = {
  name: text('Event'),
  recurrence: choice('Recurs', RECURRENCES),
  weekday: numbered('Weekday', WEEKDAYS, 'weekday (Monday to Sunday, or 1 to 7)'),
  yearEndMonth: numbered('Year end', MONTH_NAMES, 'month (January to December, or 1 to 12)'),
  dayOffset: { ...wholeNumber('Days after', 0, 366), blank: 0, optional: true },
  rolls: choice('Rolls', ROLLS),
  isRetired: yesNo('Retired', { blank: false }),
}

export const PROCESS_FIELDS = {
  name: text('Process'),
  category: text('Category'),
  recipient: text('Recipient', { blank: '' }),
  dueOffset: businessDays('Due'),
  isRetired: yesNo('Retired', { blank: false }),
}

export const TASK_FIELDS = {
  rank: wholeNumber('Order', 1, 9_999),
  group: text('Group', { blank: '' }),
  name: text('Task'),
  team: text('Team', { synonyms: ['Queue'] }),
  dueOffset: businessDays('Due'),
  dueUnit: choice('Due unit', DUE_UNITS, { blank: 'business days', synonyms: ['Unit'] }),
  needsReview: yesNo('Review', { blank: false, synonyms: ['Needs review'] }),
  descriptionHtml: html('Task Info', { blank: '' }),
  isRetired: yesNo('Retired', { blank: false }),
}

export const RUN_FIELDS = { validFrom: day('Valid from'), validTo: optionalDay('Valid to') }

/** The sheets of the reference data workbook; names replace the ids of the tables. */
export const PROCESS_SHEETS = {
  'Entity events': { ...EVENT_FIELDS, name: { ...EVENT_FIELDS.name, key: true } },
  'Entity event days': { event: text('Event', { key: true }), date: day('Date', { key: true }) },
  Processes: {
    ...PROCESS_FIELDS,
    name: { ...PROCESS_FIELDS.name, key: true },
    event: text('Event', { synonyms: ['Entity event'] }),
  },
  'Process tasks': {
    process: text('Process', { key: true }),
    ...TASK_FIELDS,
    name: { ...TASK_FIELDS.name, key: true },
  },
  'Entity processes': {
    legalEntity: text('Legal entity', { key: true, synonyms: ['Entity'] }),
    process: text('Process', { key: true }),
    userName: optionalText('User', { synonyms: ['User name'] }),
    ...RUN_FIELDS,
  },
} as const

/** How often each element and each attribute occurs in HTML, by name. */
function namesIn(html: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [, element = '', attributes = ''] of html.matchAll(
    /<([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)/gi,
  )) {
    add(element.toLowerCase())
    const bare = attributes.replace(/=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)/g, '=')
    for (const [, attribute = ''] of bare.matchAll(/([a-z_:][\w:.-]*)\s*=/gi)) add(attribute.toLowerCase())
  }
  return counts
}

/** The text for a name in a sentence where the name alone is too short. */
const WORDS: Readonly<Record<string, string>> = {
  href: 'the address of a link (only https, http, mailto and read-only pages of this site are kept)',
}

const MAX_NAMED = 12

/**
 * The parts of an HTML text that its cleaned form lacks, as a sentence that names each element and attribute once:
 * "Left out of Task Info: script, onclick." Undefined when nothing is missing.
 */
export function removedHtml(given: string, clean: string): string | undefined {
  const remaining = namesIn(clean)
  const missing = [...namesIn(given)].filter(([name, count]) => (remaining.get(name) ?? 0) < count)
  if (missing.length === 0) return undefined
  const named = missing.slice(0, MAX_NAMED).map(([name]) => ownValue(WORDS, name) ?? name)
  const more = missing.length > MAX_NAMED ? [`and ${missing.length - MAX_NAMED} more`] : []
  return `Left out of Task Info: ${[...named, ...more].join(', ')}.`
}

/** "12 process dates moved."; undefined when none did. */
export function movedSentence(moved: number): string | undefined {
  if (moved === 0) return undefined
  return `${counted(moved, 'process date')} moved.`
}
