// Apart from nav.ts, since lists of other areas show them and load no more of NAVs.

/** What the days of a late NAV count from: see daysLateSql. */
export const LATE_NAV = 'Days past the sending date, or past the pre-balance date while the accountant has it'

/** How the result of a rule is shown. */
export function resultKind(result: string) {
  if (result === 'OK') return 'success'
  if (result === 'OK - justified') return 'warning'
  return result.startsWith('OK') ? 'invalidated' : 'failed'
}

/** "not OK" is how NOK is shown (specification, section 5). */
export const showResult = (result: string) => (result === 'NOK' ? 'not OK' : result)
