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
}

/** Who asks for a change. */
export interface Requester {
  id: number
  fullName: string
}
