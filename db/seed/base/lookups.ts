/** Lists of codes in the forms of expenses, until a site changes them under Administration. */

const list = (key: string, entries: [code: string, display: string][]) =>
  entries.map(([code, display], at) => ({ key, code, display, sortingOrder: at + 1 }))

export const MAPPINGS = [
  ...list('FEES_TYPE', [
    ['AUDIT', 'Audit fees'],
    ['LEGAL', 'Legal fees'],
    ['TAX', 'Tax advice fees'],
    ['DEPOSITARY', 'Depositary fees'],
    ['ADMINISTRATION', 'Administration fees'],
    ['DOMICILIATION', 'Domiciliation fees'],
    ['DATA', 'Index and market data'],
    ['REGULATORY', 'Regulatory fees'],
    ['GOVERNANCE', 'Directors’ fees'],
    ['OTHER', 'Other expenses'],
  ]),
  ...list('FEE_ALLOCATION', [
    ['ENTITY', 'Whole entity'],
    ['TNA', 'Sub-funds by total net assets'],
    ['EQUAL', 'Sub-funds in equal parts'],
    ['LINES', 'As the cost lines say'],
    ['KEY', 'Sub-funds by fixed keys'],
  ]),
  ...list('POSTING_FILTER', [
    ['ALL', 'All ledgers'],
    ['STATUTORY', 'Statutory ledger only'],
    ['MANAGEMENT', 'Management ledger only'],
  ]),
]

/** Reasons, KPI methods and comments, and the ranked checks of a NAV: product decisions, sections 6 and 9. */

export const REASONS = [
  ['FIRST', 'First control'],
  ['CORR', 'Corrected files'],
  ['LATE', 'Late documents'],
  ['PRICE', 'Price correction'],
  ['BOOK', 'Booking correction'],
  ['FLOW', 'Late capital activity'],
  ['OTHER', 'Other'],
].map(([code = '', display = ''], index) => ({ code, display, sortingOrder: index + 1 }))

export const KPI_METHODS = [
  { id: 1, name: 'NAV on time' },
  { id: 2, name: 'Documents on time' },
  { id: 3, name: 'Pre-balance on time' },
  { id: 4, name: 'First time right' },
  { id: 5, name: 'Resends' },
]

const comments: [value: string, freeCommentRequired: boolean][] = [
  ['As planned', false],
  ['Client documents late', false],
  ['Prices late', false],
  ['Late capital activity', false],
  ['System or provider outage', true],
  ['Price challenge', true],
  ['Administrator error', true],
  ['Other', true],
  // Causes of delay, which oversight reports divide between the administrator and others.
  ['PRICING', false],
  ['TRADES', false],
  ['FX', false],
  ['CASH OR INCOME', false],
  ['CORPORATE ACTIONS', false],
  ['VALIDATION', false],
  ['QUALITY CHECK', false],
  ['SYSTEM', true],
  ['CLIENT OR THIRD PARTY', true],
  ['OTHER', true],
]

export const KPI_COMMENTS = comments.map(([value, freeCommentRequired], index) => ({
  id: index + 1,
  domain: 'NAV',
  value,
  freeCommentRequired,
}))

const checks: [name: string, queue: string, auto?: string][] = [
  ['NAV calendar and cut-off respected', 'ACCOUNTANT'],
  ['Files complete, right fund and date', 'auto', 'files'],
  ['Trades booked to cut-off', 'ACCOUNTANT'],
  ['Capital activity agrees with the transfer agent', 'ACCOUNTANT'],
  ['Corporate actions processed', 'ACCOUNTANT'],
  ['Prices sourced, stale prices reviewed', 'ACCOUNTANT'],
  ['Manual and level 3 prices evidenced', 'ACCOUNTANT'],
  ['FX rates agree with the source', 'auto', 'N13'],
  ['Cash reconciled to the bank', 'ACCOUNTANT'],
  ['Positions reconciled to the depositary', 'ACCOUNTANT'],
  ['Income and accrued interest reviewed', 'ACCOUNTANT'],
  ['Expenses and fees accrued', 'auto', 'B08 B10'],
  ['Performance fee and equalisation reviewed', 'ACCOUNTANT'],
  ['Share class allocation reviewed', 'auto', 'N03 N04 N09'],
  ['Suspense accounts cleared', 'auto', 'B04'],
  ['NAV movement explained', 'TEAM LEADER'],
  ['Controls run, exceptions justified', 'auto', 'controls'],
  ['Investment limits', 'auto', 'I12'],
  ['Second-person review', 'auto', 'approve'],
  ['Client validation and release', 'auto', 'send'],
]

export const ISAE_CHECKS = checks.map(([name, queue, auto], index) => ({
  rank: index + 1,
  name,
  queue,
  auto: auto ?? null,
}))

export const ACCOUNT_PLAN = (
  [
    ['1', 'capital'],
    ['2', 'securities'],
    ['3', 'receivables'],
    ['38', 'accrued interest'],
    ['4', 'payables'],
    ['46', 'accrued expenses'],
    ['5', 'cash'],
    ['6', 'expenses'],
    ['69', 'results'],
    ['7', 'income'],
    ['79', 'results'],
    ['9', 'suspense'],
  ] as const
).map(([prefix, accountClass]) => ({ prefix, accountClass }))
