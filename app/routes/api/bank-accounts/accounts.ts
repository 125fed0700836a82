import { z } from 'zod'
import { bankAccountsTable } from '~/areas/bank-accounts/bank-accounts-table.server'
import { entityName } from '~/areas/reference-data/entity-name.server'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf, idValue } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import type { EditableTable } from '~/platform/tables/editable-table.server'
import { callColumns } from '~/platform/tables/row-columns'
import { type TableRow, textOf } from '~/platform/tables/table-column'
import { anAccount } from './account-shape'

const number = (field: string): RowColumns<TableRow>[string] => ({
  kind: 'number',
  value: (row) => textOf(row[field]),
})

const columnsOf = ({ columns }: EditableTable) => ({
  id: number('id'),
  entityId: number('entityId'),
  ...callColumns(columns),
})

/** GET entity/bankaccount/{entityId}: the accounts of an entity in force, with who made them so and what waits. */
export const loader = calls({
  GET: {
    may: ['bankaccounts'],
    tells: 'The accounts of a legal entity in force, with who made them so and what waits.',
    path: { entity: idValue.describe('The id of a legal entity.') },
    list: kindsOf(columnsOf(bankAccountsTable(0, 'UTC'))),
    answers: { 200: z.array(anAccount) },
    async answer({ read, services }, args) {
      const entityId = idOf(args.params.entity, 'legal entity')
      await entityName(read, entityId)
      const table = bankAccountsTable(entityId, services.settings.timeZone)
      return rowsAnswer(args, await table.load(read), columnsOf(table))
    },
  },
})
export const action = loader
