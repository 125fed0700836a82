import { DomainError } from '~/platform/values/domain-error'

export const MOST_KEY = 100
export const MOST_NAME = 80

// Control characters and halves of character pairs: PostgreSQL takes neither, and nobody can read them.
const UNREADABLE = /[\p{Cc}\p{Cs}]/u

/**
 * The key of a grid ("navdashboard") as it can be stored.
 * @throws DomainError 'invalid' unless it has 1 to 100 readable characters
 */
export function layoutKey(text: string): string {
  if (text.trim() === '' || Array.from(text).length > MOST_KEY || UNREADABLE.test(text))
    throw wrong('key', `The name of a layout has 1 to ${MOST_KEY} readable characters. Check the address.`)
  return text
}

/**
 * The name of a view as it can be stored: without blanks around it.
 * @throws DomainError 'invalid' unless it has 1 to 80 readable characters
 */
export function viewName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim()
  if (name === '') throw wrong('name', 'Give the view a name.')
  if (Array.from(name).length > MOST_NAME)
    throw wrong('name', `Give the view a name of at most ${MOST_NAME} characters.`)
  if (UNREADABLE.test(name))
    throw wrong('name', 'The name holds a character that cannot be stored. Type it anew.')
  return name
}

function wrong(field: 'key' | 'name', message: string): DomainError {
  return new DomainError('invalid', message, { fields: { [field]: message } })
}
