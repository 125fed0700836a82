import type { GivenFacts } from '~/platform/formats/fact-values'
import type { NavFacts } from '../nav'

/** The facts of a NAV, for formats that leave them to it. */
export const givenFacts = ({ fundCode, navDate, fundCurrency, fundName }: NavFacts): GivenFacts => ({
  'Fund code': fundCode,
  'NAV date': navDate,
  Date: navDate,
  'Fund currency': fundCurrency,
  'Fund name': fundName,
})
