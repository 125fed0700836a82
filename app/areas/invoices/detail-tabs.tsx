import { askedTab } from '~/ui/tabs/asked-tab'

/** The tabs below an expanded invoice, in their order. */
export const DETAIL_TABS = [
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
] as const

export type InvoiceDetailTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const askedDetail = askedTab(DETAIL_TABS, 'detail')
