import { detailTabOf } from '~/ui/tabs/tabs'

/** Settings by which the address of Drafted Expenses is parsed; newest drafts first. */
export const DRAFT_GRID = {
  layout: 'draftedtrans',
  defaultSort: [{ column: 'id', descending: true }],
}

/** The tabs below an expanded draft, in their order. */
export const DETAIL_TABS = [
  { id: 'invoices', label: 'Client vision' },
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
  { id: 'budgets', label: 'Budgets' },
] as const

export type ExpandedDraftTab = (typeof DETAIL_TABS)[number]['id']

/** The tab that an address shows below the row that is expanded. */
export const detailTab = detailTabOf(DETAIL_TABS)

/** The address parameters of the sub-table of a draft's invoices. */
export const CLIENT_VISION = { prefix: 'sub', defaultSort: [{ column: 'id', descending: false }] }
