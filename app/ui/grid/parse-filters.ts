import { cleanText, exactText, shortText } from './clean-text'
import { type FilterKind, filterKind, type GridField, hasValues } from './columns'
import { daysFromText } from './day-text'
import { conditionFromText, type FilterCondition } from './filter-text'
import { numberFromText } from './number-text'
import type { GridFilter } from './query'

const MAX_VALUES = 200

/** What could not be read, told to the user. */
export interface Reading {
  notes: string[]
  refused: Record<string, string>
}

/** The filters of an address: `filter.x` as typed in the filter row, `in.x` as chosen from the list of values. */
export function parseFilters(params: URLSearchParams, fields: GridField[], reading: Reading): GridFilter[] {
  noteUnknown(params, fields, reading.notes)
  return fields.flatMap((field) => oneList(typed(params, field, reading), chosen(params, field, reading)))
}

/** Several values that were typed and those that were chosen are one list: any of them. */
function oneList(typed: GridFilter[], chosen: GridFilter[]): GridFilter[] {
  const [one, other] = [typed[0], chosen[0]]
  if (one?.operator !== 'in' || !other) return [...typed, ...chosen]
  return [{ ...other, values: [...new Set([...one.values, ...other.values])] }]
}

function noteUnknown(params: URLSearchParams, fields: GridField[], notes: string[]): void {
  for (const key of new Set(params.keys())) {
    const [, kind, name = ''] = /^(filter|in)\.(.*)$/s.exec(key) ?? []
    if (!kind) continue
    const id = name.replace(/\.(from|to)$/, '')
    if (!fields.some((field) => (field.id === name || field.id === id) && filterKind(field)))
      notes.push(`There is no column “${shortText(name)}” to filter by.`)
  }
}

function typed(params: URLSearchParams, field: GridField, { notes, refused }: Reading): GridFilter[] {
  const kind = filterKind(field)
  const texts = kind ? filterTexts(params, `filter.${field.id}`, notes) : []
  if (!kind || texts.length === 0) return []
  const condition = texts.length > 1 ? conditionOfMany(kind, texts) : conditionFromText(kind, texts[0] ?? '')
  if (condition) return [{ column: field.id, ...condition }]
  refused[field.id] = texts[0] ?? ''
  notes.push(`${field.label} is not filtered: “${shortText(texts.join(', '))}” is not ${WANTED[kind]}.`)
  return []
}

const WANTED: Record<FilterKind, string> = {
  text: 'a text',
  number: 'a number like 100, >=100 or 100..200',
  day: 'a date like 30/10/2026, >=30/10/2026, 10/2026 or 01/10/2026..15/10/2026',
  select: 'one of the values',
  boolean: 'yes or no',
}

function filterTexts(params: URLSearchParams, key: string, notes: string[]): string[] {
  const texts = firstOf(params.getAll(key), notes).map((text) => cleanText(text, notes))
  const given = [...new Set(texts)].filter((text) => text !== '')
  if (given.length > 0) return given
  const [from, to] = [`${key}.from`, `${key}.to`].map((end) => cleanText(params.get(end) ?? '', notes))
  return from || to ? [`${from}..${to}`] : []
}

function firstOf(texts: string[], notes: string[]): string[] {
  if (texts.length > MAX_VALUES)
    notes.push(`A column is filtered by ${MAX_VALUES} values at most; the others are left out.`)
  return texts.slice(0, MAX_VALUES)
}

/** Several values of one column: any of them. Texts are taken as they are; one unreadable value refuses all. */
function conditionOfMany(kind: FilterKind, texts: string[]): FilterCondition | null {
  if (kind === 'text' || kind === 'select') return { operator: 'in', values: texts }
  const values = texts.map((text) => conditionFromText(kind, text))
  if (!values.every((value) => value?.operator === 'equals')) return null
  const distinct = [...new Set(values.flatMap((value) => value?.values ?? []))]
  return { operator: distinct.length > 1 ? 'in' : 'equals', values: distinct }
}

function chosen(params: URLSearchParams, field: GridField, { notes }: Reading): GridFilter[] {
  if (!filterKind(field)) return []
  const given = [...new Set(firstOf(params.getAll(`in.${field.id}`), notes).map(exactText))]
  const values = given.flatMap((text) => (text === '' ? [''] : (valueOfText(field, text) ?? [])))
  if (values.length < given.length)
    notes.push(`Some values that ${field.label} was to be filtered by cannot be read and are left out.`)
  return values.length > 0 ? [{ column: field.id, operator: 'in', values }] : []
}

/** A value of the list as the server takes it: a day may be a month or a year; null when it cannot be one. */
function valueOfText(field: GridField, text: string): string | null {
  switch (field.kind) {
    case 'number':
      return numberFromText(text)
    case 'boolean':
      return text === 'true' || text === 'false' ? text : null
    case 'day':
    case 'instant':
      return /^\d{4}(-\d{2}){0,2}$/.test(text) && daysFromText(text) ? text : null
    default:
      return hasValues(field) || filterKind(field) ? text : null
  }
}
