import { showFixed } from '~/platform/values/show'

// Apart from nav.ts, since lists of other areas show them and load no more of NAVs.

/** What the days of a late NAV count from: see daysLateSql. */
export const LATE_NAV =
  'Business days past the sending date, or past the pre-balance date while the accountant has it'

/** How the result of a rule is shown. */
export function resultKind(result: string) {
  if (result === 'OK') return 'success'
  if (result === 'OK - justified') return 'warning'
  return result.startsWith('OK') ? 'invalidated' : 'failed'
}

/** "not OK" is how NOK is shown (specification, section 5). */
export const showResult = (result: string) => (result === 'NOK' ? 'not OK' : result)

const LONG_FIGURE = /(?<![\d.,])(\d{1,3}(?:,\d{3})*|\d+)\.(\d+)(?![\d.,]\d)/g

/**
 * A text with its figures as people read them: from a million on with two decimals, smaller ones with at most five, and
 * those that have more with four, unless
 * that would be zero.
 */
export function readableFigures(text: string): string {
  return text.replace(LONG_FIGURE, (figure, whole: string, decimals: string) => {
    const digits = whole.replaceAll(',', '')
    const value = `${digits}.${decimals}`
    if (digits.length > 6) return showFixed(value, 2)
    const rounded = showFixed(value, 4)
    return decimals.length > 5 && Number(rounded) !== 0 ? rounded : figure
  })
}
