import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import {
  declaredColumns,
  type FieldColumn,
  type ListFields,
  type RowOf,
} from '~/platform/lists/list-fields.server'
import type { EventClass } from '~/platform/workflow/types'
import { AUDIT_KINDS, type EventValue } from './audit-event'

/** The events that a search finds. */
export const event = alias(workflowEvent, 'event')

/** A column that is searched only: no index holds its values, and a list of them would be read out of every event. */
const searched = ({ meta, ...column }: FieldColumn): FieldColumn => ({
  ...column,
  enableSorting: false,
  enableGrouping: false,
  meta: { values: false, ...meta },
})

const TYPES = ['step', 'act', 'system'].map((value) => ({ value, label: value }))

/** The fields of an event of the audit trail. */
export const EVENT_ROW = {
  id: {
    kind: 'id',
    sql: event.id,
    required: true,
    column: { header: 'Event', size: 90, meta: { hiddenByDefault: true, values: false } },
  },
  at: {
    kind: 'instant',
    sql: event.at,
    required: true,
    column: {
      header: 'When',
      size: 150,
      enableGrouping: false,
      // A million events would be grouped by day.
      meta: { phone: 'amount', values: false },
    },
  },
  /** The name at that time; "SYSTEM" when no user was logged in. */
  who_name: {
    kind: 'text',
    sql: event.whoName,
    required: true,
    column: searched({
      header: 'By',
      meta: {
        phone: 'next',
        title: 'The name at the time; can also be found by the user name',
        values: true,
      },
    }),
  },
  user_name: { kind: 'text', sql: appUser.userName },
  object_kind: {
    kind: 'text',
    sql: event.objectKind,
    lower: event.objectKind,
    required: true,
    column: {
      header: 'Kind',
      size: 110,
      enableSorting: false,
      meta: { filter: 'select', options: AUDIT_KINDS, phone: 'object' },
    },
  },
  object_id: {
    kind: 'id',
    sql: event.objectId,
    required: true,
    column: { header: 'Object', size: 100, enableSorting: false, meta: { values: false } },
  },
  /** Position in the object's chain, from 1. */
  seq: { kind: 'count', sql: event.seq, required: true },
  round: { kind: 'count', sql: event.round, required: true },
  /** "step", "system" or "act". */
  type: {
    kind: 'text',
    sql: event.type,
    required: true,
    column: searched({
      header: 'Type',
      meta: { hiddenByDefault: true, filter: 'select', options: TYPES },
    }),
  },
  /** As it is stored: "submit", "override rule". */
  name: {
    kind: 'text',
    sql: event.name,
    required: true,
    column: searched({ header: 'What', meta: { title: 'The step or act, as stored', phone: 'name' } }),
  },
  from_queue: { kind: 'text', sql: event.fromQueue },
  from_status: { kind: 'text', sql: event.fromStatus },
  queue: {
    kind: 'text',
    sql: event.queue,
    required: true,
    column: searched({ header: 'Queue', meta: { hiddenByDefault: true } }),
  },
  status: {
    kind: 'text',
    sql: event.status,
    required: true,
    column: searched({ header: 'Status', meta: { kind: 'badge', phone: 'status', filter: 'text' } }),
  },
  class: { kind: 'text', sql: sql<EventClass>`${event.class}`, required: true },
  log: {
    kind: 'text',
    sql: event.log,
    required: true,
    column: searched({ header: 'Comment', look: 'slim' }),
  },
  hash: {
    kind: 'text',
    sql: event.hash,
    required: true,
    column: searched({ header: 'Hash', meta: { hiddenByDefault: true } }),
  },
  previous_hash: { kind: 'text', sql: event.previousHash, required: true },
  /** What was entered or changed with it, as JSON. */
  values: {
    kind: 'text',
    sql: sql<string>`${event.data}::text`,
    required: true,
    column: searched({
      header: 'Values',
      look: 'slim',
      meta: { title: 'What was entered or changed: before → after' },
    }),
  },
} satisfies ListFields

type EventRow = RowOf<typeof EVENT_ROW>

/** One event of the whole history, as an auditor reads it. */
export interface AuditEvent extends Omit<EventRow, 'values'> {
  /** What was entered or changed with it. */
  values: EventValue[]
  /** Table of reference data that it changed, if any. */
  table: string | null
  /** Address of its object's page; on the page of the audit trail only. */
  page?: string
}

/** The columns of the audit trail: when, who and what; then what can be shown. */
export const AUDIT_DECLARED = declaredColumns(EVENT_ROW, [
  'at',
  'who_name',
  'object_kind',
  'object_id',
  'name',
  'status',
  'log',
  'values',
  'type',
  'queue',
  'hash',
  'id',
])
