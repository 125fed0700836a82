import { type FilterKind, filterKind, type GridField } from './columns'
import { conditionFromText, type FilterCondition } from './filter-text'

export type GridSort = { column: string; descending: boolean }
export type GridFilter = FilterCondition & { column: string }

/** What one grid asks of the server: the same for its page, sums, export and the API. */
export type GridQuery = {
  /** From 1. */
  page: number
  /** Rows a page. */
  size: number
  sort: GridSort[]
  filters: GridFilter[]
  /** Free text over all text columns; '' for none. */
  search: string
  /** Key of the row whose detail is open. */
  expanded: string | null
  /** Columns that rows are grouped by, outermost first. */
  groups: string[]
  /** Columns to show, in order; null for the grid's own choice. */
  columns: string[] | null
}

export type GridQueryOptions = {
  /** Rows a page unless the address says otherwise; 25. */
  size?: number
  /** Most rows a page; 200. */
  maxSize?: number
  defaultSort?: GridSort[]
  /** Tells several grids of one page apart: `tx` gives `tx.page`, `tx.sort`, … */
  prefix?: string
}

export type ParsedGridQuery = {
  query: GridQuery
  /** One sentence for each thing that could not be taken as it was. */
  notes: string[]
  /** Filter texts that could not be read, by column: shown again in their fields. */
  refused: Record<string, string>
}

export const MAX_PAGE = 1_000_000
const MAX_TEXT = 200
const MAX_VALUES = 100
const MAX_NOTES = 5

/**
 * Reads a grid's state out of an address. Grammar: `page=2&size=50&sort=-invoice_date,gross&filter.gross=>=100
 * &filter.status=A&filter.status=B&search=audit&expanded=42&group=a,b&columns=a,b`; numbers and days also as
 * `filter.x.from` and `filter.x.to`. Never throws: what cannot be read is left out and named in `notes`.
 */
export function parseGridQuery(
  params: URLSearchParams,
  fields: GridField[],
  { size = 25, maxSize = 200, defaultSort = [], prefix }: GridQueryOptions = {},
): ParsedGridQuery {
  const start = prefix ? `${prefix}.` : ''
  const notes: string[] = []
  const refused: Record<string, string> = {}
  const get = (name: string) => params.get(start + name)
  const whole = (name: string, most: number, otherwise: number) => {
    const text = get(name)?.trim()
    if (!text) return otherwise
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= 1 && number <= most) return number
    const nearest = number > most ? most : otherwise
    notes.push(`“${short(text)}” is not a ${name} that can be shown; ${name} ${nearest} is shown.`)
    return nearest
  }
  const listed = (name: string, allowed: (field: GridField) => boolean, verb: string) =>
    idsOf(get(name)).filter((id) => {
      const known = fields.some((field) => field.id === id && allowed(field))
      if (!known) notes.push(`There is no column “${short(id)}” to ${verb}.`)
      return known
    })

  const sortText = get('sort')
  const directions = new Map(idsOf(sortText).map((part) => [part.replace(/^-/, ''), part.startsWith('-')]))
  const sort = [...directions].flatMap(([column, descending]) => {
    if (fields.some((field) => field.id === column && field.sortable !== false))
      return [{ column, descending }]
    notes.push(`There is no column “${short(column)}” to sort by.`)
    return []
  })
  const columns = listed('columns', () => true, 'show')
  const query: GridQuery = {
    page: whole('page', MAX_PAGE, 1),
    size: whole('size', maxSize, size),
    sort: sort.length > 0 || sortText === '' ? sort : defaultSort,
    filters: filtersOf(params, `${start}filter.`, fields, notes, refused),
    search: clean(get('search') ?? '', notes),
    expanded: clean(get('expanded') ?? '', notes) || null,
    groups: listed('group', (field) => field.groupable === true, 'group by'),
    columns: columns.length > 0 ? columns : null,
  }
  if (notes.length > MAX_NOTES) notes.splice(MAX_NOTES, Infinity, 'More of this address could not be read.')
  return { query, notes, refused }
}

function filtersOf(
  params: URLSearchParams,
  start: string,
  fields: GridField[],
  notes: string[],
  refused: Record<string, string>,
): GridFilter[] {
  const asked = [...new Set(params.keys())]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
  for (const name of asked) {
    const id = name.replace(/\.(from|to)$/, '')
    if (!fields.some((field) => (field.id === name || field.id === id) && filterKind(field)))
      notes.push(`There is no column “${short(name)}” to filter by.`)
  }
  return fields.flatMap((field) => {
    const kind = filterKind(field)
    const texts = kind ? filterTexts(params, start + field.id, notes) : []
    if (!kind || texts.length === 0) return []
    const condition =
      texts.length > 1 ? conditionOfMany(kind, texts) : conditionFromText(kind, texts[0] ?? '')
    if (condition) return [{ column: field.id, ...condition }]
    refused[field.id] = texts[0] ?? ''
    notes.push(`${field.label} is not filtered: “${short(texts.join(', '))}” is not ${WANTED[kind]}.`)
    return []
  })
}

const WANTED: Record<FilterKind, string> = {
  text: 'a text',
  number: 'a number like 100, >=100 or 100..200',
  day: 'a date like 30/10/2026, >=30/10/2026, 10/2026 or 01/10/2026..15/10/2026',
  select: 'one of the values',
  boolean: 'yes or no',
}

function filterTexts(params: URLSearchParams, key: string, notes: string[]): string[] {
  const texts = params
    .getAll(key)
    .slice(0, MAX_VALUES)
    .map((text) => clean(text, notes))
  const given = [...new Set(texts)].filter((text) => text !== '')
  if (given.length > 0) return given
  const [from, to] = [`${key}.from`, `${key}.to`].map((end) => clean(params.get(end) ?? '', notes))
  return from || to ? [`${from}..${to}`] : []
}

/** Several values of one column: any of them. Texts are taken as they are; one unreadable value refuses all. */
function conditionOfMany(kind: FilterKind, texts: string[]): FilterCondition | null {
  if (kind === 'text' || kind === 'select') return { operator: 'in', values: texts }
  const values = texts.map((text) => conditionFromText(kind, text))
  if (!values.every((value) => value?.operator === 'equals')) return null
  const distinct = [...new Set(values.flatMap((value) => value?.values ?? []))]
  return { operator: distinct.length > 1 ? 'in' : 'equals', values: distinct }
}

function idsOf(text: string | null): string[] {
  return [
    ...new Set(
      (text ?? '')
        .slice(0, 2_000)
        .split(',')
        .map((id) => id.trim()),
    ),
  ]
    .filter((id) => id !== '')
    .slice(0, 100)
}

/** No control characters (PostgreSQL refuses NUL), no blanks around, not endless. */
function clean(text: string, notes: string[]): string {
  const plain = text
    .slice(0, 2 * MAX_TEXT)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const letters = Array.from(plain)
  if (letters.length <= MAX_TEXT && text.length <= 2 * MAX_TEXT) return plain
  notes.push(`A text of more than ${MAX_TEXT} characters was cut.`)
  return letters.slice(0, MAX_TEXT).join('').trim()
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
