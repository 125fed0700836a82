import { upsert } from 'db/bulk'
import type { Transaction } from 'db/doors'
import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { inArray } from 'drizzle-orm'
import type { Column } from '~/domain/lookups/import/column'
import type { PROCESS_SHEETS } from './definition-columns'

type Sheets = typeof PROCESS_SHEETS
type Row<S extends keyof Sheets> = {
  -readonly [F in keyof Sheets[S]]: Sheets[S][F] extends Column<infer T> ? T : never
}
type Writers = { [S in keyof Sheets]: (tx: Transaction, rows: Row<S>[]) => Promise<void> }

/** Stores the new and changed rows of the sheets that processes are made of; all that they name is there. */
export const DEFINITION_WRITERS: Writers = {
  'Entity events': (tx, rows) => upsert(tx, entityEvent, [entityEvent.name], rows),
  async 'Entity event days'(tx, rows) {
    const events = await idsOf(
      tx,
      entityEvent,
      rows.map(({ event }) => event),
    )
    const days = rows.map(({ event, date }) => ({ entityEventId: events(event), date }))
    await upsert(tx, entityEventDay, [entityEventDay.entityEventId, entityEventDay.date], days)
  },
  async Processes(tx, rows) {
    const events = await idsOf(
      tx,
      entityEvent,
      rows.map(({ event }) => event),
    )
    const types = rows.map(({ event, ...row }) => ({ ...row, entityEventId: events(event) }))
    await upsert(tx, process, [process.name], types)
  },
  async 'Process tasks'(tx, rows) {
    const types = await idsOf(
      tx,
      process,
      rows.map((row) => row.process),
    )
    const tasks = rows.map(({ process: name, ...row }) => ({ ...row, processId: types(name) }))
    await upsert(tx, processTask, [processTask.processId, processTask.name], tasks)
  },
  async 'Entity processes'(tx, rows) {
    const types = await idsOf(
      tx,
      process,
      rows.map((row) => row.process),
    )
    const entities = await idsOf(
      tx,
      legalEntity,
      rows.map((row) => row.legalEntity),
    )
    const users = await userIds(
      tx,
      rows.flatMap(({ userName }) => userName ?? []),
    )
    const runs = rows.map(({ validFrom, validTo, ...row }) => ({
      processId: types(row.process),
      legalEntityId: entities(row.legalEntity),
      // Whoever waits for a second person has nothing yet.
      userId: row.userName === null ? null : (users.get(row.userName) ?? null),
      validFrom,
      validTo,
    }))
    await upsert(tx, entityProcess, [entityProcess.processId, entityProcess.legalEntityId], runs)
  },
}

/** The ids of rows by their names. */
async function idsOf(
  tx: Transaction,
  table: typeof entityEvent | typeof process | typeof legalEntity,
  names: readonly string[],
): Promise<(name: string) => number> {
  const rows = await tx
    .select({ id: table.id, name: table.name })
    .from(table as typeof process)
    .where(inArray(table.name, [...new Set(names)]))
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name) => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`${name} was checked, yet is not there`)
    return id
  }
}

async function userIds(tx: Transaction, names: readonly string[]): Promise<Map<string, number>> {
  const { id, userName } = appUser
  const rows = await tx
    .select({ id, userName })
    .from(appUser)
    .where(inArray(userName, [...new Set(names)]))
  return new Map(rows.map((row) => [row.userName, row.id]))
}
