import { entityEvent, entityEventDay, process } from 'db/schema/processes'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'
import { lockProcesses } from '../lock-processes.server'
import { EVENT_FIELDS, MONTHS, WEEKDAYS } from './definition-columns'
import { datedFields, eventFaults, HAS_DATES } from './event-faults'
import { hasDates } from './has-dates.server'
import { makeDates } from './make-dates.server'

const byNumber = (names: readonly string[]) => names.map((label, at) => ({ value: String(at + 1), label }))

/** What happens to entities on dates: the processes that hang on it come round with it. */
export const entityEvents = lookupTable({
  name: 'entity-events',
  title: 'Entity events',
  one: 'entity event',
  about: 'What happens to entities on dates, such as a month end: processes come round with it',
  table: entityEvent,
  key: ['id'],
  fields: EVENT_FIELDS,
  more: {
    name: { width: 220 },
    recurrence: {
      width: 130,
      hint: 'NAV date: on the NAV dates of the funds of the entity. Given days: see Entity event days.',
    },
    weekday: { options: byNumber(WEEKDAYS), hint: 'Of what recurs weekly.', width: 120 },
    yearEndMonth: {
      options: byNumber(MONTHS),
      hint: 'Of what recurs quarterly, half-yearly or yearly; blank is December.',
      width: 120,
    },
    dayOffset: { hint: 'Calendar days after the end of the period; blank is 0.' },
    rolls: { hint: 'Where it falls on no business day: it stays, or goes before or after.', width: 100 },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  unique: ['name'],
  uses: [
    { what: ['process', 'processes'], table: process, column: process.entityEventId, field: 'id' },
    {
      what: ['given day', 'given days'],
      table: entityEventDay,
      column: entityEventDay.entityEventId,
      field: 'id',
    },
  ],
  instead: 'Mark it as retired: then no more dates are made of it.',
  changed: makeDates,
  async check(tx, values, before) {
    // Dates that are being made now count: whoever makes them is waited for.
    await lockProcesses(tx)
    wrongFields(eventFaults(values))
    const changed = before ? datedFields(before, values) : []
    if (before && changed.length > 0 && (await hasDates(tx, { eventId: Number(before.id) })))
      wrongFields(Object.fromEntries(changed.map((field) => [field, HAS_DATES])))
  },
})
