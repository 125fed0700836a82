import { fieldColumns } from '~/platform/page/shown-columns'
import { sum } from '~/platform/values/decimal'
import { showAmount, showDay, showFixed, showMoney, showNavDate } from '~/platform/values/show'
import { Badge } from '~/ui/badge/badge'
import { changed, columnsOf, type GridColumn } from '~/ui/grid/columns'
import { Grid } from '~/ui/grid/grid'
import { Link } from '~/ui/open-close/close-link'
import { PageSection } from '~/ui/page/page'
import { ACCRUAL_RESULTS, type AccrualRow, RESULT_TITLE } from './accrual'

const { text } = fieldColumns<AccrualRow>()

const amount = <const Id extends string>(
  id: Id,
  header: string,
  value: (row: AccrualRow) => string,
  title: string,
): GridColumn<AccrualRow, Id> => ({
  id,
  header,
  size: 120,
  meta: {
    kind: 'number',
    sum: true,
    decimals: 2,
    show: showAmount,
    currency: (row) => row.currency,
    title,
  },
  cell: ({ row }) => showAmount(value(row.original), row.original.currency),
})

/** One row for each fund and expense type; differences come first. */
export const ACCRUAL_COLUMNS = columnsOf<AccrualRow>()([
  text('fund_code', 'Fund', { size: 90, meta: { phone: 'object' } }),
  {
    id: 'nav_date',
    header: 'NAV date',
    size: 115,
    meta: { kind: 'day', show: showNavDate, phone: 'due' },
    cell: ({ row: { original } }) => showNavDate(original.nav_date),
  },
  text('expense_type', 'Expense Type', {
    size: 170,
    meta: { slim: true, cellTitle: (row) => row.expense_type, phone: 'name' },
  }),
  {
    id: 'result',
    header: 'Result',
    size: 150,
    meta: {
      kind: 'badge',
      filter: 'select',
      options: Object.keys(ACCRUAL_RESULTS).map((value) => ({ value, label: value })),
      title: RESULT_TITLE,
      phone: 'status',
    },
    cell: ({ row: { original } }) => (
      <Badge kind={ACCRUAL_RESULTS[original.result]} status={original.result} />
    ),
  },
  amount(
    'accrued',
    'Accrued',
    (row) => row.accrued,
    'What the balance owes on the accounts of the expense type',
  ),
  amount(
    'invoiced',
    'Invoiced',
    (row) => row.invoiced,
    'Cost of the service until the NAV date, by service period',
  ),
  amount('paid', 'Paid', (row) => row.paid, 'Of what is invoiced, paid by the NAV date'),
  changed(
    amount('difference', 'Difference', (row) => row.difference, 'Accrued less what is invoiced and not paid'),
    { meta: { phone: 'amount' } },
  ),
  {
    id: 'percent',
    header: 'Diff. %',
    size: 80,
    meta: { kind: 'number', decimals: 2, title: 'In percent of what is accrued' },
    cell: ({ row }) => showFixed(row.original.percent, 2),
  },
  {
    id: 'bp',
    header: 'Diff. bp',
    size: 80,
    meta: { kind: 'number', decimals: 4, title: 'In basis points of TNA' },
    cell: ({ row }) => showFixed(row.original.bp, 2),
  },
  text('currency', 'Ccy', { size: 75, meta: { phone: 'currency' } }),
  {
    id: 'invoiced_to',
    header: 'Invoiced to',
    size: 105,
    meta: {
      kind: 'day',
      show: showDay,
      title: 'Last day of service until the NAV date that an invoice is for',
    },
    cell: ({ row }) => showDay(row.original.invoiced_to),
  },
  {
    id: 'invoices',
    header: 'Invoices',
    size: 80,
    meta: { kind: 'number', decimals: 0 },
    cell: ({ row }) => row.original.invoices,
  },
  text('accounts', 'Accounts', { size: 100, meta: { title: 'The beginnings of the account numbers' } }),
])

export const ACCRUAL_GRID = {
  layout: 'accrualsboard',
  defaultSort: [
    { column: 'result', descending: false },
    { column: 'fund_code', descending: false },
  ],
}

