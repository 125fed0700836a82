import type { SheetName } from '~/areas/lookups/sheets'
import type { PlannedChange } from '~/platform/tables/compare'

/** Everything that an import would do. */
export interface ImportPlan {
  /** In the order in which they are stored. */
  changes: PlannedChange[]
  /** Rows of data by sheet. */
  rows: ReadonlyMap<SheetName, number>
  /** Rows that wait for a second person since an earlier import, by sheet. */
  waitingAlready: ReadonlyMap<SheetName, number>
  /** Users and authorisations take effect without a second person: there is none. */
  rightsAtOnce: boolean
  notes: string[]
}
