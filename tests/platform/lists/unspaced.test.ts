import { expect, test } from 'vitest'
import type { ListQuery } from '~/platform/lists/list'
import { matchingRows, type RowColumns } from '~/platform/lists/row-match'

const COLUMNS: RowColumns<{ iban: string }> = {
  iban: { kind: 'text', value: ({ iban }) => iban, unspaced: true },
}
const ROWS = [{ iban: 'LU280019400644750000' }, { iban: 'LU120010001234567891' }]
const found = (query: Partial<ListQuery>) =>
  matchingRows(
    ROWS,
    COLUMNS,
    { page: 1, size: 25, search: '', filters: [], sort: [], groups: [], ...query } as ListQuery,
    'UTC',
  ).map(({ iban }) => iban)

test.each(['LU28 0019', 'lu280019', ' 0019 4006 ', 'LU28\u00a00019'])(
  'an account number is found however it is written: %j',
  (typed) => {
    const filters = [{ column: 'iban', operator: 'contains' as const, values: [typed] }]
    expect(found({ filters })).toEqual(['LU280019400644750000'])
    expect(found({ search: typed })).toEqual(['LU280019400644750000'])
  },
)
