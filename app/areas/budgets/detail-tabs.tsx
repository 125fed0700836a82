import { askedTab } from '~/ui/tabs/asked-tab'

/** The tabs below an expanded budget, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Budget Workflow Audit' },
  { id: 'documents', label: 'Budget Documents' },
  { id: 'invoices', label: 'Allocated Invoices' },
] as const

export type BudgetDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')
