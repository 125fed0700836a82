import {
  choice,
  currency,
  day,
  digits,
  optionalDay,
  optionalText,
  positiveDecimal,
  text,
  wholeNumber,
  yesNo,
} from '~/platform/tables/columns'

/** The sheets of funds and of what their NAVs are held against: NAV controls contract, section 5. */

export const FUND_TYPES = ['MONEY MARKET', 'BOND', 'MIXED', 'EQUITY', 'ALTERNATIVE'] as const
export const ACCOUNT_CLASSES = [
  'capital',
  'securities',
  'accrued interest',
  'receivables',
  'payables',
  'accrued expenses',
  'cash',
  'expenses',
  'income',
  'suspense',
] as const

export const FUND_SHEETS = {
  Funds: {
    code: text('Fund code', { key: true }),
    name: text('Name'),
    currency: currency('Currency'),
    type: choice('Type', FUND_TYPES),
    regime: choice('Regime', ['UCITS', 'AIF']),
    provider: choice('Provider', ['FIA', 'MFFA']),
    clientValidation: yesNo('Client validation'),
    accountant: optionalText('Accountant'),
    benchmark: optionalText('Benchmark'),
    legalEntity: optionalText('Legal entity', { synonyms: ['Entity', 'Umbrella'] }),
    calendar: optionalText('Calendar'),
  },
  'Share classes': {
    code: text('Code', { key: true }),
    fundCode: text('Fund code'),
    name: text('Name'),
    currency: currency('Currency'),
    decimals: wholeNumber('Decimals', 0, 8),
    activeFrom: optionalDay('Active from'),
    activeTo: optionalDay('Active to'),
    reference: yesNo('Reference'),
    hedged: yesNo('Hedged', { blank: false }),
  },
  'NAV calendar': {
    fundCode: text('Fund code', { key: true }),
    navDate: day('NAV date', { key: true }),
    maxPrebalanceDate: optionalDay('Max prebalance date'),
    maxSendingDate: optionalDay('Max sending date'),
  },
  Benchmarks: {
    benchmark: text('Benchmark', { key: true }),
    date: day('Date', { key: true }),
    level: positiveDecimal('Level'),
  },
  'Account plan': {
    prefix: digits('Prefix', { key: true }),
    accountClass: choice('Class', ACCOUNT_CLASSES),
  },
} as const
