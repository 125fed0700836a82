/** Typical pages of the Invoice Log, by address; `grouped` ones have sums per group. */
export interface GridPageAsked {
  name: string
  address: string
  grouped?: boolean
}

const SORTED = [
  'provider',
  'routine_type_name',
  'invoice_date',
  'invoice_ref',
  'gross_amount',
  'due_date',
  'event_date',
]
const GROUPED = [
  'provider',
  'settling_entity',
  'expense_type',
  'routine_type_name',
  'invoice_date',
  'currency',
  'due_date',
  'event_status',
]
const LAST = 1_000_000

const sorts: GridPageAsked[] = SORTED.flatMap((column) => [
  { name: `sort ${column}`, address: `sort=${column}` },
  { name: `sort ${column}, down, page 1,000`, address: `sort=-${column}&page=1000` },
  { name: `sort ${column}, in the middle`, address: `sort=${column}&page=middle` },
])

/** Filters and searches, each over all rows. */
export const filters: GridPageAsked[] = [
  { name: 'last page', address: `sort=-event_log&page=${LAST}` },
  { name: 'one status', address: 'in.event_status=TO+BOOK' },
  { name: 'nearly all statuses', address: 'in.event_status=PAID&sort=gross_amount' },
  { name: 'two currencies, page 500', address: 'in.currency=JPY&in.currency=SEK&page=500' },
  { name: 'provider contains', address: 'filter.provider=zürichsee&sort=invoice_ref' },
  { name: 'entity contains', address: 'filter.settling_entity=SICAV&sort=-gross_amount' },
  { name: 'reference contains', address: 'filter.invoice_ref=4711' },
  { name: 'a month', address: 'filter.invoice_date=03/2024&sort=provider' },
  { name: 'a year of due dates', address: 'in.due_date=2023&sort=gross_amount' },
  { name: 'a day of updates', address: 'filter.event_date=14/05/2024' },
  { name: 'gross between', address: 'filter.gross_amount=100..200&sort=provider' },
  { name: 'credit notes', address: 'filter.gross_amount=<0&sort=-due_date' },
  { name: 'no routine', address: 'in.routine_type_name=&sort=-taxes' },
  { name: 'three at once', address: 'in.currency=EUR&in.invoice_date=2025&filter.settling_entity=SICAV' },
  { name: 'search, two words', address: 'search=zürichsee+bank' },
  { name: 'search, many found', address: 'search=bank&sort=gross_amount' },
  { name: 'search, a number', address: 'search=471100' },
  { name: 'search, nothing found', address: 'search=xyzxyz' },
]

/** Groups with their sums. */
export const groups: GridPageAsked[] = [
  ...GROUPED.map((column) => ({ name: `group ${column}`, address: `group=${column}`, grouped: true })),
  { name: 'group currency, open', address: 'group=currency&open=all&page=1000', grouped: true },
  {
    name: 'group entity and type',
    address: 'group=settling_entity,expense_type&toggle=Alcyon+SICAV',
    grouped: true,
  },
  { name: 'group provider of what is paid', address: 'group=provider&in.event_status=PAID', grouped: true },
  { name: 'group status of a year', address: 'group=event_status&in.invoice_date=2025', grouped: true },
]

const values: GridPageAsked[] = ['provider', 'invoice_date', 'event_date'].map((column) => ({
  name: `values of ${column}`,
  address: `values=${column}`,
  grouped: true,
}))

/** With N invoices, 25 a page. */
export function gridPages(invoices: number): GridPageAsked[] {
  const middle = String(Math.ceil(invoices / 50))
  return [...sorts, ...filters, ...groups, ...values].map((page) => ({
    ...page,
    address: page.address.replace('page=middle', `page=${middle}`),
  }))
}
