import type { Read } from 'db/database'
import { entityProcess, entityProcessDate, process } from 'db/schema/processes'
import { eq } from 'drizzle-orm'
import { queueChoices } from '~/areas/access/queue-choices.server'
import { enabledProcessUsers } from '../process-users.server'
import type { KnownProcesses } from './check-processes'
import { STORED_DEFINITIONS } from './stored-sheets.server'

/** What rows about processes may refer to, and what may not change any more as dates were made of it. */
export async function knownProcesses(read: Read): Promise<KnownProcesses> {
  const [events, processes, dated, queues, users] = await Promise.all([
    STORED_DEFINITIONS['Entity events'](read),
    STORED_DEFINITIONS.Processes(read),
    read
      .selectDistinct({ name: process.name })
      .from(entityProcessDate)
      .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
      .innerJoin(process, eq(process.id, entityProcess.processId)),
    queueChoices(read),
    enabledProcessUsers(read),
  ])
  const withDates = new Set(dated.map(({ name }) => name))
  const datedEvents = new Set(processes.filter(({ name }) => withDates.has(name)).map(({ event }) => event))
  return {
    events: new Map(events.map((event) => [event.name, { ...event, hasDates: datedEvents.has(event.name) }])),
    processes: new Map(processes.map(({ name, event }) => [name, withDates.has(name) ? event : null])),
    teams: new Set(queues),
    users: new Set(users.map(({ userName }) => userName)),
  }
}