/** The columns for pages on which the fund or the NAV is given. */
const without = (...ids: string[]) => ACCRUAL_COLUMNS.filter(({ id }) => !ids.includes(id))

interface NavAccrualsProps {
  rows: AccrualRow[]
  /** The list of all funds at the same date; null for those who may not open it. */
  href: string | null
  mayOpenInvoices: boolean
}

/** The invoices that the entity of a fund pays for what is accrued. */
function invoicesHref({ entity, expense_type }: AccrualRow): string {
  const filters = new URLSearchParams(entity === null ? {} : { 'in.settling_entity': entity })
  // Several types share their accounts.
  if (!expense_type.includes(', ')) filters.set('in.expense_type', expense_type)
  return `/invoices?${filters}`
}

/** "2 of 7 differ", "7 OK" */
export function accrualsInShort(rows: readonly AccrualRow[]): string {
  const differing = rows.filter(({ result }) => result !== 'OK').length
  return differing === 0 ? `${rows.length} OK` : `${differing} of ${rows.length} differ`
}

/** The accruals of one NAV against the invoices of the same service. */
export function NavAccruals({ rows, href, mayOpenInvoices }: NavAccrualsProps) {
  return (
    <>
      <Grid
        title="Accruals against invoices"
        panel
        columns={without('fund_code', 'nav_date')}
        rows={rows}
        total={rows.length}
        rowKey={({ key }) => key}
        {...(mayOpenInvoices && {
          rowHref: invoicesHref,
          rowLabel: ({ expense_type }: AccrualRow) => `Invoices: ${expense_type}`,
        })}
        empty="No expense type has accounts for this fund: an administrator adds them in Lookups, Expense accounts."
      />
      {href !== null && (
        <p className="screen-only">
          <Link to={href}>Accruals of all funds</Link>
        </p>
      )}
    </>
  )
}

/**
 * Shown with a rule that checks accruals: which of them differ from what was invoiced.
 * @param href where they are compared
 */
export function AccrualsInShort({ rows, href }: { rows: AccrualRow[]; href: string }) {
  if (rows.length === 0) return null
  const differing = rows.filter(({ result }) => result !== 'OK')
  const texts = differing.map(
    ({ expense_type, accrued, difference, currency, result }) =>
      `${expense_type} accrued ${showMoney(accrued, currency)}, ${
        result === 'NOT INVOICED'
          ? 'no invoice for all of it yet'
          : `differs by ${showAmount(difference, currency)}`
      }`,
  )
  return (
    <p>
      Against invoices: {texts.length === 0 ? 'all accruals agree.' : `${texts.join('; ')}.`}{' '}
      <Link to={href}>Compare</Link>
    </p>
  )
}

/** What the NAVs before its payment accrued for the expense of an invoice. */
export function InvoiceAccruals({ rows, mayOpen }: { rows: AccrualRow[]; mayOpen: boolean }) {
  const [first] = rows
  if (first === undefined) return null
  const dates = new Set(rows.map((row) => row.nav_date))
  const currencies = new Set(rows.map((row) => row.currency))
  const isOne = dates.size === 1 && currencies.size === 1
  return (
    <PageSection title="Accrued in the NAV">
      {isOne && (
        <p>
          {rows.length === 1 ? 'The NAV' : `The NAVs of ${rows.length} funds`} of{' '}
          {showNavDate(first.nav_date)} accrued{' '}
          {showMoney(sum(rows.map((row) => row.accrued)).toFixed(2), first.currency)} for this.
        </p>
      )}
      <Grid
        title="Accrued in the NAV"
        panel
        columns={without('invoices', 'accounts')}
        rows={rows}
        total={rows.length}
        rowKey={({ key }) => key}
        {...(mayOpen && {
          rowHref: ({ nav_id }: AccrualRow) => `/nav-controls/${nav_id}#accruals`,
          rowLabel: ({ fund_code }: AccrualRow) => `NAV of ${fund_code}`,
        })}
      />
    </PageSection>
  )
}
