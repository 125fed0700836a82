import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'
import { statesOfKind } from '~/platform/workflow/states-of-kind.server'
import { EVENT_CLASSES, type State } from '~/platform/workflow/types'

const COLUMNS: RowColumns<State> = {
  eventStatus: { kind: 'text', value: ({ status }) => status },
  eventQueue: { kind: 'text', value: ({ queue }) => queue },
  eventClass: { kind: 'text', value: (state) => state.class },
}
const aState = z.object({ eventStatus: aText, eventQueue: aText, eventClass: z.enum(EVENT_CLASSES) })
const shape = ({ status, queue, class: style }: State): z.output<typeof aState> => ({
  eventStatus: status,
  eventQueue: queue,
  eventClass: style,
})

/** GET expenseworkflow/nondraft: every status of the workflow of invoices, with its queue and class. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'Every status that invoices come to in their workflow, with its queue and class.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aState) },
    answer: async ({ read }, args) => rowsAnswer(args, await statesOfKind(read, 'invoice'), COLUMNS, shape),
  },
})
export const action = loader
