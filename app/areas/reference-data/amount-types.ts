/** What of an invoice a budget counts (product decisions, section 4). */
export const AMOUNT_TYPES = [
  { id: 'gross', name: 'Gross' },
  { id: 'net', name: 'Net' },
  { id: 'taxes', name: 'Taxes' },
] as const
