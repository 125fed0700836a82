import { legalEntityList } from '~/domain/lookups/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { EXPENSE_USERS } from '~/http/expense-readers'
import { ENTITY_COLUMNS } from './entity-columns'

/** GET entities: all legal entities. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    answer: async ({ read }, args) => rowsAnswer(args, await legalEntityList(read), ENTITY_COLUMNS),
  },
})
export const action = loader
