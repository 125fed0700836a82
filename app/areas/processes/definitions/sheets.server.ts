import { upsert } from 'db/bulk'
import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import {
  entityEvent,
  entityEventDay,
  entityProcess,
  entityProcessDate,
  process,
  processTask,
} from 'db/schema/processes'
import { eq, isNotNull } from 'drizzle-orm'
import { queueChoices } from '~/areas/access/users.server'
import { namedColumns, type SheetRow } from '~/platform/tables/column'
import { idIn, idsOf } from '~/platform/tables/options.server'
import type { WriteContext } from '~/platform/values/context.server'
import { enabledProcessUsers } from '../assign-process.server'
import { PROCESS_SHEETS } from './definition-columns'
import { type StoredProcesses, taskKey } from './event-rules'

/** The definitions of processes, as the sheets of the reference data workbook have them: names in place of ids. */
export const STORED_DEFINITIONS = {
  'Entity events': (read: Read) =>
    read.select(namedColumns(entityEvent, PROCESS_SHEETS['Entity events'])).from(entityEvent),
  'Entity event days': (read: Read) =>
    read
      .select({ event: entityEvent.name, date: entityEventDay.date })
      .from(entityEventDay)
      .innerJoin(entityEvent, eq(entityEvent.id, entityEventDay.entityEventId)),
  Processes: (read: Read) =>
    read
      .select({ ...namedColumns(process, PROCESS_SHEETS.Processes), event: entityEvent.name })
      .from(process)
      .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId)),
  'Process tasks': (read: Read) =>
    read
      .select({ ...namedColumns(processTask, PROCESS_SHEETS['Process tasks']), process: process.name })
      .from(processTask)
      .innerJoin(process, eq(process.id, processTask.processId)),
  'Entity processes': (read: Read) =>
    read
      .select({
        ...namedColumns(entityProcess, PROCESS_SHEETS['Entity processes']),
        legalEntity: legalEntity.name,
        process: process.name,
        userName: appUser.userName,
      })
      .from(entityProcess)
      .innerJoin(process, eq(process.id, entityProcess.processId))
      .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
      .leftJoin(appUser, eq(appUser.id, entityProcess.userId)),
}

type Writers = {
  [S in keyof typeof PROCESS_SHEETS]: (
    context: Pick<WriteContext, 'tx'>,
    rows: SheetRow<(typeof PROCESS_SHEETS)[S]>[],
  ) => Promise<void>
}

/** Stores the new and changed rows of the sheets of process definitions; all rows that they name exist already. */
export const DEFINITION_WRITERS: Writers = {
  'Entity events': ({ tx }, rows) => upsert(tx, entityEvent, [entityEvent.name], rows),
  async 'Entity event days'({ tx }, rows) {
    const events = await idsOf(tx, entityEvent, entityEvent.name, rows, ({ event }) => event)
    const days = rows.map(({ event, date }) => ({ entityEventId: idIn(events, event), date }))
    await upsert(tx, entityEventDay, [entityEventDay.entityEventId, entityEventDay.date], days)
  },
  async Processes({ tx }, rows) {
    const events = await idsOf(tx, entityEvent, entityEvent.name, rows, ({ event }) => event)
    const types = rows.map(({ event, ...row }) => ({ ...row, entityEventId: idIn(events, event) }))
    await upsert(tx, process, [process.name], types)
  },
  async 'Process tasks'({ tx }, rows) {
    const types = await idsOf(tx, process, process.name, rows, (row) => row.process)
    const tasks = rows.map(({ process: name, ...row }) => ({ ...row, processId: idIn(types, name) }))
    await upsert(tx, processTask, [processTask.processId, processTask.name], tasks)
  },
  async 'Entity processes'({ tx }, rows) {
    const types = await idsOf(tx, process, process.name, rows, (row) => row.process)
    const entities = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const users = await idsOf(tx, appUser, appUser.userName, rows, ({ userName }) => userName)
    const runs = rows.map(({ validFrom, validTo, ...row }) => ({
      processId: idIn(types, row.process),
      legalEntityId: idIn(entities, row.legalEntity),
      // A user whose rights wait for a second person has none yet.
      userId: row.userName === null ? null : (users.get(row.userName) ?? null),
      validFrom,
      validTo,
    }))
    await upsert(tx, entityProcess, [entityProcess.processId, entityProcess.legalEntityId], runs)
  },
}

/** What rows about processes may refer to, and what may not change any more because dates were created from it. */
export async function storedProcesses(read: Read): Promise<StoredProcesses> {
  const [events, processes, dated, deadlines, queues, users] = await Promise.all([
    STORED_DEFINITIONS['Entity events'](read),
    STORED_DEFINITIONS.Processes(read),
    read
      .selectDistinct({ name: process.name })
      .from(entityProcessDate)
      .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
      .innerJoin(process, eq(process.id, entityProcess.processId)),
    read
      .select({
        process: process.name,
        name: processTask.name,
        dueOffset: processTask.dueOffset,
        dueUnit: processTask.dueUnit,
      })
      .from(processTask)
      .innerJoin(process, eq(process.id, processTask.processId))
      .where(isNotNull(processTask.endsWith)),
    queueChoices(read),
    enabledProcessUsers(read),
  ])
  const withDates = new Set(dated.map(({ name }) => name))
  const datedEvents = new Set(processes.filter(({ name }) => withDates.has(name)).map(({ event }) => event))
  return {
    events: new Map(events.map((event) => [event.name, { ...event, hasDates: datedEvents.has(event.name) }])),
    processes: new Map(processes.map(({ name, event }) => [name, withDates.has(name) ? event : null])),
    deadlines: new Map(deadlines.map((each) => [taskKey(each.process, each.name), each])),
    teams: new Set(queues),
    users: new Set(users.map(({ userName }) => userName)),
  }
}
