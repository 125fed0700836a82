import type { Database, Read } from 'db/database'
import { contextOf } from '~/platform/values/context.server'
import type { SentKey } from '~/platform/workflow/idempotency.server'
import type { Actor } from './actor'
import type { UserWork } from './user-context'

interface WorkServices {
  database: Pick<Database, 'read' | 'transaction'>
  clock: () => Date
  settings: { timeZone: string }
}

interface WorkOptions {
  read?: Read
  shared?: object
  sentKey?: UserWork['sentKey']
}

/** The work of a user. Each of its transactions gets the time at which it begins. */
export function workOf<By extends Actor | null>(
  { database, clock, settings: { timeZone } }: WorkServices,
  actor: By,
  { read = database.read, shared = {}, sentKey = () => null }: WorkOptions = {},
): UserWork<By> {
  return {
    ...contextOf({ read, actor, now: clock(), timeZone, shared }),
    sentKey,
    transaction: (work) =>
      database.transaction((tx) =>
        work(contextOf({ tx, actor, now: clock(), timeZone, sentKey: sentKey() })),
      ),
  }
}

/** One part of the work of a request, such as one of several objects: each part takes effect once. */
export function workOnPart(work: UserWork, part: string | number): UserWork {
  const ofPart = (sent: SentKey | null) => sent && { ...sent, key: `${sent.key} ${part}` }
  return {
    ...work,
    sentKey: () => ofPart(work.sentKey()),
    transaction: (run) =>
      work.transaction((context) => run({ ...context, sentKey: ofPart(context.sentKey) })),
  }
}
