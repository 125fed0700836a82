/** Types of the lines of a NAV table (nav-controls): of the fund as a whole, and of a share class. */
export const FUND_TYPES = ['TOTAL ASSETS', 'TOTAL LIABILITIES', 'FUND TNA'] as const
export const CLASS_TYPES = [
  'CLASS TNA',
  'SHARES',
  'SUBSCRIPTIONS',
  'REDEMPTIONS',
  'NAV PER SHARE',
  'DISTRIBUTION PER SHARE',
] as const
export const NAV_TYPES = [...FUND_TYPES, ...CLASS_TYPES, 'FX RATE'] as const
