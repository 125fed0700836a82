import { z } from 'zod'
import { EXPENSE_USERS } from '~/areas/access/expense-readers'
import { MAPPING_KEYS } from '~/areas/reference-data/mapping-keys'
import { type MappingRow, mappingList } from '~/areas/reference-data/mapping-list.server'
import { aNumber, anId, aText } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import type { RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<MappingRow> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  code: { kind: 'text', value: ({ code }) => code },
  display: { kind: 'text', value: ({ display }) => display },
  sortingOrder: { kind: 'number', value: ({ sortingOrder }) => String(sortingOrder) },
}

const aMapping = z
  .object({
    id: anId,
    key: z.enum(MAPPING_KEYS),
    code: aText,
    display: aText,
    sortingOrder: aNumber,
  })
  .meta({ id: 'Mapping' })

/** GET mappings/key/{key}: the codes of FEE_ALLOCATION, POSTING_FILTER or FEES_TYPE, in their order. */
export const loader = calls({
  GET: {
    may: [EXPENSE_USERS],
    tells: 'The codes of one list, in their order: fee types, posting filters or fee allocations.',
    path: { mappingKey: z.enum(MAPPING_KEYS) },
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aMapping) },
    answer: async ({ read }, args) =>
      rowsAnswer(args, await mappingList(read, args.params.mappingKey), COLUMNS),
  },
})
export const action = loader
