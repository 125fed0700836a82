import { Form } from '@remix-run/react'
import { monthsBefore } from '~/platform/values/day'
import { SelectInput } from '~/ui/form/inputs'
import { Link } from '~/ui/open-close/close-link'

const PREPAID_PAGES = [
  { to: '/invoices/prepaid', label: 'To book' },
  { to: '/invoices/prepaid/journals', label: 'Booked journals' },
  { to: '/invoices/prepaid/balances', label: 'Remaining' },
]

/** The other pages of prepaid expenses, for the actions of a page. */
export function PrepaidLinks({ but }: { but: string }) {
  return PREPAID_PAGES.filter(({ to }) => to !== but).map(({ to, label }) => (
    <Link key={to} className="button" to={to}>
      {label}
    </Link>
  ))
}

/** Chooses the month of a page: two years back, and this one. */
export function MonthForm({ path, month, now }: { path: string; month: string; now: string }) {
  const months = Array.from({ length: 25 }, (_, back) => monthsBefore(now, back))
  if (!months.includes(month)) months.push(month)
  return (
    <Form action={path} className="toolbar screen-only" preventScrollReset>
      <SelectInput
        name="month"
        label="Month"
        value={month}
        options={months.map((value) => ({ value, label: `${value.slice(5)}/${value.slice(0, 4)}` }))}
      />
      <button type="submit" className="button">
        Show
      </button>
    </Form>
  )
}
