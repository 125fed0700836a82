import { showIban } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'

interface Account {
  id: number
  iso3Currency: string
  bic: string
  iban: string
}

const COLUMNS: GridColumn<Account>[] = [
  {
    id: 'ccy',
    header: 'Ccy',
    size: 75,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.iso3Currency,
  },
  {
    id: 'bic',
    header: 'Bic',
    size: 120,
    meta: { kind: 'text' },
    cell: ({ row }) => row.original.bic,
  },
  {
    id: 'iban',
    header: 'IBAN',
    meta: { kind: 'text' },
    cell: ({ row }) => showIban(row.original.iban),
  },
]

/** The accounts in force of an entity. */
export function StoredAccounts({
  entity,
  accounts,
  more = [],
}: {
  entity: string
  accounts: Account[]
  /** Columns beside those of the account. */
  more?: GridColumn<Account>[]
}) {
  return (
    <Grid
      title={`Bank accounts of ${entity}`}
      columns={[...COLUMNS, ...more]}
      rows={accounts}
      total={accounts.length}
      rowKey={({ id }) => String(id)}
      empty="This supplier has no bank accounts yet."
    />
  )
}
