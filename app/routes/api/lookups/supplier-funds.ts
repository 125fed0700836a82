import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { legalEntityList } from '~/areas/reference-data/legal-entity-list.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { aNamedEntity, NAMED_COLUMNS, namedShape } from './entity-columns'

/** GET drafttransactions/funds: supplier funds; those with a dead date may be chosen up to that day. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'Supplier funds by name; one with a dead date may be chosen up to that day.',
    list: kindsOf(NAMED_COLUMNS),
    answers: { 200: z.array(aNamedEntity) },
    answer: async ({ read }, args) =>
      rowsAnswer(args, await legalEntityList(read, { kind: 'SUPPLIER FUND' }), NAMED_COLUMNS, namedShape),
  },
})
export const action = loader
