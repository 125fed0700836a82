import { askedTab } from '~/ui/tabs/asked-tab'

/** The tabs below an expanded draft, in their order. */
export const DETAIL_TABS = [
  { id: 'invoices', label: 'Client vision' },
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
  { id: 'budgets', label: 'Budgets' },
] as const

export type DraftDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')
