import { DomainError } from '~/platform/values/domain-error'

/** What takes effect at once when an administrator changes it. */
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

export const LONGEST_NAME = 100

/** Letters, digits and the signs of e-mail addresses: what can be typed, read aloud and told apart. */
const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u

/** What is wrong with a new user's name, in a sentence; null when nothing is. */
export function userNameFault(userName: string): string | null {
  if (userName === '') return 'Enter a user name.'
  if (userName.length > LONGEST_NAME) return `A user name has at most ${LONGEST_NAME} characters.`
  if (!USER_NAME.test(userName))
    return 'A user name has letters, digits and . _ @ + - only, and begins with a letter or digit.'
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
    if (fields[name].length > LONGEST_NAME)
      faults[name] = `${USER_LABELS[name]}: at most ${LONGEST_NAME} characters.`
  refuse(faults)
  return fields
}

/** @throws DomainError invalid when there is any fault */
export function refuse(faults: Readonly<Record<string, string>>): void {
  const sentences = Object.values(faults)
  if (sentences.length > 0) throw new DomainError('invalid', sentences.join(' '), { fields: { ...faults } })
}
