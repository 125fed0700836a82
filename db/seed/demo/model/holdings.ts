import type { DemoFund } from '../funds'
import {
  CORPORATE_BONDS,
  commercialPaper,
  EQUITIES,
  FUND_UNITS,
  GOVERNMENT_BONDS,
  type Instrument,
  UNLISTED,
} from '../market/instruments'
import { steady } from '../market/steady'

/** A security that the fund holds, and which part of its total net assets it means to hold. */
export interface Holding {
  instrument: Instrument
  target: number
}

/** Steady choice of some instruments for a fund. */
function some(fund: DemoFund, of: readonly Instrument[], count: number): Instrument[] {
  return [...of]
    .sort((a, b) => steady(`${fund.code} ${a.code}`) - steady(`${fund.code} ${b.code}`))
    .slice(0, count)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

function shared(fund: DemoFund, instruments: Instrument[], part: number): Holding[] {
  const weights = instruments.map(({ code }) => 0.85 + 0.3 * steady(`${fund.code} weight ${code}`))
  const total = weights.reduce((a, b) => a + b, 0)
  return instruments.map((instrument, i) => ({ instrument, target: (part * (weights[i] ?? 0)) / total }))
}

/** What a fund of each type holds: 92 to 95 % of its total net assets, spread as the UCITS limits want it. */
export function holdingsOf(fund: DemoFund): Holding[] {
  const own = (instruments: Instrument[]) =>
    instruments.filter(({ currency }) => currency === fund.currency || fund.currency !== 'SEK')
  switch (fund.type) {
    case 'EQUITY':
      return shared(fund, some(fund, EQUITIES, 21), 0.94)
    case 'BOND':
      return [
        ...shared(fund, some(fund, own(GOVERNMENT_BONDS), 7), fund.currency === 'SEK' ? 0.3 : 0.42),
        ...shared(fund, some(fund, CORPORATE_BONDS, 15), fund.currency === 'SEK' ? 0.62 : 0.5),
      ]
    case 'MIXED':
      return [
        ...shared(fund, some(fund, EQUITIES, 14), 0.44),
        ...shared(fund, some(fund, GOVERNMENT_BONDS, 5), 0.22),
        ...shared(fund, some(fund, CORPORATE_BONDS, 6), 0.17),
        ...shared(fund, some(fund, FUND_UNITS, 3), 0.1),
      ]
    case 'MONEY MARKET':
      return shared(fund, some(fund, commercialPaper(fund.currency), 22), 0.95)
    case 'ALTERNATIVE':
      return fund.benchmark === null
        ? [...shared(fund, UNLISTED, 0.7), ...shared(fund, some(fund, FUND_UNITS, 2), 0.22)]
        : [
            ...shared(fund, some(fund, FUND_UNITS, 6), 0.6),
            ...shared(fund, some(fund, EQUITIES, 6), 0.22),
            ...shared(fund, some(fund, GOVERNMENT_BONDS, 3), 0.11),
          ]
  }
}
