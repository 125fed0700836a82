import { entityEventDay } from 'db/schema/processes'
import { day } from '~/platform/tables/columns'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf, wordOf } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import { eventOptions } from './definition-options.server'
import { makeDates } from './make-dates.server'

/** The dates of events that no rule says. */
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
