export const USER_STATES = [
  'ACTIVE',
  'ONE-TIME PASSWORD',
  'PASSWORD EXPIRED',
  'NO PASSWORD',
  'DISABLED',
] as const
/** Whether a user can log in, and by which kind of password. */
export type UserState = (typeof USER_STATES)[number]

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
