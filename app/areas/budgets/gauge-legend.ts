/** What the parts of a budget's bar are, on its own page and on that of a draft; a draft's bar has one more. */
export const GAUGE_LEGEND = { part: 'Consumed: invoices', further: 'Committed: drafts under way' } as const

export const DRAFT_LEGEND = {
  ...GAUGE_LEGEND,
  further: 'Committed: other drafts',
  own: 'This draft',
} as const
