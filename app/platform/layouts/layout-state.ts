import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '../values/numerals'

/** The saved state of a grid: any JSON object. Our grids store `{ query }`, their part of an address. */
export type LayoutState = Readonly<Record<string, unknown>>

const MAX_BYTES = 20 * 1024
const MAX_LEVELS = 50

// JSON may contain NUL and lone surrogates, but texts in PostgreSQL may not.
const UNSTORABLE = /[\0\p{Cs}]/u
// Careless code that copies such an object would change the prototype of all objects.
const PROTOTYPE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A state that can be stored and read back unchanged.
 * @throws DomainError 'invalid' unless it is a JSON object of at most 20 KB and 50 levels that a database can store
 */
export function layoutState(state: unknown): LayoutState {
  if (!isObject(state) || Array.isArray(state)) throw wrong('Send the layout as one JSON object.')
  // Level by level: recursion over a deeply nested object could exhaust the stack.
  let level: object[] = [state]
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS)
      throw wrong(`The layout is nested deeper than ${MAX_LEVELS} levels. Send a flatter one.`)
    for (const value of level) checkContent(value)
    level = level.flatMap((value) => Object.values(value).filter(isObject))
  }
  if (new TextEncoder().encode(JSON.stringify(state)).length > MAX_BYTES)
    throw wrong(`The layout is larger than ${MAX_BYTES / 1024} KB. Send less of it.`)
  return state
}

function checkContent(value: object): void {
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const name = names.find((each) => PROTOTYPE_KEYS.has(each))
  if (name !== undefined) throw wrong(`The layout may have no field of the name "${name}". Rename it.`)
  for (const text of [...names, ...Object.values(value)]) {
    if (typeof text === 'string' && UNSTORABLE.test(text))
      throw wrong('The layout holds a character that cannot be stored (NUL or half of a pair). Leave it out.')
    if (typeof text === 'number' && !Number.isFinite(text))
      throw wrong('The layout holds a number that is too large. Send a smaller one, or a text.')
  }
}

/** The grid's parameters from a saved state, without "?"; null for states of other programs, which our grids ignore. */
export function queryOfState(state: unknown): string | null {
  if (!isObject(state) || !('query' in state) || typeof state.query !== 'string') return null
  return state.query.replace(/^\?/, '')
}

function isObject(value: unknown): value is LayoutState {
  return typeof value === 'object' && value !== null
}

function wrong(message: string): DomainError {
  return new DomainError('invalid', message, { fields: { state: message } })
}

const MAX_KEY = 100
const MAX_NAME = 80

// Control characters and lone surrogates: PostgreSQL accepts neither, and they are not readable.
const UNREADABLE = /[\p{Cc}\p{Cs}]/u

/**
 * The key of a grid ("navdashboard"), in the form that is stored.
 * @throws DomainError 'invalid' unless it has 1 to 100 readable characters
 */
export function layoutKey(text: string): string {
  if (text.trim() === '' || Array.from(text).length > MAX_KEY || UNREADABLE.test(text))
    throw wrongName('key', `The name of a layout has 1 to ${MAX_KEY} readable characters. Check the address.`)
  return text
}

/**
 * The name of a view, trimmed for storing.
 * @throws DomainError 'invalid' unless it has 1 to 80 readable characters
 */
export function viewName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim()
  if (name === '') throw wrongName('name', 'Give the view a name.')
  if (Array.from(name).length > MAX_NAME)
    throw wrongName('name', `Give the view a name of at most ${MAX_NAME} characters.`)
  if (UNREADABLE.test(name))
    throw wrongName('name', 'The name holds a character that cannot be stored. Type it again.')
  return name
}

function wrongName(field: 'key' | 'name', message: string): DomainError {
  return new DomainError('invalid', message, { fields: { [field]: message } })
}

/** A saved layout or view without its state. */
export interface SavedLayout {
  id: number
  /** The grid: "navdashboard", "invoicelog", … */
  key: string
  /** Name of the view; '' for the state that the grid opens with. */
  name: string
  updatedAt: Date
}

/** Whether an id is possible in the database. */
export function isLayoutId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= LARGEST_INTEGER
}
