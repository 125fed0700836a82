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
