import type { DeclaredColumn } from '~/platform/lists/list-fields.server'
import { columnsOfFields } from '~/platform/page/shown-columns'
import { showIban } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import type { StatementRow } from './statement-fields.server'

/** Columns of the days of accounts. */
export const statementColumns = (declared: readonly DeclaredColumn[]) =>
  columnsOfFields<StatementRow>(declared, {
    account: { cell: ({ row }) => showIban(row.original.account) },
    unexplained: {
      cell: ({ row: { original } }) =>
        original.unexplained === 0 ? '0' : <Badge kind="warning" status={String(original.unexplained)} />,
    },
    joins: {
      cell: ({ row: { original } }) =>
        original.joins.startsWith('Does not') ? (
          <Badge kind="failed" status={original.joins} />
        ) : (
          original.joins
        ),
    },
  })

/** Settings by which the address of the days of accounts is parsed; newest first. */
export const STATEMENT_GRID = {
  layout: 'bankstatements',
  defaultSort: [
    { column: 'day', descending: true },
    { column: 'account', descending: false },
  ],
}
