import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { legalEntityList } from '~/areas/reference-data/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { anEntity, ENTITY_COLUMNS } from './entity-columns'

/** GET entities: all legal entities. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'All legal entities by name: companies, suppliers, supplier funds and funds.',
    list: kindsOf(ENTITY_COLUMNS),
    answers: { 200: z.array(anEntity) },
    answer: async ({ read }, args) => rowsAnswer(args, await legalEntityList(read), ENTITY_COLUMNS),
  },
})
export const action = loader
