import type { Severity } from './contract'

/**
 * The rules that a control ran, stored with it: 1 had 32 rules, 2 had 41, 3 has these. It grows when a rule is added or
 * changed, and an old control keeps what it ran.
 */
export const ENGINE_VERSION = 3

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
    '|(n + DISTRIBUTION PER SHARE) / p - 1| of NAV PER SHARE <= limit × √(max(1; d / 4)), and not exactly 0 where the class has shares and its NAV per share could have moved, every class',
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
    'Highest - lowest of movement + management fee × d / 365 <= limit, among two or more classes of one currency and one hedging',
  ),
  rule(
    'N10',
    'Benchmark',
    'W',
    '|movement of the reference class - (level n / level p - 1)| <= limit × √(max(1; d / 4))',
  ),
  rule(
    'N11',
    'NAV error',
    'B',
    '|NAV PER SHARE - first sent| < threshold × NAV PER SHARE, every class of a NAV sent before',
  ),
  rule(
    'N12',
    'Files complete',
    'B',
    'The set has an Inventory where the fund’s set is FIA 3 or MFFA or, where none is stored, where the previous control had one',
  ),
  rule(
    'N13',
    'FX and source',
    'W',
    'Every FX RATE = stored rate of the currency / stored rate of the fund currency, rates of at most 5 days ago',
  ),
  rule(
    'N14',
    'Capital and flows',
    'W',
    '-(net n - net p) over capital = flows, or flows + distributions, whichever is nearer, within one financial year',
  ),
  rule(
    'N15',
    'Bridge',
    'W',
    '|residual of the NAV bridge| <= limit × √(max(1; d / 4)) × FUND TNA p, within one financial year',
  ),
  rule('B01', 'Double entry', 'B', 'Sum of debtor = sum of creditor'),
  rule('B02', 'Balance and NAV', 'B', 'Sum of net over classes 2, 3, 4, 5 = FUND TNA'),
  rule('B03', 'Unmapped accounts', 'W', 'Every account belongs to a class of the account plan'),
  rule('B04', 'Suspense accounts', 'W', '|net| of every class 9 account <= tolerance'),
  rule(
    'B05',
    'Wrong side',
    'B',
    'Class 2, 3 and 4 accounts: net >= -tolerance where the usual side is debit, net <= tolerance where it is credit',
  ),
  rule('B06', 'Overdraft', 'W', 'Sum of -net over overdrawn class 5 accounts <= limit × FUND TNA'),
  rule(
    'B07',
    'Account change',
    'W',
    'Class 3 and 4 accounts: not (|change| > limit × |previous net| and |change| > part of the error threshold × FUND TNA)',
  ),
  rule(
    'B08',
    'Frozen accrual',
    'W',
    'Accrued expenses with a previous net not 0: |net - previous net| > tolerance, and none of weight is gone',
  ),
  rule('B09', 'Duplicate accounts', 'B', 'No account number in two rows'),
  rule(
    'B10',
    'Fee schedule',
    'W',
    'Every fee in force: net n - net p over the accounts with its prefix = the fee of d days, within one financial year',
  ),
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
    'Not Cash: price date present, not after the NAV date, and not older than the weekdays of its type',
  ),
  rule(
    'I04',
    'Price movement',
    'W',
    'Not (|n / p - 1| > limit × √(max(1; d / 4)) and |Quantity × (n - p) × Price factor × FX rate| >= limit × FUND TNA); |price effect| of a pair, and of the pairs near their limit together, < part of the error threshold × √(max(1; d / 4)) × FUND TNA',
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
    'Sum of Market value but Cash and Derivative = sum of net over securities and accrued interest',
  ),
  rule('I09', 'Cash and balance', 'B', 'Sum of Market value of Cash = sum of net over class 5'),
  rule('I10', '% NAV', 'W', '% NAV = Market value / FUND TNA × 100, every line with a value'),
  rule('I11', 'Matured', 'W', 'No line with Quantity not 0 and Maturity date before the NAV date'),
  rule(
    'I12',
    'Concentration',
    'W',
    'UCITS, against FUND TNA: government issuers, target funds, other issuers and deposits within their limits; large issuers together, and an issuer’s deposits with its lines, too',
  ),
  rule(
    'I13',
    'Type movement',
    'W',
    'Equity, Bond, Fund: not (|sum of price effects / sum of q × Price factor × Price p × FX p| > limit × √(max(1; d / 4)) and |sum of price effects| >= limit × FUND TNA p)',
  ),
  rule(
    'I14',
    'Frozen prices',
    'W',
    'Pairs whose price is the same though its date is newer: Market value <= limit × that of all pairs, and each Equity < limit × FUND TNA',
  ),
  rule(
    'I15',
    'Price across funds',
    'W',
    'Price = median of the prices that other funds have for the same ISIN, quotation currency and price date',
  ),
  rule(
    'I16',
    'Accrued interest',
    'W',
    'Bonds: Accrued interest = Quantity × Price factor × Coupon × days / basis × FX rate',
  ),
  rule(
    'N16',
    'Hedged class',
    'W',
    '|movement + management fee × d / 365 of a hedged class - the same in fund currency of the classes that are not hedged, by their size| <= limit × √(max(1; d / 4)), and <= part of the error threshold',
  ),
  rule(
    'N17',
    'Stale rate',
    'W',
    'No FX RATE is exactly the previous one while the stored rates moved by more than the limit and than rounding explains',
  ),
  rule('S01', 'Register', 'B', 'SHARES = sum of Shares outstanding of the register, every class of either'),
  rule(
    'S02',
    'Register flows',
    'B',
    'SUBSCRIPTIONS - REDEMPTIONS = Issued - Redeemed of the register, every class of either',
  ),
  rule(
    'S03',
    'Depositary cash',
    'W',
    '|sum of (Market value - Accrued interest) of Cash lines - sum of (Balance + Pending) × FX rate| <= tolerance, every currency of either',
  ),
  rule(
    'S04',
    'Depositary positions',
    'W',
    'Quantity = Quantity + Pending of the depositary, every instrument of either but Cash; derivatives by Market value',
  ),
  rule(
    'S05',
    'Vendor price',
    'W',
    'Price = vendor’s price of the same ISIN, currency and price date; Equity, Bond and Fund lines',
  ),
  rule(
    'S06',
    'Announced income',
    'W',
    '-(net n - net p) over accounts of dividends = sum of Quantity p × Rate × FX RATE of what went ex since the previous NAV, gross or net, within one financial year',
  ),
  rule(
    'S07',
    'Announced distribution',
    'B',
    'DISTRIBUTION PER SHARE = sum of Rate of what was announced for the class and went ex since the previous NAV',
  ),
] as const

/**
 * One of the rules of a control.
 * @param severity B blocks Submit until the rule is OK, W requires an explanation, and blocks from the tolerance
 * "<id>.blocks" on
 * @param formula in words and symbols: NOK unless this is true
 */
function rule<Id extends string>(id: Id, title: string, severity: Severity, formula: string) {
  return { id, title, severity, formula }
}
