import { Big } from '~/platform/values/decimal'
import type { BadgeKind } from '~/ui/badge/badge'
import type { KpiOutcome } from './kpi-row'

/** A fraction as percent with one decimal: "91.7 %". */
export const showRate = (rate: string | null): string =>
  rate === null || rate === '' ? '' : `${new Big(rate).times(100).toFixed(1)} %`

/** How a NAV stands by a method, as a badge. */
export const OUTCOMES: Record<KpiOutcome, { kind: BadgeKind; label: string }> = {
  met: { kind: 'success', label: 'Met' },
  missed: { kind: 'failed', label: 'Missed' },
  open: { kind: 'pending', label: 'Open' },
  unmeasured: { kind: 'invalidated', label: 'No limit date' },
  counted: { kind: 'new', label: 'Counted' },
}

/** What each method asks, for the columns' and rows' words. */
export const METHOD_WORDS: Record<number, string> = {
  1: 'First marked as sent on or before the max sending date',
  2: 'Last document reception, as said with the first Submit, on or before the max pre-balance date',
  3: 'First control on or before the max pre-balance date',
  4: 'Sent with one Submit only',
  5: 'How often the NAV was reopened',
}
