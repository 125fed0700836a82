import type { GridField } from './columns'
import { ownParams } from './query'

const MAX_TEXT = 200

/** Removes control characters (PostgreSQL refuses NUL) and surrounding blanks, and limits the length. */
export function cleanText(text: string, notes: string[]): string {
  const plain = text
    .slice(0, 2 * MAX_TEXT)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
  const letters = Array.from(plain)
  if (letters.length <= MAX_TEXT && text.length <= 2 * MAX_TEXT) return plain
  notes.push(`A text of more than ${MAX_TEXT} characters was shortened.`)
  return letters.slice(0, MAX_TEXT).join('').trim()
}

/**
 * A value that must match the stored one exactly, including blanks; removes only characters that a database cannot
 * store.
 */
export function exactText(text: string): string {
  return text.slice(0, 1_000).replace(/\p{Cs}|\0/gu, '')
}

export function shortText(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Most characters of all parameters that are read: no grid's state is longer, and longer ones only cost time. */
const MAX_STATE = 20_000
const MAX_IDS = 200
export const TOO_LONG = 'This address is too long; only its beginning was read.'

/** The parameters of one grid in an address, without its prefix, up to the limit. */
export function readParams(address: string | URLSearchParams, prefix?: string, notes: string[] = []) {
  let length = 0
  const read = new URLSearchParams()
  for (const [name, value] of ownParams(address, prefix)) {
    length += name.length + value.length
    if (length <= MAX_STATE) read.append(name, value)
  }
  if (length > MAX_STATE) notes.push(TOO_LONG)
  return read
}

/** "a,b" and repeated parameters as a list without duplicates. */
export function idsOf(texts: string[]): string[] {
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').slice(0, MAX_IDS)
}

/** The columns in a parameter that are allowed there; adds a note for each other one. */
export function columnsNamed(
  params: URLSearchParams,
  name: string,
  allowed: readonly GridField[],
  verb: string,
  notes: string[],
): string[] {
  return idsOf(params.getAll(name)).filter((id) => {
    const isAllowed = allowed.some((field) => field.id === id)
    if (!isAllowed) notes.push(`There is no column “${shortText(id)}” to ${verb}.`)
    return isAllowed
  })
}
