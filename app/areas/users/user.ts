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

/**
 * Users and authorisations as a second person approves them: plain data, the same in a workbook and in a waiting
 * change.
 */

export interface UserRights {
  firstName: string
  lastName: string
  role: string
  homepage: string
  /** In alphabetical order, each once. */
  queues: string[]
}

export interface FunctionRights {
  add: boolean
  update: boolean
  delete: boolean
}

/** The target of an authorisation among waiting changes: function ids contain no blank, user names may. */
export function authorisationTarget(userName: string, functionId: string): string {
  return `${functionId} ${userName}`
}

export function readAuthorisationTarget(target: string): { userName: string; functionId: string } {
  const blank = target.indexOf(' ')
  return { functionId: target.slice(0, blank), userName: target.slice(blank + 1) }
}
