import type { KnownFacts } from '~/platform/formats/fact-values'
import type { NavFacts } from '../nav'

/** The facts of a NAV, for formats that leave them to it. */
export const knownFacts = ({ fundCode, navDate, fundCurrency, fundName }: NavFacts): KnownFacts => ({
  'Fund code': fundCode,
  'NAV date': navDate,
  Date: navDate,
  'Fund currency': fundCurrency,
  'Fund name': fundName,
})
