import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { NavErrorPolicy } from './policy'

/** A case of wrong NAVs, as people enter it. */

export const NAV_ERROR = 'NAV error'

export const ERROR_KINDS = ['NAV', 'BREACH', 'FEES', 'CUT-OFF', 'SWING', 'ALLOCATION', 'OTHER'] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

export const CAUSES = [
  'PRICE',
  'FX',
  'CORPORATE ACTION',
  'INCOME',
  'FEES',
  'CAPITAL ACTIVITY',
  'TRADE',
  'ALLOCATION',
  'SWING',
  'SYSTEM',
  'OTHER',
] as const
export type CauseName = (typeof CAUSES)[number]

export const PARTIES = ['administrator', 'manager', 'depositary', 'transfer agent', 'other'] as const
type Party = (typeof PARTIES)[number]

export interface Cause {
  cause: CauseName
  causedBy: Party
}

/** The first status of a case, in which its figures are entered. */
export const OPENED = { queue: 'ACCOUNTANT', status: 'OPENED', class: 'new' } as const
export const QUANTIFIED = { queue: 'TEAM LEADER', status: 'QUANTIFIED', class: 'pending' } as const

/** Once the regulator is notified, changed figures need another approval and a second notification. */
export const AFTER_NOTIFICATION: readonly string[] = ['NOTIFIED', 'COMPENSATED']
export const ENDED: readonly string[] = ['CLOSED', 'CANCELLED']

/** A case as stored, with its fund. */
export interface NavErrorCase {
  id: number
  fundId: number
  fundCode: string
  fundName: string
  fundCurrency: string
  provider: string
  kind: ErrorKind
  description: string
  causes: Cause[]
  discoveredOn: Day
  discoveredBy: string
  firstDate: Day
  /** Null while the error goes on. */
  lastDate: Day | null
  policy: NavErrorPolicy
  /** The level that set each setting: "fund QUE03", "default"; empty for cases of before there were settings. */
  policyLevels: Readonly<Record<string, string>>
  /** Where the threshold comes from: "fund QUE03", "rule table". */
  thresholdLevel: string
  /** Deadlines of the notification, and of the report that all was paid. */
  notifyBy: Day
  reportBy: Day
  notifiedOn: Day | null
  notificationReference: string
  /** A document of the case. */
  notificationDocumentId: number | null
  /** The last one after the first: figures changed in between. */
  notifiedAgainOn: Day | null
  secondReference: string
  secondDocumentId: number | null
  compensatedOn: Day | null
  /** Of FEES: they are booked afterwards, so that the deals of every date count. */
  feesBookedLater: boolean
  /** Of a reserved fund with a higher threshold: its analysis, a document of the case. */
  analysisDocumentId: number | null
  investorsToldOn: Day | null
  /** What was done so that it does not happen again, and what will be. */
  measuresTaken: string
  measuresPlanned: string
  revision: number
}

/** Something that a case lacks, and what to do about it. */
export interface Missing {
  what: string
  date: Day | null
  classCode: string | null
  act: string
}

/** What one cause alone did to a NAV per share. */
export interface CausePart {
  cause: CauseName
  date: Day
  classCode: string
  amount: Decimal
}

/** Changed figures are notified to the regulator again; the first notification stays. */
export const isSecondDue = (
  { notifiedOn }: Pick<NavErrorCase, 'notifiedOn'>,
  { status }: { status: string },
): boolean => notifiedOn !== null && ['OPENED', 'QUANTIFIED', 'APPROVED'].includes(status)

/** A payer of what was too much, with its part of each class's sum in percent. */
export interface CasePayer {
  name: string
  role: string
  percent: Decimal
  reason: string
}
