import { bookFile, CLASS_HEADS, FUND_HEADS } from 'tests/support/areas/reference-import/reference-book'
import type { FundModel } from 'tests/support/workbooks/fund-model'

/**
 * The reference data workbook of some funds.
 * @param dates the models of all funds on each NAV date
 */
export function referenceOf(
  dates: readonly (readonly FundModel[])[],
): Promise<{ name: string; bytes: Uint8Array }> {
  const [models = []] = dates
  return bookFile({
    Funds: [
      [...FUND_HEADS, 'Accountant', 'Benchmark'],
      ...models.map(({ fundCode, fundName, fundCurrency, regime }) => [
        fundCode,
        fundName,
        fundCurrency,
        'MIXED',
        regime,
        'FIA',
        'no',
        'accountant1',
        '',
      ]),
    ],
    'Share classes': [
      CLASS_HEADS,
      ...models.flatMap(({ fundCode, classes }) =>
        classes.map(({ code, name, currency, decimals, reference, hedged }) => [
          code,
          fundCode,
          name,
          currency,
          decimals,
          '',
          '',
          reference ? 'yes' : 'no',
          hedged ? 'yes' : 'no',
        ]),
      ),
    ],
    'NAV calendar': [
      ['Fund code', 'NAV date', 'Max prebalance date', 'Max sending date'],
      ...dates.flat().map(({ fundCode, navDate }) => [fundCode, navDate, navDate, navDate]),
    ],
  })
}
