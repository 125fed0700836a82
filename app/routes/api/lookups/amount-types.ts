import { z } from 'zod'
import { AMOUNT_TYPES } from '~/areas/reference-data/amount-types'
import { aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<(typeof AMOUNT_TYPES)[number]> = {
  id: { kind: 'text', value: ({ id }) => id },
  name: { kind: 'text', value: ({ name }) => name },
}

/** GET amounttypes: what of an invoice a budget counts. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells: 'What of an invoice a budget counts.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(z.object({ id: z.enum(AMOUNT_TYPES.map(({ id }) => id)), name: aText })) },
    answer: (_, args) => rowsAnswer(args, AMOUNT_TYPES, COLUMNS),
  },
})
export const action = loader
