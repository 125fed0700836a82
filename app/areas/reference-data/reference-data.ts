/** The amount of an invoice that a budget counts (product decisions, section 4). */
export const AMOUNT_TYPES = [
  { id: 'gross', name: 'Gross' },
  { id: 'net', name: 'Net' },
  { id: 'taxes', name: 'Taxes' },
] as const

/** The lists of codes that forms of expenses offer (specification, section 7: mappings). */
export const MAPPING_KEYS = ['FEE_ALLOCATION', 'POSTING_FILTER', 'FEES_TYPE'] as const
export type MappingKey = (typeof MAPPING_KEYS)[number]

/** The currency of all exchange rates: the value of one unit of another (product decisions, section 3). */
export const SITE_CURRENCY = 'EUR'
