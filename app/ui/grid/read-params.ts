import { shortText } from './clean-text'
import type { GridField } from './columns'
import { ownParams } from './query'

/** Letters of all parameters together that are read: no grid's state is longer, and longer ones only cost time. */
const MAX_STATE = 20_000
const MAX_IDS = 200
export const TOO_LONG = 'This address is too long; only its beginning was read.'

/** The parameters of one grid in an address, without its prefix, as far as they are read. */
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

/** "a,b" and repeated parameters as a list; each once. */
export function idsOf(texts: string[]): string[] {
  const ids = texts.flatMap((text) => text.split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').slice(0, MAX_IDS)
}

/** The columns that a parameter names, among those that it may name; a note for each other one. */
export function columnsNamed(
  params: URLSearchParams,
  name: string,
  allowed: GridField[],
  verb: string,
  notes: string[],
): string[] {
  return idsOf(params.getAll(name)).filter((id) => {
    const known = allowed.some((field) => field.id === id)
    if (!known) notes.push(`There is no column “${shortText(id)}” to ${verb}.`)
    return known
  })
}
