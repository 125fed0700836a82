import type { RowValues } from './table-column'

/** The versions of a row that was changed or deleted while somebody else was about to write it. */
export interface RowVersions {
  /** As it was when the writer opened it. */
  opened: RowValues
  /** As it is now; null when it was deleted. */
  stored: RowValues | null
  /** What the writer would store; null for a deletion. */
  yours: RowValues | null
}
