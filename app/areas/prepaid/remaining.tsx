import { Grid } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { PageSection } from '~/ui/page/page'
import {
  BALANCE_COLUMNS,
  BALANCE_GRID,
  CHECK_COLUMNS,
  CHECK_GRID,
  JOURNAL_COLUMNS,
  JOURNAL_GRID,
} from './list'
import type { PrepaidBalance, PrepaidCheck, PrepaidJournal } from './prepaid'

interface RemainingProps {
  path: string
  balances: Listed<PrepaidBalance>
  checks: Listed<PrepaidCheck>
}

/** What is left of prepaid expenses, by invoice and account, and compared with the balances of NAVs. */
export function Remaining({ path, balances, checks }: RemainingProps) {
  return (
    <>
      <Grid
        title="Remaining by invoice"
        columns={BALANCE_COLUMNS}
        {...balances}
        options={BALANCE_GRID}
        path={path}
        exportTo="/invoices/prepaid/export/prepaid_balances"
        rowKey={(row) => String(row.invoice)}
        rowHref={(row) => `/invoices/${row.invoice}`}
        rowLabel={(row) => `invoice ${row.invoice} of ${row.provider}`}
        empty="Nothing remains: no prepaid invoice was booked by then, or all of it is an expense."
      />
      <PageSection title="Against the NAVs">
        <Grid
          title="Against the NAVs"
          columns={CHECK_COLUMNS}
          {...checks}
          options={CHECK_GRID}
          path={path}
          exportTo="/invoices/prepaid/export/prepaid_navs"
          rowKey={(row) => row.key}
          rowLabel={(row) => `${row.expense_type} of ${row.fund}`}
          empty="No account is known to hold prepaid expenses. Administrators enter them under Lookups, Expense accounts."
        />
      </PageSection>
    </>
  )
}

/** The journals that were marked as booked, each with its workbook. */
export function Journals({ path, grid }: { path: string; grid: Listed<PrepaidJournal> }) {
  return (
    <Grid
      title="Prepaid journals"
      columns={JOURNAL_COLUMNS}
      {...grid}
      options={JOURNAL_GRID}
      path={path}
      exportTo="/invoices/prepaid/export/prepaid_journals"
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => `journal ${row.id}`}
      actions={{
        label: 'Loader',
        render: ({ id }) => (
          <a href={`/invoices/prepaid/journals/${id}/loader.xlsx`} aria-label={`Loader of journal ${id}`}>
            Loader
          </a>
        ),
      }}
      empty="No journal was marked as booked yet. “To book” lists what a month costs."
    />
  )
}
