import type { Severity } from './contract'

/** One of the 32 rules of a control, as the rule table of nav controls lists it. */
export interface Rule {
  id: RuleId
  title: string
  /** B blocks Submit until the rule is OK, W does not. */
  severity: Severity
  /** The rule in words and symbols: NOK unless this is true. */
  formula: string
}

export type RuleId = (typeof RULES)[number]['id']

/** In the order of the rule table; the place in this list is the rule's sorting order. */
export const RULES = [
  rule('N01', 'Fund currency', 'B', 'Fund currency of every preamble = currency of the fund'),
  rule(
    'N02',
    'Share classes',
    'B',
    'Class codes of the NAV table = classes active at the NAV date, each with CLASS TNA, SHARES and NAV PER SHARE once',
  ),
  rule('N03', 'Class TNA', 'B', 'CLASS TNA = NAV PER SHARE × SHARES, every class'),
  rule('N04', 'Fund TNA', 'B', 'FUND TNA = sum of CLASS TNA × FX RATE of the class currency'),
  rule('N05', 'Assets and liabilities', 'B', 'TOTAL ASSETS - TOTAL LIABILITIES = FUND TNA'),
  rule(
    'N06',
    'Positive figures',
    'B',
    'FUND TNA > 0, every SHARES >= 0, every NAV PER SHARE > 0 where SHARES > 0',
  ),
  rule(
    'N07',
    'NAV movement',
    'W',
    '|(n + DISTRIBUTION PER SHARE) / p - 1| of NAV PER SHARE <= limit, every class',
  ),
  rule(
    'N08',
    'Share roll-forward',
    'B',
    'SHARES = previous SHARES + SUBSCRIPTIONS - REDEMPTIONS, every class with a previous value',
  ),
  rule(
    'N09',
    'Class dispersion',
    'W',
    'Highest - lowest movement <= limit, among two or more classes of one currency and one hedging',
  ),
  rule('N10', 'Benchmark', 'W', '|movement of the reference class - (level n / level p - 1)| <= limit'),
  rule(
    'N11',
    'NAV error',
    'B',
    '|NAV PER SHARE - sent| <= threshold × sent, every class of a NAV sent before',
  ),
  rule('B01', 'Double entry', 'B', 'Sum of debtor = sum of creditor'),
  rule('B02', 'Balance and NAV', 'B', 'Sum of net over classes 2, 3, 4, 5 = FUND TNA'),
  rule('B03', 'Unmapped accounts', 'W', 'Every account belongs to a class of the account plan'),
  rule('B04', 'Suspense accounts', 'B', '|net| of every class 9 account <= tolerance'),
  rule(
    'B05',
    'Wrong side',
    'B',
    'Class 2 and 3 accounts: net >= -tolerance; class 4 accounts: net <= tolerance',
  ),
  rule('B06', 'Overdraft', 'W', 'Sum of -net over overdrawn class 5 accounts <= limit × FUND TNA'),
  rule(
    'B07',
    'Account change',
    'W',
    'Class 3 and 4 accounts: not (|change| > limit × |previous net| and |change| > limit × FUND TNA)',
  ),
  rule(
    'B08',
    'Frozen accrual',
    'W',
    'Accounts starting 46, net not 0 on both dates: |net - previous net| > tolerance',
  ),
  rule('B09', 'Duplicate accounts', 'B', 'No account number in two rows'),
  rule(
    'I01',
    'Line value',
    'B',
    'Quantity × Price × Price factor × FX rate + Accrued interest = Market value, priced lines but Cash and Derivative',
  ),
  rule('I02', 'Missing price', 'B', 'Quantity not 0 (not Cash): price present, and > 0 unless Derivative'),
  rule(
    'I03',
    'Stale price',
    'W',
    'Not Cash: price date present, not after the NAV date, and not older than the days of its type',
  ),
  rule(
    'I04',
    'Price movement',
    'W',
    'Not (|n / p - 1| > limit of the type and |Quantity × (n - p) × Price factor × FX rate| >= limit × FUND TNA)',
  ),
  rule(
    'I05',
    'ISIN',
    'W',
    'Equity, Bond, Fund: ISIN of two letters, nine letters or digits, and a right check digit',
  ),
  rule('I06', 'Duplicate lines', 'W', 'No instrument code twice'),
  rule(
    'I07',
    'FX consistency',
    'W',
    "Every filled FX rate = the NAV table's FX RATE of its currency, else the rate of the currency's first line",
  ),
  rule(
    'I08',
    'Portfolio and balance',
    'B',
    'Sum of Market value but Cash and Derivative = sum of net over class 2 and the accounts starting 38',
  ),
  rule('I09', 'Cash and balance', 'B', 'Sum of Market value of Cash = sum of net over class 5'),
  rule('I10', '% NAV', 'W', '% NAV = Market value / FUND TNA × 100, every line with a value'),
  rule('I11', 'Matured', 'W', 'No line with Quantity not 0 and Maturity date before the NAV date'),
  rule(
    'I12',
    'Concentration',
    'W',
    'UCITS, against FUND TNA: government issuers, target funds and other issuers within their limits; large issuers together too',
  ),
] as const

function rule<Id extends string>(id: Id, title: string, severity: Severity, formula: string) {
  return { id, title, severity, formula }
}
