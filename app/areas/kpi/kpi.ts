import { type Day, monthOf, monthsBefore, monthsOf } from '~/platform/values/day'

/** The KPI methods by their numbers (product, section 6). */
export const KPI = { sent: 1, documents: 2, preBalance: 3, firstTime: 4, resends: 5 } as const

/**
 * The result of one NAV by one method: met and missed are settled; open ones may still come either way; unmeasured ones
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
  /** Null for resends, which are only counted, like the four fields after it. */
  met: number | null
  missed: number | null
  open: number | null
  unmeasured: number | null
  /** Those met as a fraction of those settled, four decimals; null while none is settled. */
  rate: string | null
  /** How often NAVs were reopened after they had been sent; null for the other methods. */
  resends: number | null
  /** The comments on its NAVs: "30.10.26 Prices late. Line 4". */
  comments: string
}

/** The result of one NAV by one method. */
export interface KpiResult {
  outcome: KpiOutcome
  /** Last day on which it is met, and the day on which it was done, yyyy-MM-dd. */
  due: string | null
  done: string | null
  /** Submits, or reopenings; null where days decide. */
  times: number | null
}

/** One NAV behind a row. */
export interface KpiNav extends KpiResult {
  nav_id: number
  nav_date: string
  comment: string | null
  free_text: string | null
  said_by: string | null
}

/** The row that a key names; null for a key that names none. */
export function keyParts(key: string): { fundId: number; month: string; methodId: number } | null {
  const [, fund, month = '', method] =
    /^(\d{1,9}) ((?:19|20|21)\d\d-(?:0[1-9]|1[0-2])) (\d{1,4})$/.exec(key) ?? []
  return fund === undefined ? null : { fundId: Number(fund), month, methodId: Number(method) }
}

/** Those met as a fraction of those settled, four decimals; null while none is settled. */
export function rateOf(met: number, missed: number): string | null {
  return met + missed === 0 ? null : (met / (met + missed)).toFixed(4)
}

/** Months of NAV dates, yyyy-MM, both included. */
export interface KpiPeriod {
  from: string
  to: string
  /** The parts of the query that could not be applied as given. */
  note: string | null
}

/** The most months at once: daily NAVs of hundreds of funds are a hundred thousand a year. */
export const MAX_MONTHS = 24
const USUAL_MONTHS = 12

const isMonth = (text: string | null): text is string =>
  text !== null && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The months that an address selects; by default the twelve up to this one. */
export function kpiPeriod(from: string | null, to: string | null, today: Day): KpiPeriod {
  const last = isMonth(to) ? to : monthOf(today)
  const first = isMonth(from) ? from : monthsBefore(last, USUAL_MONTHS - 1)
  const unread = [from, to].some((text) => text !== null && text !== '' && !isMonth(text))
  const note = unread ? 'Enter months as 2026-10. The default months are shown.' : null
  if (first > last) return kpiPeriod(last, first, today)
  if (monthsOf(first, last).length <= MAX_MONTHS) return { from: first, to: last, note }
  return {
    from: monthsBefore(last, MAX_MONTHS - 1),
    to: last,
    note: `At most ${MAX_MONTHS} months can be shown at once: these are the last ones up to ${last}.`,
  }
}

/** The stored comment on a KPI of an object. */
export interface StoredKpiComment {
  comment_id: number
  comment_log: string
}

/** The text with one kind of line break: browsers send a different one from what they received. */
export const plainLog = ({ comment_log }: StoredKpiComment) => comment_log.replace(/\r\n?/g, '\n').trim()

/** Are both comments the same, or both empty? */
export function sameComment(one: StoredKpiComment | null, other: StoredKpiComment | null): boolean {
  if (one === null || other === null) return one === other
  return one.comment_id === other.comment_id && plainLog(one) === plainLog(other)
}
