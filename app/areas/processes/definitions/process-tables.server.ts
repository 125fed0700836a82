import type { Read } from 'db/database'
import {
  entityEvent,
  entityEventDay,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
  task,
} from 'db/schema/processes'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { queueChoices } from '~/areas/access/users.server'
import { CellFault, type Column, day } from '~/platform/tables/column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { entityOptionsOf, idColumn, optionalIdColumn } from '~/platform/tables/options.server'
import { type ColumnOption, optionLabel, textOf, wrongFields } from '~/platform/tables/table-column'
import { MONTH_NAMES } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { enabledProcessUsers } from '../assign-process.server'
import { ALLOWED_HTML, cleanHtml } from '../clean-html.server'
import { lockProcesses } from '../generate-processes.server'
import { createDates } from './dates-change.server'
import {
  EVENT_FIELDS,
  MAX_INFO_LENGTH,
  PROCESS_FIELDS,
  RUN_FIELDS,
  removedHtml,
  TASK_FIELDS,
  WEEKDAYS,
} from './definition-columns'
import { datedFields, deadlineFaults, eventFaults, HAS_DATES, ITS_DATES } from './event-rules'

/** The queues that a task may be given to. */
const teamOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await queueChoices(read)).map((value) => ({ value, label: value }))

/** Users to whom the dates of an entity's process may be given. */
const userOptions = async (read: Read): Promise<ColumnOption[]> =>
  (await enabledProcessUsers(read)).map(({ id, name, userName }) => ({
    value: String(id),
    label: `${name} (${userName})`,
  }))

/** The events, by name; of one recurrence where it is given. */
async function eventOptions(read: Read, recurrence?: string): Promise<ColumnOption[]> {
  const { id, name, isRetired } = entityEvent
  const rows = await read
    .select({ id, name, isRetired })
    .from(entityEvent)
    .where(recurrence === undefined ? undefined : eq(entityEvent.recurrence, recurrence))
    .orderBy(asc(name))
  return rows.map(optionOf)
}

/** The processes, by name. */
async function processOptions(read: Read): Promise<ColumnOption[]> {
  const { id, name, isRetired } = process
  return (await read.select({ id, name, isRetired }).from(process).orderBy(asc(name))).map(optionOf)
}

const optionOf = (row: { id: number; name: string; isRetired: boolean }): ColumnOption => ({
  value: String(row.id),
  label: row.isRetired ? `${row.name} (retired)` : row.name,
})

/**
 * Whether dates were created for a process, or for any process of an event: what they were created from keeps its rule.
 */
async function hasDates(read: Read, of: { processId: number } | { eventId: number }): Promise<boolean> {
  const rows = await read
    .select({ id: entityProcessDate.id })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .where('processId' in of ? eq(process.id, of.processId) : eq(process.entityEventId, of.eventId))
    .limit(1)
  return rows.length > 0
}

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
      hint: 'NAV date: on the NAV dates of the funds of the entity. NAV error: with each case, from its day of discovery. Given days: see Entity event days.',
    },
    weekday: { options: byNumber(WEEKDAYS), hint: 'For weekly events.', width: 120 },
    yearEndMonth: {
      options: byNumber(MONTH_NAMES),
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
  changed: createDates,
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
  labelOf: (row, options) => `${optionLabel(options, row, 'entityEventId', ' ')}${showDay(textOf(row.date))}`,
  options: { entityEventId: (read) => eventOptions(read, 'given days') },
  unique: ['date', 'entityEventId'],
  uses: [],
  instead: '',
  changed: createDates,
})

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
    dueOffset: {
      hint: 'Business days after the event date, for dates created from now on. A process of a NAV error is due with its last task.',
    },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: (row) => textOf(row.name),
  options: { entityEventId: (read) => eventOptions(read) },
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
  changed: createDates,
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
      hint: 'Business days or weeks after the event date, before it if negative; for dates created from now on.',
    },
    dueUnit: {
      width: 120,
      hint: 'Weeks are those of the calendar: the task stays on the day on which they end, business day or not.',
    },
    needsReview: { hint: 'Another person reviews it once it is done.' },
    descriptionHtml: {
      lines: 10,
      longest: MAX_INFO_LENGTH,
      hint: `HTML: ${ALLOWED_HTML}. Anything else, such as scripts, is left out. A change applies to all its dates.`,
    },
  },
  order: [
    { column: 'processId', descending: false },
    { column: 'rank', descending: false },
  ],
  labelOf: (row, options) => `${optionLabel(options, row, 'processId', ': ')}${textOf(row.name)}`,
  options: { processId: processOptions, team: teamOptions },
  unique: ['name', 'processId'],
  uses: [
    { what: ['task of a date', 'tasks of dates'], table: task, column: task.processTaskId, field: 'id' },
  ],
  instead: 'Mark it as retired: then new dates are created without it.',
  changed: createDates,
  async check(tx, values, before) {
    if (!before) return
    const { dueOffset, dueUnit } = processTask
    const [deadline] = await tx
      .select({ dueOffset, dueUnit })
      .from(processTask)
      .where(and(eq(processTask.id, Number(before.id)), isNotNull(processTask.endsWith)))
    if (deadline) wrongFields(deadlineFaults(deadline, values))
  },
  leftOut({ descriptionHtml: given }) {
    return typeof given === 'string' ? removedHtml(given, cleanHtml(given)) : undefined
  },
})

/** Which entities run which processes, between which days. */
export const entityProcesses = lookupTable({
  name: 'entity-processes',
  title: 'Entity processes',
  one: 'entity process',
  about: 'Which entity runs which process, in which period, and who is assigned',
  table: entityProcess,
  // Those that were made with an object are no definitions.
  only: isNull(entityProcess.objectId),
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
  labelOf: (row, options) =>
    `${optionLabel(options, row, 'processId', ' of ')}${optionLabel(options, row, 'legalEntityId', ', ')}valid from ${showDay(textOf(row.validFrom))}`,
  options: {
    legalEntityId: entityOptionsOf(['COMPANY', 'FUND']),
    processId: processOptions,
    userId: userOptions,
  },
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
  changed: createDates,
  async check(_read, { validFrom, validTo }) {
    const [from, to] = [textOf(validFrom), textOf(validTo)]
    wrongFields({
      validTo: to !== '' && to < from ? `${showDay(to)} is before valid from ${showDay(from)}.` : null,
    })
  },
})
