import { z } from 'zod'
import { PROCESS_STATUSES } from '~/areas/processes/process'
import { aBoolean, aDay, aNumber, anId, anInstant, aText } from '~/http/calls/answers'
import { EVENT_CLASSES } from '~/platform/workflow/types'

/** Process row of the specification, section 3. */
export const aProcess = z
  .object({
    entity_process_date_id: anId,
    user_id: anId.nullable(),
    user_name: aText,
    manco: aText,
    category_name: aText,
    entity: aText,
    entity_group_components: aText.describe('Codes of the funds of the entity, separated by commas.'),
    entity_event: aText,
    event_date: aDay,
    process: aText,
    recipient: aText,
    process_due_date: aDay,
    remaining_days: aNumber
      .nullable()
      .describe('Business days until the due date, negative when late; null when all is done.'),
    completed_tasks: aText.describe('Such as 3/7.'),
    team_status: z
      .enum([...PROCESS_STATUSES, ''])
      .describe('Of the open tasks of your queues; "" without any.'),
    team_status_style: z.enum([...EVENT_CLASSES, '']),
    process_status: z.enum(PROCESS_STATUSES),
    process_status_style: z.enum(EVENT_CLASSES),
  })
  .meta({ id: 'Process' })

/** Task of the specification, section 3, as the grid has it. */
export const aTask = z
  .object({
    task_id: anId,
    entity_process_date_id: anId,
    task_rank: aNumber,
    task_group: aText,
    task_name: aText,
    task_due_date: aDay,
    task_team: aText,
    workflow_name: aText,
    last_event_date: anInstant,
    who: aText.describe('Who took the last step; SYSTEM for a task that nobody touched.'),
    last_event_status: aText,
    last_event_queue: aText,
    last_event_class: z.enum(EVENT_CLASSES),
  })
  .meta({ id: 'Task' })

/** The same in detail. */
export const aTaskDetail = z
  .object({
    task_id: anId,
    task_name: aText,
    object_id: anId.describe('The object of its workflow and documents.'),
    is_completion_step: aBoolean,
    descriptionHtml: aText.describe('Cleaned: it may be put into a page as it is.'),
    entity_process_date_id: anId,
    task_rank: aNumber,
    task_group: aText,
    task_due_date: aDay,
    task_team: aText,
    workflow_name: aText,
  })
  .meta({ id: 'TaskDetail' })
