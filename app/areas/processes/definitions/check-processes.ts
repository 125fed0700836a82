import type { SheetName, Values } from '~/areas/lookups/sheets'
import type { ReadReference, ReadRow, ReadSheet } from '~/areas/reference-import/read-reference'
import type { Fault } from '~/platform/tables/cell-text'
import type { RowValues } from '~/platform/tables/table-column'

/** Recurrences that end with a period of the year. */
const WITH_YEAR_END = ['quarterly', 'half-yearly', 'yearly']
const WITH_DAYS_AFTER = ['monthly', ...WITH_YEAR_END]

/** What fits together in an event: a sentence for each field that does not. */
export function eventFaults({
  recurrence,
  weekday,
  yearEndMonth,
  dayOffset,
}: RowValues): Record<string, string> {
  const faults: Record<string, string> = {}
  const kind = String(recurrence)
  if (kind === 'weekly' && (weekday ?? null) === null)
    faults.weekday = 'Choose the weekday: it recurs weekly.'
  if (kind !== 'weekly' && (weekday ?? null) !== null)
    faults.weekday = 'Leave the weekday blank: only what recurs weekly has one.'
  if (!WITH_YEAR_END.includes(kind) && (yearEndMonth ?? null) !== null)
    faults.yearEndMonth =
      'Leave the year end blank: only what recurs quarterly, half-yearly or yearly has one.'
  if (!WITH_DAYS_AFTER.includes(kind) && Number(dayOffset ?? 0) !== 0)
    faults.dayOffset = 'Give 0 days after: only what recurs by months is counted from the end of a period.'
  return faults
}

/** What decides on which dates an event falls. */
const DATED_BY = ['recurrence', 'weekday', 'yearEndMonth', 'dayOffset', 'rolls']

/** What of an event was to change though dates were made of it: their tasks would go by two rules. */
export function datedFields(before: RowValues, after: RowValues): string[] {
  return DATED_BY.filter((field) => (before[field] ?? null) !== (after[field] ?? null))
}

/** Why an event cannot come round otherwise any more. */
export const HAS_DATES =
  'Dates were made of this event already. Add another event, give it to a new process, and mark this one as retired.'

/** Why a process cannot hang on another event any more. */
export const ITS_DATES =
  'Dates were made of this process already. Add another process with the other event, and mark this one as retired.'

/** What processes are made of already, as far as a workbook may refer to it. */
export interface KnownProcesses {
  /** Events by name, as their sheet says them, and whether dates were made of them. */
  events: ReadonlyMap<string, Values & { hasDates: boolean }>
  /** Names of processes, with the event of those that dates were made of. */
  processes: ReadonlyMap<string, string | null>
  /** Queues that a task may be given to. */
  teams: ReadonlySet<string>
  /** Users who may open Processes. */
  users: ReadonlySet<string>
}

/** What fits together in the sheets of processes, and with the site. */
export function checkProcesses(
  { sheets }: Pick<ReadReference, 'sheets'>,
  known: KnownProcesses,
  newUsers: ReadonlySet<string>,
): Fault[] {
  const faults: Fault[] = []
  const events = sheets.get('Entity events')
  const each = (
    name: SheetName,
    check: (row: ReadRow, at: (field: string, what: string) => void) => void,
  ) => {
    const sheet = sheets.get(name)
    for (const row of sheet?.rows ?? [])
      check(row, (field, what) =>
        faults.push({
          sheet: sheet?.name ?? name,
          row: row.row,
          column: sheet?.columns.get(field) ?? 1,
          what: bare(what),
        }),
      )
  }
  const recurrenceOf = (event: unknown) =>
    events?.rows.find(({ values }) => values.name === event)?.values.recurrence ??
    known.events.get(String(event))?.recurrence

  each('Entity events', ({ values }, at) => {
    if (!isWhole(events, values)) return
    const stored = known.events.get(String(values.name))
    const whole = { ...stored, ...values }
    const odd = eventFaults(whole)
    for (const [field, what] of Object.entries(odd)) at(field, what)
    if (!stored?.hasDates) return
    for (const field of datedFields(stored, whole)) if (!(field in odd)) at(field, HAS_DATES)
  })
  each('Entity event days', ({ values }, at) => {
    const recurrence = recurrenceOf(values.event)
    if (recurrence !== undefined && recurrence !== 'given days')
      at(
        'event',
        `"${values.event}" recurs by itself (${recurrence}): only events of given days have days here`,
      )
  })
  each('Processes', ({ values }, at) => {
    const event = known.processes.get(String(values.name)) ?? null
    if (event !== null && recurrenceOf(values.event) !== undefined && values.event !== event)
      at('event', ITS_DATES)
  })
  each('Process tasks', ({ values: { team } }, at) => {
    if (typeof team === 'string' && !known.teams.has(team))
      at('team', `"${team}" is none of ${[...known.teams].join(', ')}`)
  })
  each('Entity processes', ({ values: { userName, validFrom, validTo } }, at) => {
    if (typeof userName === 'string' && !known.users.has(userName) && !newUsers.has(userName))
      at('userName', `"${userName}" is no user who may open Processes`)
    if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
      at('validTo', `valid to ${validTo} lies before valid from ${validFrom}`)
  })
  return faults
}

/** A sentence as the list of faults writes it: without its end. */
const bare = (sentence: string) => sentence.replace(/\.$/, '')

/** A faulty cell was told already, and what the row says is not known. */
function isWhole(sheet: ReadSheet | undefined, values: ReadRow['values']): boolean {
  return [...(sheet?.columns.keys() ?? [])].every((field) => field in values)
}
