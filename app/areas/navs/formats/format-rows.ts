import type { Day } from '~/platform/values/day'

/** A file format, by its newest version or one that waits. */
export interface FormatRow {
  code: string
  name: string
  provider: string | null
  version: number
  from: Day
  to: Day | null
  status: 'active' | 'upcoming' | 'ended' | 'pending'
}

/** A stored version of a format. */
export interface VersionRow {
  version: number
  name: string
  from: Day
  to: Day | null
  proposedBy: string
  approvedBy: string
  approvedAt: Date | string
}

/** A control whose files a format read. */
export interface ControlUseRow {
  controlId: number
  fundNavId: number
  fundCode: string
  navDate: Day
  version: number | null
  submissionDate: Date | string
  user: string | null
}

/** The refused upload of a control, whose files wait for a format. */
export interface WaitingUploadRow {
  /** Of its files. */
  setId: string
  fileNames: string[]
  /** Null where it was started from no NAV. */
  fundCode: string | null
  navDate: Day | null
  sender: string | null
  since: Date | string
  /** Until when its files are kept. */
  until: Date | string
}
