import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { legalEntityList } from '~/areas/reference-data/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { aNamedEntity, NAMED_COLUMNS, namedShape } from './entity-columns'

/** GET lookup/entities: all legal entities as what may be looked up. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'All legal entities by name, as what may be looked up.',
    list: kindsOf(NAMED_COLUMNS),
    answers: { 200: z.array(aNamedEntity) },
    answer: async ({ read }, args) =>
      rowsAnswer(args, await legalEntityList(read), NAMED_COLUMNS, namedShape),
  },
})
export const action = loader
