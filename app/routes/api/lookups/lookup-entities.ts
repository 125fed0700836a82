import { legalEntityList } from '~/domain/lookups/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { EXPENSE_USERS } from '~/http/expense-readers'
import { NAMED_COLUMNS, namedShape } from './entity-columns'

/** GET lookup/entities: all legal entities as what may be looked up. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    answer: async ({ read }, args) =>
      rowsAnswer(args, await legalEntityList(read), NAMED_COLUMNS, namedShape),
  },
})
export const action = loader
