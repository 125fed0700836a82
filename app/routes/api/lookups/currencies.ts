import type { RowColumns } from '~/domain/lists/row-match'
import { type CurrencyRow, currencies } from '~/domain/lookups/currencies.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'

const COLUMNS: RowColumns<CurrencyRow> = {
  code: { kind: 'text', value: ({ code }) => code },
  name: { kind: 'text', value: ({ name }) => name },
}

/** GET currencies: the site's currencies. */
export const loader = calls({
  GET: {
    may: 'any user',
    answer: async ({ read }, args) => rowsAnswer(args, await currencies(read), COLUMNS),
  },
})
export const action = loader
