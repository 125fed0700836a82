import type { ChangeKindName } from './pending-change-kinds.server'

/** A change that a user requests. */
export interface RequestedChange {
  kind: ChangeKindName
  target: string
  /** As it is now; null for something new. */
  before: object | null
  after: object
  /** The reason, for the users who decide. */
  comment?: string
  /** Data that takes effect with it and is in no event chain: the hash of a one-time password. */
  secret?: string
}

/** The user who requests a change. */
export interface Requester {
  id: number
  fullName: string
}
