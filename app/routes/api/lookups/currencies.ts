import { z } from 'zod'
import { type CurrencyRow, currencies } from '~/areas/reference-data/currencies.server'
import { aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<CurrencyRow> = {
  code: { kind: 'text', value: ({ code }) => code },
  name: { kind: 'text', value: ({ name }) => name },
}

/** GET currencies: the site's currencies. */
export const loader = calls({
  GET: {
    may: 'any user',
    tells:
      'The currencies of the site by code, which drafts, invoices, budgets and bank accounts are kept in.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(z.object({ code: aText.describe('ISO 4217.'), name: aText })) },
    answer: async ({ read }, args) => rowsAnswer(args, await currencies(read), COLUMNS),
  },
})
export const action = loader
