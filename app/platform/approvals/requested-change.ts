import type { ChangeKindName } from './pending-change-kinds.server'

/** A change that somebody asks for. */
export interface RequestedChange {
  kind: ChangeKindName
  target: string
  /** As it is now; null for something new. */
  before: object | null
  after: object
  /** Why, for whoever decides. */
  comment?: string
  /** What takes effect with it and stands in no chain: the hash of a one-time password. */
  secret?: string
}

/** Who asks for a change. */
export interface Requester {
  id: number
  fullName: string
}
