import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { eq } from 'drizzle-orm'

/** What processes are made of, as the sheets of the reference data workbook say it: names in the place of ids. */
export const STORED_DEFINITIONS = {
  'Entity events': (read: Read) =>
    read
      .select({
        name: entityEvent.name,
        recurrence: entityEvent.recurrence,
        weekday: entityEvent.weekday,
        yearEndMonth: entityEvent.yearEndMonth,
        dayOffset: entityEvent.dayOffset,
        rolls: entityEvent.rolls,
        isRetired: entityEvent.isRetired,
      })
      .from(entityEvent),
  'Entity event days': (read: Read) =>
    read
      .select({ event: entityEvent.name, date: entityEventDay.date })
      .from(entityEventDay)
      .innerJoin(entityEvent, eq(entityEvent.id, entityEventDay.entityEventId)),
  Processes: (read: Read) =>
    read
      .select({
        name: process.name,
        category: process.category,
        recipient: process.recipient,
        event: entityEvent.name,
        dueOffset: process.dueOffset,
        isRetired: process.isRetired,
      })
      .from(process)
      .innerJoin(entityEvent, eq(entityEvent.id, process.entityEventId)),
  'Process tasks': (read: Read) =>
    read
      .select({
        process: process.name,
        rank: processTask.rank,
        group: processTask.group,
        name: processTask.name,
        team: processTask.team,
        dueOffset: processTask.dueOffset,
        needsReview: processTask.needsReview,
        descriptionHtml: processTask.descriptionHtml,
        isRetired: processTask.isRetired,
      })
      .from(processTask)
      .innerJoin(process, eq(process.id, processTask.processId)),
  'Entity processes': (read: Read) =>
    read
      .select({
        legalEntity: legalEntity.name,
        process: process.name,
        userName: appUser.userName,
        validFrom: entityProcess.validFrom,
        validTo: entityProcess.validTo,
      })
      .from(entityProcess)
      .innerJoin(process, eq(process.id, entityProcess.processId))
      .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
      .leftJoin(appUser, eq(appUser.id, entityProcess.userId)),
}
