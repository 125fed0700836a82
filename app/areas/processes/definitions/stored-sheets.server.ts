import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { eq } from 'drizzle-orm'
import { namedColumns } from '~/platform/tables/named-columns'
import { PROCESS_SHEETS } from './definition-columns'

/** What processes are made of, as the sheets of the reference data workbook say it: names in the place of ids. */
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
