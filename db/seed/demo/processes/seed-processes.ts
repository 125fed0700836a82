import { appUser } from 'db/schema/access'
import { legalEntity } from 'db/schema/lookups'
import { entityEvent, entityEventDay, entityProcess, process, processTask } from 'db/schema/processes'
import { eq, inArray } from 'drizzle-orm'
import { generateProcesses } from '~/areas/processes/generate-processes.server'
import type { Day } from '~/platform/values/day'
import type { Transaction } from '../../../database'
import { BOARD_MEETINGS, CALENDAR, EVENTS, MANAGERS, PROCESSES } from './definitions'

/** The first day of the demo's processes. */
const VALID_FROM: Day = '2026-08-01'

/** The definitions of the demo's processes, and their dates of a year. Funds, entities and users already exist. */
export async function seedProcesses(tx: Transaction, now: Date): Promise<void> {
  const entities = idsByName(
    await tx.select({ id: legalEntity.id, name: legalEntity.name }).from(legalEntity),
  )
  for (const [fund, manager] of Object.entries(MANAGERS))
    await tx
      .update(legalEntity)
      .set({ managementCompanyId: entities(manager), calendar: CALENDAR })
      .where(eq(legalEntity.id, entities(fund)))
  await tx
    .update(legalEntity)
    .set({ calendar: CALENDAR })
    .where(inArray(legalEntity.name, Object.values(MANAGERS)))

  const events = idsByName(
    await tx.insert(entityEvent).values(EVENTS).returning({ id: entityEvent.id, name: entityEvent.name }),
  )
  const entityEventId = events('Board meeting')
  await tx.insert(entityEventDay).values(BOARD_MEETINGS.map((date) => ({ entityEventId, date })))
  const types = idsByName(
    await tx
      .insert(process)
      .values(
        PROCESSES.map(({ name, category, recipient, event, due }) => ({
          ...{ name, category, recipient, entityEventId: events(event), dueOffset: due },
        })),
      )
      .returning({ id: process.id, name: process.name }),
  )
  await tx.insert(processTask).values(
    PROCESSES.flatMap(({ name: of, tasks }) =>
      tasks.map(({ due, review = false, info = '', ...task }, at) => ({
        ...task,
        processId: types(of),
        rank: at + 1,
        dueOffset: due,
        needsReview: review,
        descriptionHtml: info,
      })),
    ),
  )
  const users = idsByName(await tx.select({ id: appUser.id, name: appUser.userName }).from(appUser))
  await tx.insert(entityProcess).values(
    PROCESSES.flatMap(({ name, runs }) =>
      runs.map(([entity, userName]) => ({
        processId: types(name),
        legalEntityId: entities(entity),
        userId: userName === null ? null : users(userName),
        validFrom: VALID_FROM,
      })),
    ),
  )
  await generateProcesses(tx, now, 'Europe/Luxembourg')
}

function idsByName(rows: readonly { id: number; name: string }[]) {
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return (name: string): number => {
    const id = ids.get(name)
    if (id === undefined) throw new Error(`The demo has no "${name}"`)
    return id
  }
}
