import type { Day } from '~/platform/values/day'
import { showDay, showIban } from '~/platform/values/show'
import type { GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'

/** A bank account as it is shown beside an invoice. */
export interface StoredAccount {
  id: number
  iso3Currency: string
  bic: string
  iban: string
  clearing: string | null
  anyCurrency: boolean
}

const COLUMNS: GridColumn<StoredAccount>[] = [
  {
    id: 'ccy',
    header: 'Ccy',
    size: 75,
    meta: { kind: 'text' },
    cell: ({ row: { original } }) =>
      original.anyCurrency ? `${original.iso3Currency}, any` : original.iso3Currency,
  },
  {
    id: 'bic',
    header: 'Bic',
    size: 120,
    meta: { kind: 'text' },
    // Without IBAN its bank may be named by a clearing code alone.
    cell: ({ row: { original } }) => [original.bic, original.clearing].filter(Boolean).join(', '),
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
  accounts: StoredAccount[]
  /** Columns in addition to those of the account. */
  more?: GridColumn<StoredAccount>[]
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

/** The recent changes of an entity's bank details. */
export interface BankChanges {
  supplier: string
  changedDaysAgo: number | null
  /** The day since which a change waits for a second person; null when none does. */
  waitingSince: Day | null
}

/** For how many days a change needs attention; later it is only information. */
const FRESH_DAYS = 30

/** True when its changes are only for information. */
export const isCalm = ({ changedDaysAgo, waitingSince }: BankChanges): boolean =>
  waitingSince === null && (changedDaysAgo === null || changedDaysAgo > FRESH_DAYS)

/** The same in sentences; empty where nothing changed within a year and nothing waits. */
export function bankChangeSentences({ supplier, changedDaysAgo, waitingSince }: BankChanges): string[] {
  const changed =
    changedDaysAgo === null ? [] : [`${supplier}: bank details changed ${daysAgo(changedDaysAgo)}.`]
  if (waitingSince === null) return changed
  return [
    ...changed,
    `${supplier}: a change of the bank details has been waiting for a team leader since ${showDay(waitingSince)}. Payments are held until it is decided.`,
  ]
}

function daysAgo(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? '1 day ago' : `${days} days ago`
}
