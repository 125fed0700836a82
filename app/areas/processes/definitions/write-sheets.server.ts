import { upsert } from 'db/bulk'
import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import type { RowOf } from '~/areas/lookups/sheets'
import { idIn, idsOf } from '~/platform/tables/ids-of.server'
import type { PROCESS_SHEETS } from './definition-columns'

type Writers = { [S in keyof typeof PROCESS_SHEETS]: (tx: Transaction, rows: RowOf<S>[]) => Promise<void> }

/** Stores the new and changed rows of the sheets that processes are made of; all that they name is there. */
export const DEFINITION_WRITERS: Writers = {
  'Entity events': (tx, rows) => upsert(tx, entityEvent, [entityEvent.name], rows),
  async 'Entity event days'(tx, rows) {
    const events = await idsOf(tx, entityEvent, entityEvent.name, rows, ({ event }) => event)
    const days = rows.map(({ event, date }) => ({ entityEventId: idIn(events, event), date }))
    await upsert(tx, entityEventDay, [entityEventDay.entityEventId, entityEventDay.date], days)
  },
  async Processes(tx, rows) {
    const events = await idsOf(tx, entityEvent, entityEvent.name, rows, ({ event }) => event)
    const types = rows.map(({ event, ...row }) => ({ ...row, entityEventId: idIn(events, event) }))
    await upsert(tx, process, [process.name], types)
  },
  async 'Process tasks'(tx, rows) {
    const types = await idsOf(tx, process, process.name, rows, (row) => row.process)
    const tasks = rows.map(({ process: name, ...row }) => ({ ...row, processId: idIn(types, name) }))
    await upsert(tx, processTask, [processTask.processId, processTask.name], tasks)
  },
  async 'Entity processes'(tx, rows) {
    const types = await idsOf(tx, process, process.name, rows, (row) => row.process)
    const entities = await idsOf(tx, legalEntity, legalEntity.name, rows, (row) => row.legalEntity)
    const users = await idsOf(tx, appUser, appUser.userName, rows, ({ userName }) => userName)
    const runs = rows.map(({ validFrom, validTo, ...row }) => ({
      processId: idIn(types, row.process),
      legalEntityId: idIn(entities, row.legalEntity),
      // Whoever waits for a second person has nothing yet.
      userId: row.userName === null ? null : (users.get(row.userName) ?? null),
      validFrom,
      validTo,
    }))
    await upsert(tx, entityProcess, [entityProcess.processId, entityProcess.legalEntityId], runs)
  },
}
