/** The KPI methods by their numbers (product, section 6). */
export const KPI = { sent: 1, documents: 2, preBalance: 3, firstTime: 4, resends: 5 } as const

/**
 * How one NAV stands by one method: met and missed are settled; open ones may still come either way; unmeasured ones
 * have no limit date; resends are counted, not judged.
 */
export type KpiOutcome = 'met' | 'missed' | 'open' | 'unmeasured' | 'counted'

/** One KPI of one fund in one month of NAV dates. */
export interface KpiRow {
  /** "3 2026-10 1": fund, month, method. */
  key: string
  fund_id: number
  fund_code: string
  fund_name: string
  /** yyyy-MM */
  month: string
  method_id: number
  method_name: string
  /** NAVs that count: not cancelled. */
  navs: number
  /** Null for resends, which are counted, as the four after it. */
  met: number | null
  missed: number | null
  open: number | null
  unmeasured: number | null
  /** Those met of those settled, a fraction with four decimals; null while none is settled. */
  rate: string | null
  /** How often NAVs were reopened after they had been sent; null for the other methods. */
  resends: number | null
  /** What was said of its NAVs: "30.10.26 Prices late. Line 4". */
  comments: string
}

/** How one NAV stands by one method. */
export interface KpiStanding {
  outcome: KpiOutcome
  /** Last day on which it is met, and the day on which it was done, yyyy-MM-dd. */
  due: string | null
  done: string | null
  /** Submits, or reopenings; null where days decide. */
  times: number | null
}

/** One NAV behind a row. */
export interface KpiNav extends KpiStanding {
  nav_id: number
  nav_date: string
  comment: string | null
  free_text: string | null
  said_by: string | null
}

/** Which row a key names; null for what is none. */
export function keyParts(key: string): { fundId: number; month: string; methodId: number } | null {
  const [, fund, month = '', method] =
    /^(\d{1,9}) ((?:19|20|21)\d\d-(?:0[1-9]|1[0-2])) (\d{1,4})$/.exec(key) ?? []
  return fund === undefined ? null : { fundId: Number(fund), month, methodId: Number(method) }
}

/** Those met of those settled, as a fraction with four decimals; null while none is settled. */
export function rateOf(met: number, missed: number): string | null {
  return met + missed === 0 ? null : (met / (met + missed)).toFixed(4)
}
