/** The lists of codes that forms of expenses offer (specification, section 7: mappings). */
export const MAPPING_KEYS = ['FEE_ALLOCATION', 'POSTING_FILTER', 'FEES_TYPE'] as const
export type MappingKey = (typeof MAPPING_KEYS)[number]
