import type { RowColumns } from '~/domain/lists/row-match'
import { type MappingRow, mappingList } from '~/domain/lookups/mapping-list.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { EXPENSE_USERS } from '~/http/expense-readers'

const COLUMNS: RowColumns<MappingRow> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  code: { kind: 'text', value: ({ code }) => code },
  display: { kind: 'text', value: ({ display }) => display },
  sortingOrder: { kind: 'number', value: ({ sortingOrder }) => String(sortingOrder) },
}

/** GET mappings/key/{key}: the codes of FEE_ALLOCATION, POSTING_FILTER or FEES_TYPE, in their order. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    answer: async ({ read }, args) =>
      rowsAnswer(args, await mappingList(read, args.params.mappingKey), COLUMNS),
  },
})
export const action = loader
