import { entityEvent, entityEventDay, process } from 'db/schema/processes'
import { day } from '~/platform/tables/column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { idColumn } from '~/platform/tables/options.server'
import { textOf, wordOf, wrongFields } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import { lockProcesses } from '../generate-processes.server'
import { makeDates } from './dates-change.server'
import { EVENT_FIELDS, MONTHS, WEEKDAYS } from './definition-columns'
import { eventOptions, hasDates } from './definition-options.server'
import { datedFields, eventFaults, HAS_DATES } from './event-rules'

const byNumber = (names: readonly string[]) => names.map((label, at) => ({ value: String(at + 1), label }))

/** Events of entities on dates: their processes come round with them. */
export const entityEvents = lookupTable({
  name: 'entity-events',
  title: 'Entity events',
  one: 'entity event',
  about: 'Recurring or fixed events of entities, such as a month end, on which processes run',
  table: entityEvent,
  key: ['id'],
  fields: EVENT_FIELDS,
  more: {
    name: { width: 220 },
    recurrence: {
      width: 130,
      hint: 'NAV date: on the NAV dates of the funds of the entity. Given days: see Entity event days.',
    },
    weekday: { options: byNumber(WEEKDAYS), hint: 'For weekly events.', width: 120 },
    yearEndMonth: {
      options: byNumber(MONTHS),
      hint: 'For quarterly, half-yearly and yearly events; blank means December.',
      width: 120,
    },
    dayOffset: { hint: 'Calendar days after the end of the period; blank means 0.' },
    rolls: { hint: 'If it is not a business day: keep it, or move it before or after.', width: 100 },
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
  instead: 'Mark it as retired: then no more dates are created from it.',
  changed: makeDates,
  async check(tx, values, before) {
    // Dates that are being created now count: this waits for the transaction that creates them.
    await lockProcesses(tx)
    wrongFields(eventFaults(values))
    const changed = before ? datedFields(before, values) : []
    if (before && changed.length > 0 && (await hasDates(tx, { eventId: Number(before.id) })))
      wrongFields(Object.fromEntries(changed.map((field) => [field, HAS_DATES])))
  },
})

/** The dates of events without a rule. */
export const entityEventDays = lookupTable({
  name: 'entity-event-days',
  title: 'Entity event days',
  one: 'given day',
  about: 'Dates of the entity events that fall on given days, such as board meetings',
  table: entityEventDay,
  key: ['entityEventId', 'date'],
  fields: { entityEventId: idColumn('Event', 'no event of given days'), date: day('Date') },
  more: { entityEventId: { width: 320 } },
  order: [
    { column: 'date', descending: true },
    { column: 'entityEventId', descending: false },
  ],
  labelOf: (row, words) => `${wordOf(words, row, 'entityEventId', ' ')}${showDay(textOf(row.date))}`,
  options: async (read) => ({ entityEventId: await eventOptions(read, 'given days') }),
  unique: ['date', 'entityEventId'],
  uses: [],
  instead: '',
  changed: makeDates,
})
