import type { Day } from '~/platform/values/day'
import type { SourceKind } from './source-kinds'

/** Expected and not there, or there. */
export const SOURCE_STATES = ['MISSING', 'ARRIVED'] as const
type SourceState = (typeof SOURCE_STATES)[number]

/** What a sender says of a fund, or should, for the NAVs of a day. */
export interface SourceRow {
  key: string
  kind: SourceKind
  /** Null for prices and announcements, which are of no fund. */
  fund_code: string | null
  sender: string
  state: SourceState
  is_expected: boolean
  /** Of the source: at a weekend that of the last weekday; of deals the last day. */
  source_date: Day | null
  row_count: number | null
  file_name: string | null
  uploaded_at: Date | null
  uploaded_by: string | null
  /** What keeps it from being used. */
  fault: string | null
  nav_id: number | null
}
