import type { FunctionId } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { isMemberlessQueue } from '~/platform/workflow/kind-rules'
import type { FunctionRights } from './user'

/** The fields that take effect at once when an administrator changes them. */
export interface UserFields {
  firstName: string
  lastName: string
  role: string
  /** '' for the blank HomePage. */
  homepage: string
}

export const USER_LABELS: Readonly<Record<keyof UserFields, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  homepage: 'Homepage',
}

const MAX_NAME_LENGTH = 100

/** Letters, digits and the signs of e-mail addresses: easy to type, read aloud and tell apart. */
const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u

/** The fault of a new user's name, in a sentence; null when there is none. */
export function userNameFault(userName: string): string | null {
  if (userName === '') return 'Enter a user name.'
  if (userName.length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters for a user name.`
  if (!USER_NAME.test(userName))
    return 'A user name may contain only letters, digits and . _ @ + -, and begins with a letter or digit.'
  return null
}

/** The fields without blanks around them. @throws DomainError invalid, with a sentence for each field */
export function soundFields(given: UserFields): UserFields {
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
  const fields = {
    firstName: clean(given.firstName),
    lastName: clean(given.lastName),
    role: clean(given.role),
    homepage: given.homepage.trim(),
  }
  const faults: Record<string, string> = {}
  for (const name of ['firstName', 'lastName', 'role'] as const)
    if (fields[name] === '') faults[name] = `${USER_LABELS[name]}: enter one.`
  for (const name of ['firstName', 'lastName', 'role', 'homepage'] as const)
    if (fields[name].length > MAX_NAME_LENGTH)
      faults[name] = `${USER_LABELS[name]}: at most ${MAX_NAME_LENGTH} characters.`
  refuse(faults)
  return fields
}

/** @throws DomainError invalid when there is any fault */
export function refuse(faults: Readonly<Record<string, string>>): void {
  const sentences = Object.values(faults)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}

/** The names of the boxes in a user's forms: without blanks, as names of fields are also ids in the page. */

const QUEUE = 'queue:'

export function queueField(queue: string): string {
  return QUEUE + encodeURIComponent(queue)
}

/** The queue of a field of this kind; null for any other. */
export function queueOfField(name: string): string | null {
  if (!name.startsWith(QUEUE)) return null
  try {
    return decodeURIComponent(name.slice(QUEUE.length))
  } catch {
    return null
  }
}

export const RIGHTS = ['open', 'add', 'update', 'delete'] as const
export type Right = (typeof RIGHTS)[number]

export function rightField(functionId: string, right: Right): string {
  return `right:${functionId}:${right}`
}

/** What a user may do with which function. */
export type GrantedRights = Partial<Record<FunctionId, FunctionRights>>

/** "r a u d", to compare with; '' for none. */
export function rightsText(rights: FunctionRights | null): string {
  if (rights === null) return ''
  return ['r', rights.add && 'a', rights.update && 'u', rights.delete && 'd'].filter(Boolean).join(' ')
}

export const MAY_OPEN = 'may open'
export const MAY_NOT_OPEN = 'may not open'

/** A right as text: "may open, add, update"; "may not open" for none. */
export function rightSentence(rights: FunctionRights | null): string {
  if (rights === null) return MAY_NOT_OPEN
  const { add, update, delete: remove } = rights
  return [MAY_OPEN, add && 'add', update && 'update', remove && 'delete'].filter(Boolean).join(', ')
}

/** "budgets r u, navctrl r": the same text for the same rights. */
export function grantedRightsText(held: GrantedRights): string {
  return Object.entries(held)
    .map(([functionId, rights]) => `${functionId} ${rightsText(rights)}`)
    .sort()
    .join(', ')
}

/** The fault of the queues that a user is to be a member of, for the field that they are typed in. */
export function memberlessQueueFault(queues: readonly string[]): { more?: string } {
  const queue = queues.find(isMemberlessQueue)
  return queue === undefined ? {} : { more: `The queue ${queue} cannot have members.` }
}
