/** The tabs below an expanded draft, in their order. */
export const DETAIL_TABS = [
  { id: 'invoices', label: 'Client vision' },
  { id: 'audit', label: 'Payment Workflow Audit' },
  { id: 'documents', label: 'Documents' },
] as const

export type DraftDetailTab = (typeof DETAIL_TABS)[number]['id']

export function isDetailTab(text: string | null): text is DraftDetailTab {
  return DETAIL_TABS.some(({ id }) => id === text)
}
