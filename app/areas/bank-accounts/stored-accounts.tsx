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
  { id: 'ccy', label: 'Ccy', kind: 'text', width: 75, render: ({ iso3Currency }) => iso3Currency },
  { id: 'bic', label: 'Bic', kind: 'text', width: 120, render: ({ bic }) => bic },
  { id: 'iban', label: 'IBAN', kind: 'text', render: ({ iban }) => showIban(iban) },
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
