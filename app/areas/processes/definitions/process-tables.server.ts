import { entityProcess, entityProcessDate, process, processTask, task } from 'db/schema/processes'
import { CellFault, type Column } from '~/platform/tables/column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { entityOptionsOf, idColumn, optionalIdColumn } from '~/platform/tables/options.server'
import { textOf, wordOf, wrongFields } from '~/platform/tables/table-column'
import { showDay } from '~/platform/values/show'
import { cleanHtml, KEPT_HTML } from '../clean-html.server'
import { lockProcesses } from '../generate-processes.server'
import { makeDates } from './dates-change.server'
import { LONGEST_INFO, leftOutOfHtml, PROCESS_FIELDS, RUN_FIELDS, TASK_FIELDS } from './definition-columns'
import { eventOptions, hasDates, processOptions, teamOptions, userOptions } from './definition-options.server'
import { ITS_DATES } from './event-rules'

const { name, category, recipient, dueOffset, isRetired } = PROCESS_FIELDS

/** The work that is done for entities each time their event comes round. */
export const processTypes = lookupTable({
  name: 'processes',
  title: 'Processes',
  one: 'process',
  about: 'What is done for entities at each event, and by when',
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
    recipient: { width: 140, hint: 'Who receives the result.' },
    entityEventId: { width: 200 },
    dueOffset: { hint: 'Business days after the event date, for dates created from now on.' },
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
  instead: 'Mark it as retired: then no more dates are created from it.',
  changed: makeDates,
  async check(tx, values, before) {
    // Dates that are being created now count: this waits for the transaction that creates them.
    await lockProcesses(tx)
    const moves = before !== null && before.entityEventId !== values.entityEventId
    if (moves && (await hasDates(tx, { processId: Number(before.id) })))
      wrongFields({ entityEventId: ITS_DATES })
  },
})

/** Only clean HTML is stored, whatever was typed. */
const descriptionHtml: Column<string> = {
  ...TASK_FIELDS.descriptionHtml,
  read(cell) {
    const html = TASK_FIELDS.descriptionHtml.read(cell)
    return html instanceof CellFault ? html : cleanHtml(html)
  },
}

/** The work to do in a process: each date of it gets these tasks. */
export const processTasks = lookupTable({
  name: 'process-tasks',
  title: 'Process tasks',
  one: 'process task',
  about: 'The tasks of each process, with team, due date and instructions',
  table: processTask,
  key: ['id'],
  fields: {
    processId: idColumn('Process', 'no process'),
    ...TASK_FIELDS,
    descriptionHtml,
  },
  more: {
    processId: { fixed: true, width: 240 },
    group: { width: 140, hint: 'Heading of tasks that belong together.' },
    name: { width: 260 },
    team: { kind: 'choice', width: 130, hint: 'The queue whose members do it.' },
    dueOffset: {
      hint: 'Business days after the event date, before it if negative; for dates created from now on.',
    },
    needsReview: { hint: 'Another person reviews it once it is done.' },
    descriptionHtml: {
      lines: 10,
      longest: LONGEST_INFO,
      hint: `HTML: ${KEPT_HTML}. Anything else, such as scripts, is left out. A change applies to all its dates.`,
    },
  },
  order: [
    { column: 'processId', descending: false },
    { column: 'rank', descending: false },
  ],
  labelOf: (row, words) => `${wordOf(words, row, 'processId', ': ')}${textOf(row.name)}`,
  options: async (read) => ({ processId: await processOptions(read), team: await teamOptions(read) }),
  unique: ['name', 'processId'],
  uses: [
    { what: ['task of a date', 'tasks of dates'], table: task, column: task.processTaskId, field: 'id' },
  ],
  instead: 'Mark it as retired: then new dates are created without it.',
  changed: makeDates,
  leftOut({ descriptionHtml: given }) {
    return typeof given === 'string' ? leftOutOfHtml(given, cleanHtml(given)) : undefined
  },
})

/** Which entities run which processes, between which days. */
export const entityProcesses = lookupTable({
  name: 'entity-processes',
  title: 'Entity processes',
  one: 'entity process',
  about: 'Which entity runs which process, in which period, and who is assigned',
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
    userId: {
      width: 200,
      hint: 'Who is assigned to dates created from now on; can be changed for each date.',
    },
    validFrom: { hint: 'First event date; no dates are created before today.' },
    validTo: {
      hint: 'Last event date; blank means no end. Untouched dates after it are removed.',
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
  instead: 'Set its last valid day instead: then no dates are created after it.',
  changed: makeDates,
  async check(_read, { validFrom, validTo }) {
    const [from, to] = [textOf(validFrom), textOf(validTo)]
    wrongFields({
      validTo: to !== '' && to < from ? `${showDay(to)} is before valid from ${showDay(from)}.` : null,
    })
  },
})
