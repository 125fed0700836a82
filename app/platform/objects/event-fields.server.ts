import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import type { ListField } from '~/platform/lists/list-fields.server'
import { EVENT_CLASSES, type EventClass } from '~/platform/workflow/types'

/** Where the objects of a list are in their workflow: fields that lists of different objects share. */

export const EVENT_QUEUE = {
  kind: 'text',
  sql: workflowInstance.queue,
  required: true,
  listed: true,
} satisfies ListField

export const EVENT_CLASS = {
  kind: 'text',
  oneOf: EVENT_CLASSES,
  sql: sql<EventClass>`${workflowInstance.class}`,
  required: true,
} satisfies ListField
