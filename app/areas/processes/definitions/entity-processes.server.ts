import { entityProcess, entityProcessDate } from 'db/schema/processes'
import { idColumn, optionalIdColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { entityOptionsOf } from '~/platform/tables/options.server'
import { textOf, wordOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'
import { showDay } from '~/platform/values/show'
import { RUN_FIELDS } from './definition-columns'
import { processOptions, userOptions } from './definition-options.server'
import { makeDates } from './make-dates.server'

/** Which entities run which processes, between which days. */
export const entityProcesses = lookupTable({
  name: 'entity-processes',
  title: 'Entity processes',
  one: 'entity process',
  about: 'Which entity runs which process, from when until when, and who has its dates',
  table: entityProcess,
  key: ['id'],
  fields: {
    legalEntityId: idColumn('Entity', 'no legal entity'),
    processId: idColumn('Process', 'no process'),
    userId: optionalIdColumn('Assigned to', 'no user of Processes'),
    ...RUN_FIELDS,
  },
  more: {
    legalEntityId: { fixed: true, width: 280 },
    processId: { fixed: true, width: 260 },
    userId: { width: 200, hint: 'Who has its dates made from now on, unless told otherwise for one.' },
    validFrom: { hint: 'First event date; none is made before today.' },
    validTo: {
      hint: 'Last event date; blank is without end. Dates after it that nobody touched are taken off.',
    },
  },
  order: [
    { column: 'legalEntityId', descending: false },
    { column: 'processId', descending: false },
  ],
  labelOf: (row, words) =>
    `${wordOf(words, row, 'processId', ' of ')}${wordOf(words, row, 'legalEntityId', ', ')}valid from ${showDay(textOf(row.validFrom))}`,
  options: async (read) => ({
    legalEntityId: await entityOptionsOf(read, ['COMPANY', 'FUND']),
    processId: await processOptions(read),
    userId: await userOptions(read),
  }),
  unique: ['processId', 'legalEntityId'],
  uses: [
    {
      what: ['date', 'dates'],
      table: entityProcessDate,
      column: entityProcessDate.entityProcessId,
      field: 'id',
    },
  ],
  instead: 'Give it the day until which it is valid: then no more dates are made after it.',
  changed: makeDates,
  async check(_read, { validFrom, validTo }) {
    const [from, to] = [textOf(validFrom), textOf(validTo)]
    wrongFields({
      validTo: to !== '' && to < from ? `${showDay(to)} lies before valid from ${showDay(from)}.` : null,
    })
  },
})
