import type { Read } from 'db/database'
import { z } from 'zod'
import { aBoolean, aDay, aLivingName, aNumber, anId, aRow, aText } from '~/http/calls/answers'
import type { EndpointTable, Methods } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, plainFields, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf, numberValue } from '~/http/calls/values'
import { EVENT_CLASSES } from '~/platform/workflow/types'
import { fieldsOf } from '~/ui/grid/columns'
import {
  ASSIGN_TITLE,
  assignProcess,
  type LivingName,
  livingEvents,
  livingProcesses,
  livingTasks,
} from './assign-process.server'
import { PROCESS_ROW, TASK_ROW } from './fields.server'
import { PROCESS_FIELDS, PROCESS_ORDER, processById, processList, tasksOf } from './list.server'
import { readerOf, TASK_FIELDS } from './routes/process-tables'
import { taskById } from './tasks/tasks.server'

const COLUMNS = fieldsOf({ id: 'number', name: 'text' })

/**
 * The calls of a list of names that are not retired (specification, section 7: not-retired lists).
 * @param summary what the list contains, for the documentation
 */
export function livingCalls(summary: string, names: (read: Read) => Promise<LivingName[]>): Methods {
  return {
    GET: {
      may: [['processdashboard', 'administration']],
      summary,
      list: kindsOf(COLUMNS),
      answers: { 200: z.array(aLivingName) },
      answer: async ({ read }, args) => rowsAnswer(args, await names(read), COLUMNS),
    },
  }
}

/** Process row of the specification, section 3. */
const { team_status, process_status, ...others } = aRow(PROCESS_ROW).shape
export const aProcess = z
  .object({
    ...others,
    team_status,
    team_status_style: z.enum([...EVENT_CLASSES, '']),
    process_status,
    process_status_style: z.enum(EVENT_CLASSES),
  })
  .meta({ id: 'Process' })

/** Task of the specification, section 3, as the grid has it. */
export const aTask = aRow(TASK_ROW).meta({ id: 'Task' })

/** The same in detail. */
export const aTaskDetail = z
  .object({
    task_id: anId,
    task_name: aText,
    object_id: anId.describe('The object of its workflow and documents.'),
    is_completion_step: aBoolean,
    descriptionHtml: aText.describe('Sanitised: it can be shown on a page as it is.'),
    entity_process_date_id: anId,
    task_rank: aNumber,
    task_group: aText,
    task_due_date: aDay,
    task_team: aText,
    workflow_name: aText,
  })
  .meta({ id: 'TaskDetail' })

// An omitted field must not take the process from its user.
const Assigned = z.object({
  userId: z.preprocess((value) => (value === '' ? null : value), numberValue.nullable()),
})

export const processesCalls: EndpointTable = {
  about: 'processes',
  calls: {
    'dashboard/processes': {
      GET: {
        may: ['processdashboard'],
        summary: 'All process dates, earliest due date first, filtered and sorted like their grid.',
        list: kindsOf(PROCESS_FIELDS),
        answers: { 200: z.array(aProcess) },
        async answer(guarded, { request }) {
          const query = callQuery(request, plainFields(PROCESS_FIELDS), { defaultSort: PROCESS_ORDER })
          const list = processList(guarded.read, readerOf(guarded))
          return listAnswer(request, query, await list.page(query))
        },
      },
    },
    /**
     * POST dashboard/processes/{id} with userId: gives a process date to a user, or with null to no one; returns its
     * row.
     */
    'dashboard/processes/:entityProcessDateId': {
      POST: {
        may: ['processdashboard', 'update'],
        summary:
          'Assigns a process date to a user who may open Processes, or with null to no one; answers its row.',
        title: ASSIGN_TITLE,
        answers: { 200: aProcess },
        ...takes(Assigned, async (guarded, { params }, { userId }) => {
          const { transaction } = guarded
          const entityProcessDateId = idOf(params.entityProcessDateId, 'process')
          const assignment = { entityProcessDateId, userId }
          return transaction(async (context) => {
            await assignProcess(context, assignment)
            return processById(context.tx, entityProcessDateId, readerOf(guarded))
          })
        }),
      },
    },
    'dashboard/tasks/:entityProcessDateId': {
      GET: {
        may: ['processdashboard'],
        summary: 'The tasks of a process date in their order, each with its last step.',
        list: kindsOf(TASK_FIELDS),
        answers: { 200: z.array(aTask) },
        async answer(guarded, args) {
          const id = idOf(args.params.entityProcessDateId, 'process')
          await processById(guarded.read, id, readerOf(guarded))
          return rowsAnswer(args, await tasksOf(guarded.read, id), TASK_FIELDS)
        },
      },
    },
    'tasks/:taskId': {
      GET: {
        may: ['processdashboard'],
        summary: 'One task with its instructions.',
        answers: { 200: aTaskDetail },
        answer: ({ read }, { params }) => taskById(read, idOf(params.taskId, 'task')),
      },
    },
    'taskfullnames/ntr': livingCalls(
      'Tasks of processes, neither of them retired: full name, with its process, and id.',
      livingTasks,
    ),
    /** GET processes/ntr: processes that are not retired, name and id. */
    'processes/ntr': livingCalls('Processes that are not retired, by name: name and id.', livingProcesses),
    'entity/events/ntr': livingCalls(
      'Entity events that are not retired, by name: name and id.',
      livingEvents,
    ),
  },
}
