import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import type { EventClass } from '~/platform/workflow/types'

/** The events that a search finds. */
export const event = alias(workflowEvent, 'event')

/** The fields of an event of the audit trail. */
export const EVENT_ROW = {
  id: { kind: 'id', sql: event.id, required: true },
  at: { kind: 'instant', sql: event.at, required: true },
  /** The name at that time; "SYSTEM" when no user was logged in. */
  who_name: { kind: 'text', sql: event.whoName, required: true },
  user_name: { kind: 'text', sql: appUser.userName },
  object_kind: { kind: 'text', sql: event.objectKind, lower: event.objectKind, required: true },
  object_id: { kind: 'id', sql: event.objectId, required: true },
  /** Position in the object's chain, from 1. */
  seq: { kind: 'count', sql: event.seq, required: true },
  round: { kind: 'count', sql: event.round, required: true },
  /** "step", "system" or "act". */
  type: { kind: 'text', sql: event.type, required: true },
  /** As it is stored: "submit", "override rule". */
  name: { kind: 'text', sql: event.name, required: true },
  from_queue: { kind: 'text', sql: event.fromQueue },
  from_status: { kind: 'text', sql: event.fromStatus },
  queue: { kind: 'text', sql: event.queue, required: true },
  status: { kind: 'text', sql: event.status, required: true },
  class: { kind: 'text', sql: sql<EventClass>`${event.class}`, required: true },
  log: { kind: 'text', sql: event.log, required: true },
  hash: { kind: 'text', sql: event.hash, required: true },
  previous_hash: { kind: 'text', sql: event.previousHash, required: true },
  /** What was entered or changed with it, as JSON. */
  values: { kind: 'text', sql: sql<string>`${event.data}::text`, required: true },
} satisfies ListFields

export type EventRow = RowOf<typeof EVENT_ROW>
