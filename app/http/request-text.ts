import { DomainError } from '~/platform/values/domain-error'
import { drain, readWithin } from './drain'

/** The text in a request, within limits: its body, unless that is an upload, and the query of its address. */

/** Largest body that is not an upload, a form or JSON, in bytes. */
export const BODY_LIMIT = 1024 * 1024
/** Most fields of a form, keys of a call's body, parameters of an address, or cookies: ours have a fifth of that. */
export const MAX_NAMES = 500
/** Keys of JSON at any depth: callers may send a whole NAV back, with the rules of all its controls. */
const MAX_KEYS = 20_000
/** Total length of the names of a form's fields, in characters. */
const MAX_NAMES_LENGTH = 64 * 1024
/** Longest query of an address that is read, in characters. */
const MAX_QUERY_LENGTH = 64 * 1024

const STALL_MS = 60_000

/** The media type of a body in lower case, without its parameters; '' if missing. */
export function mediaTypeOf({ headers }: { headers: Headers }): string {
  return essenceOf(headers.get('Content-Type'))
}

/** The same for a header's text: "multipart/form-data+json" is not "multipart/form-data". */
export function essenceOf(contentType: string | null | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * The text of a body, counted while it arrives; '' without one. The rest of a refused body is read and discarded.
 * @throws DomainError too-large over 1 MB; another error if it did not arrive completely
 */
export async function readText({ body }: Request): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let left = BODY_LIMIT
  try {
    for (;;) {
      const bytes = await readWithin(reader, STALL_MS)
      if (!bytes) return text + decoder.decode()
      left -= bytes.byteLength
      if (left < 0)
        throw new DomainError('too-large', 'Forms and calls may hold 1 MB at most. Send less at once.')
      text += decoder.decode(bytes, { stream: true })
    }
  } catch (error) {
    void drain(reader)
    throw error
  }
}

/**
 * The fields of a form in order, names and values. They are counted before they are parsed: slow work on each field
 * would delay all other users.
 * @throws DomainError too-large for more fields, or longer names, than any of our forms has
 */
export function fieldsOfText(text: string): URLSearchParams {
  let fields = 0
  let names = 0
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('&', from)
    const end = next === -1 ? text.length : next
    names += text.slice(from, end).split('=', 1)[0]?.length ?? 0
    fields += 1
    from = end + 1
    if (fields > MAX_NAMES) throw tooMany('The form has', MAX_NAMES, 'fields')
    if (names > MAX_NAMES_LENGTH)
      throw new DomainError('too-large', 'The names of the form’s fields are too long. Reload the page.')
  }
  return new URLSearchParams(text)
}

/**
 * Parses JSON; its keys are counted first.
 * @throws DomainError too-large for too many keys, of the whole or at any depth; SyntaxError for text that is not JSON
 */
export function parseJson(text: string): unknown {
  if (hasManyKeys(text)) throw tooMany('The body has', MAX_KEYS, 'keys')
  const value: unknown = JSON.parse(text)
  if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > MAX_NAMES
  )
    throw tooMany('The body has', MAX_NAMES, 'keys')
  return value
}

/** Each key is followed by a colon outside string values. */
function hasManyKeys(json: string): boolean {
  let keys = 0
  let inText = false
  for (let at = 0; at < json.length && keys <= MAX_KEYS; at++) {
    const sign = json[at]
    if (inText && sign === '\\') at++
    else if (sign === '"') inText = !inText
    else if (!inText && sign === ':') keys++
  }
  return keys > MAX_KEYS
}

function tooMany(what: string, most: number, names: string): DomainError {
  return new DomainError('too-large', `${what} more than ${most} ${names}. Send only what is needed.`)
}

/** How much of the query to keep, in characters: one parameter more than is read, so that `wasCut` can detect a cut. */
export function endOfQuery(query: string): number {
  let end = -1
  for (let count = 0; count <= MAX_NAMES; count++) {
    end = query.indexOf('&', end + 1)
    if (end === -1 || end > MAX_QUERY_LENGTH) return Math.min(query.length, MAX_QUERY_LENGTH)
  }
  return end
}

/** Whether an address was too long and was cut. */
export function wasCut(url: string): boolean {
  const { search } = new URL(url)
  return search.length > MAX_QUERY_LENGTH || search.split('&').length > MAX_NAMES
}
