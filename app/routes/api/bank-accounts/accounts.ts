import { bankAccountsTable } from '~/domain/bank-accounts/bank-accounts-table.server'
import type { RowColumns } from '~/domain/lists/row-match'
import { callColumns } from '~/domain/lookups/tables/row-columns'
import { type TableRow, textOf } from '~/domain/lookups/tables/table-column'
import { entityName } from '~/domain/signatures/entity-name.server'
import { calls } from '~/http/calls/call'
import { rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'

const number = (field: string): RowColumns<TableRow>[string] => ({
  kind: 'number',
  value: (row) => textOf(row[field]),
})

/** GET entity/bankaccount/{entityId}: the accounts of an entity in force, with who made them so and what waits. */
export const loader = calls({
  GET: {
    may: ['bankaccounts'],
    async answer({ read }, args) {
      const entityId = idOf(args.params.entity, 'legal entity')
      await entityName(read, entityId)
      const table = bankAccountsTable(entityId)
      const columns = { id: number('id'), entityId: number('entityId'), ...callColumns(table.columns) }
      return rowsAnswer(args, await table.load(read), columns)
    },
  },
})
export const action = loader
