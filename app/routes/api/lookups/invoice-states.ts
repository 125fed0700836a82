import type { RowColumns } from '~/domain/lists/row-match'
import { statesOfKind } from '~/domain/workflow/states-of-kind.server'
import type { State } from '~/domain/workflow/types'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { EXPENSE_USERS } from '~/http/expense-readers'

const COLUMNS: RowColumns<State> = {
  eventStatus: { kind: 'text', value: ({ status }) => status },
  eventQueue: { kind: 'text', value: ({ queue }) => queue },
  eventClass: { kind: 'text', value: (state) => state.class },
}
const shape = ({ status, queue, class: style }: State) => ({
  eventStatus: status,
  eventQueue: queue,
  eventClass: style,
})

/** GET expenseworkflow/nondraft: every status of the workflow of invoices, with its queue and class. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    answer: async ({ read }, args) => rowsAnswer(args, await statesOfKind(read, 'invoice'), COLUMNS, shape),
  },
})
export const action = loader
