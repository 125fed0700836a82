import { expect, test } from 'vitest'
import { type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import type { ListColumn } from '~/ui/grid/columns'

const COLUMNS: ListColumn<{ iban: string }>[] = [
  { id: 'iban', header: 'IBAN', meta: { kind: 'text', unspaced: true } },
]
const ROWS = [{ iban: 'LU280019400644750000' }, { iban: 'LU120010001234567891' }]
const found = async (query: Partial<ListQuery>) =>
  (await rowList(ROWS, COLUMNS).page({ ...WHOLE, ...query })).rows.map(({ iban }) => iban)

test.each(['LU28 0019', 'lu280019', ' 0019 4006 ', 'LU28\u00a00019'])(
  'an account number is found in any notation: %j',
  async (typed) => {
    const filters = [{ column: 'iban', operator: 'contains' as const, values: [typed] }]
    expect(await found({ filters })).toEqual(['LU280019400644750000'])
    expect(await found({ search: typed })).toEqual(['LU280019400644750000'])
  },
)
