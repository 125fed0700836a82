import type { CellText } from '~/platform/tables/cell-text'
import { CellFault, type Column, column, type Options } from '~/platform/tables/column'
import { choice, day, optionalDay, optionalText, text, wholeNumber, yesNo } from '~/platform/tables/columns'
import { RECURRENCES, ROLLS } from '../process'

/** The columns of what processes are made of, as their tables and sheets have them. */

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** One of a list by its number from 1, its name, or the beginning of its name; blank is none. */
function numbered(header: string, names: readonly string[], what: string): Column<number | null> {
  const read = (cell: CellText) => {
    const given = cell.code().toLowerCase()
    const at = /^\d{1,2}$/.test(given)
      ? Number(given)
      : 1 + names.findIndex((name) => given.length > 2 && name.toLowerCase().startsWith(given))
    return at >= 1 && at <= names.length ? at : new CellFault(`is no ${what}`)
  }
  return column<number | null>(header, read, { blank: null }, 'choice')
}

/** Most business days before or after an event date: a year of them. */
const MOST_BUSINESS_DAYS = 260
/** Longest "Task Info", in characters. */
export const LONGEST_INFO = 20_000

/** Business days from the event date; negative ones lie before it. */
function businessDays(header: string): Column<number> {
  return {
    ...wholeNumber(header, -MOST_BUSINESS_DAYS, MOST_BUSINESS_DAYS),
    synonyms: ['Due', 'Business days'],
  }
}

/** HTML of several lines. */
function html(header: string, options: Options<string>): Column<string> {
  const read = (cell: CellText) => {
    const value = cell.code().replace(/\r\n?/g, '\n')
    if (/[^\P{Cc}\n\t]|\p{Cs}/u.test(value)) return new CellFault('holds a character that cannot be shown')
    return value.length > LONGEST_INFO ? new CellFault(`is longer than ${LONGEST_INFO} characters`) : value
  }
  return column(header, read, options)
}

export const EVENT_FIELDS = {
  name: text('Event'),
  recurrence: choice('Recurs', RECURRENCES),
  weekday: numbered('Weekday', WEEKDAYS, 'weekday (Monday to Sunday, or 1 to 7)'),
  yearEndMonth: numbered('Year end', MONTHS, 'month (January to December, or 1 to 12)'),
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
  needsReview: yesNo('Review', { blank: false, synonyms: ['Needs review'] }),
  descriptionHtml: html('Task Info', { blank: '' }),
  isRetired: yesNo('Retired', { blank: false }),
}

export const RUN_FIELDS = { validFrom: day('Valid from'), validTo: optionalDay('Valid to') }

/** The sheets of the reference data workbook; names stand for what the tables know by id. */
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
