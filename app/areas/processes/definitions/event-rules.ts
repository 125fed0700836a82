import type { Values } from '~/platform/tables/column'
import type { RowValues } from '~/platform/tables/table-column'

/** Recurrences that end with a period of the year. */
const WITH_YEAR_END = ['quarterly', 'half-yearly', 'yearly']

const WITH_DAYS_AFTER = ['monthly', ...WITH_YEAR_END]

/** Contradictions between the fields of an event: a sentence for each. */
export function eventFaults({
  recurrence,
  weekday,
  yearEndMonth,
  dayOffset,
  rolls,
}: RowValues): Record<string, string> {
  const faults: Record<string, string> = {}
  const kind = String(recurrence)
  if (kind === 'weekly' && (weekday ?? null) === null)
    faults.weekday = 'Choose the weekday of the weekly event.'
  if (kind !== 'weekly' && (weekday ?? null) !== null)
    faults.weekday = 'Leave the weekday blank: only weekly events have one.'
  if (!WITH_YEAR_END.includes(kind) && (yearEndMonth ?? null) !== null)
    faults.yearEndMonth = 'Leave the year end blank: only quarterly, half-yearly and yearly events have one.'
  if (!WITH_DAYS_AFTER.includes(kind) && Number(dayOffset ?? 0) !== 0)
    faults.dayOffset = 'Enter 0 days after: only events that recur by months count from the end of a period.'
  if (kind === 'NAV error' && rolls !== 'stays')
    faults.rolls = 'Choose “stays”: what is due after a NAV error counts from its day of discovery.'
  return faults
}

/** The fields that decide on which dates an event falls. */
const DATED_BY = ['recurrence', 'weekday', 'yearEndMonth', 'dayOffset', 'rolls']

/**
 * The fields of an event that may not change because dates were created from it: their tasks would follow two rules.
 */
export function datedFields(before: RowValues, after: RowValues): string[] {
  return DATED_BY.filter((field) => (before[field] ?? null) !== (after[field] ?? null))
}

/** Why the dates of an event can no longer change. */
export const HAS_DATES =
  'This event already has process dates. Add another event, use it in a new process, and mark this one as retired.'

/** Why a process can no longer move to another event. */
export const ITS_DATES =
  'This process already has dates. Add another process with the other event, and mark this one as retired.'

/** What the code decides of a task that ends with a step of a NAV error. */
const DEADLINE_BY = {
  due: 'The NAV error settings say when this is due (weeks to the notification, to the report): change it there.',
  needsReview: 'Leave this without a review: a step of the NAV error ends it, which four eyes guard.',
}

interface DueAs {
  dueOffset: number
  dueUnit: string
}

/** What may not change of a task that ends with a step of a NAV error: a sentence for each field. */
export function deadlineFaults(stored: DueAs, values: RowValues): Record<string, string> {
  const faults: Record<string, string> = {}
  if (values.dueOffset !== stored.dueOffset) faults.dueOffset = DEADLINE_BY.due
  if (values.dueUnit !== stored.dueUnit) faults.dueUnit = DEADLINE_BY.due
  if (values.needsReview === true) faults.needsReview = DEADLINE_BY.needsReview
  return faults
}

/** Identifies a task of a process by their names. */
export const taskKey = (process: unknown, name: unknown) => JSON.stringify([process, name])

/** The stored definitions of processes that a workbook may refer to. */
export interface StoredProcesses {
  /** Events by name, as their sheet has them, and whether dates were created from them. */
  events: ReadonlyMap<string, Values & { hasDates: boolean }>
  /** Names of processes, with the event of those that dates were created from. */
  processes: ReadonlyMap<string, string | null>
  /** Tasks that end with a step of a NAV error, by process and name. */
  deadlines: ReadonlyMap<string, DueAs>
  /** Queues that a task may be given to. */
  teams: ReadonlySet<string>
  /** Users who may open Processes. */
  users: ReadonlySet<string>
}
