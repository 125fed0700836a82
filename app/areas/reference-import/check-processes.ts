import type { SheetName } from '~/areas/lookups/sheets'
import type { StoredProcesses } from '~/areas/processes/definitions/event-rules'
import {
  datedFields,
  deadlineFaults,
  eventFaults,
  HAS_DATES,
  ITS_DATES,
  taskKey,
} from '~/areas/processes/definitions/event-rules'
import type { Fault } from '~/platform/tables/cell-text'
import type { ReadReference, ReadRow, ReadSheet } from './read-reference'

/** Consistency of the sheets of processes, with each other and with the site. */
export function checkProcesses(
  { sheets }: Pick<ReadReference, 'sheets'>,
  known: StoredProcesses,
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
    const row = { ...stored, ...values }
    const faulty = eventFaults(row)
    for (const [field, what] of Object.entries(faulty)) at(field, what)
    if (!stored?.hasDates) return
    for (const field of datedFields(stored, row)) if (!(field in faulty)) at(field, HAS_DATES)
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
  each('Process tasks', ({ values }, at) => {
    const { process, name, team } = values
    if (typeof team === 'string' && !known.teams.has(team))
      at('team', `"${team}" is not one of ${[...known.teams].join(', ')}`)
    const deadline = known.deadlines.get(taskKey(process, name))
    if (deadline)
      for (const [field, what] of Object.entries(deadlineFaults(deadline, { ...deadline, ...values })))
        at(field, what)
  })
  each('Entity processes', ({ values: { userName, validFrom, validTo } }, at) => {
    if (typeof userName === 'string' && !known.users.has(userName) && !newUsers.has(userName))
      at('userName', `"${userName}" is not a user who may open Processes`)
    if (typeof validFrom === 'string' && typeof validTo === 'string' && validTo < validFrom)
      at('validTo', `valid to ${validTo} is before valid from ${validFrom}`)
  })
  return faults
}

/** A sentence as the list of faults shows it: without its end. */
const bare = (sentence: string) => sentence.replace(/\.$/, '')

/** A faulty cell is reported already, and the row's value is unknown. */
function isWhole(sheet: ReadSheet | undefined, values: ReadRow['values']): boolean {
  return [...(sheet?.columns.keys() ?? [])].every((field) => field in values)
}
