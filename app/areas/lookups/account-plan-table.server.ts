import { accountPrefix } from 'db/schema/lookups'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { SHEETS } from './sheets'

/** What the accounts of a balance are, by the beginning of their numbers. */
export const accountPlan = lookupTable({
  name: 'account-plan',
  title: 'Account plan',
  one: 'account prefix',
  about: 'Class of accounts by the beginning of their number; the longest beginning decides',
  table: accountPrefix,
  key: ['prefix'],
  fields: SHEETS['Account plan'],
  more: {
    prefix: { hint: 'Digits that account numbers begin with.', longest: 30, width: 160 },
    accountClass: { width: 200 },
  },
  order: [{ column: 'prefix', descending: false }],
  labelOf: (row) => textOf(row.prefix),
  unique: ['prefix'],
  uses: [],
  instead: '',
})
