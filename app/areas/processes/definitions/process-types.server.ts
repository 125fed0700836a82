import { entityProcess, process, processTask } from 'db/schema/processes'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'
import { lockProcesses } from '../lock-processes.server'
import { PROCESS_FIELDS } from './definition-columns'
import { eventOptions } from './definition-options.server'
import { ITS_DATES } from './event-faults'
import { hasDates } from './has-dates.server'
import { makeDates } from './make-dates.server'

const { name, category, recipient, dueOffset, isRetired } = PROCESS_FIELDS

/** What is done for entities each time their event comes round. */
export const processTypes = lookupTable({
  name: 'processes',
  title: 'Processes',
  one: 'process',
  about: 'What is done for entities each time an event comes round, and until when',
  table: process,
  key: ['id'],
  fields: {
    name,
    category,
    recipient,
    entityEventId: idColumn('Event', 'no entity event'),
    dueOffset,
    isRetired,
  },
  more: {
    name: { width: 260 },
    category: { width: 160, hint: 'Such as Regulatory or Board; the dashboard groups by it.' },
    recipient: { width: 140, hint: 'Who gets what comes out of it.' },
    entityEventId: { width: 200 },
    dueOffset: { hint: 'Business days after the event date, of dates made from now on.' },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: (row) => textOf(row.name),
  options: async (read) => ({ entityEventId: await eventOptions(read) }),
  unique: ['name'],
  uses: [
    { what: ['task', 'tasks'], table: processTask, column: processTask.processId, field: 'id' },
    {
      what: ['entity that runs it', 'entities that run it'],
      table: entityProcess,
      column: entityProcess.processId,
      field: 'id',
    },
  ],
  instead: 'Mark it as retired: then no more dates are made of it.',
  changed: makeDates,
  async check(tx, values, before) {
    // Dates that are being made now count: whoever makes them is waited for.
    await lockProcesses(tx)
    const moves = before !== null && before.entityEventId !== values.entityEventId
    if (moves && (await hasDates(tx, { processId: Number(before.id) })))
      wrongFields({ entityEventId: ITS_DATES })
  },
})
