import type { FunctionId } from '~/areas/access/actor'

export const USER_STATES = [
  'ACTIVE',
  'ONE-TIME PASSWORD',
  'PASSWORD EXPIRED',
  'NO PASSWORD',
  'DISABLED',
] as const
/** Whether a user can log in, and by which kind of password. */
export type UserState = (typeof USER_STATES)[number]

/** A user as lists show them; for each function what they may do: "may open, add, update", '' for nothing. */
export type UserRow = Record<FunctionId, string> & {
  id: number
  user_name: string
  first_name: string
  last_name: string
  role: string
  homepage: string
  /** "ACCOUNTANT, TEAM LEADER" */
  queues: string
  state: UserState
  /** Changes of queues and authorisations that wait for a second person. */
  waiting: number
  created_at: Date
  /** The last request of a session that is not over; null without one. */
  last_seen: Date | null
}
