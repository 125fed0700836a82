import {
  type FilterKind,
  filterKind,
  type GridField,
  hasValues,
  isGroupable,
  type PinnedSide,
} from './columns'
import {
  comparisonOfLine,
  conditionFromLine,
  conditionFromText,
  daysFromText,
  type FilterCondition,
  numberFromText,
} from './filter-text'
import { NARROWEST, WIDEST } from './grid-table'
import { pathOfText } from './href'
import {
  type GridFilter,
  type GridQuery,
  type GridQueryOptions,
  type GridSort,
  MAX_MARKS,
  MAX_SIZE,
  PANELS,
  type ParsedGridQuery,
  type ShownState,
  WHERE,
} from './query'
import { cleanText, columnsNamed, exactText, idsOf, readParams, shortText } from './read-params'

const MAX_VALUES = 200

/** Notes to the user about what could not be parsed. */
interface Reading {
  notes: string[]
  refused: Record<string, string>
}

/** The filters in an address: `filter.x` as typed in the filter row, `in.x` as chosen from the list of values. */
function parseFilters(params: URLSearchParams, fields: readonly GridField[], reading: Reading): GridFilter[] {
  noteUnknown(params, fields, reading.notes)
  return fields.flatMap((field) => oneList(typed(params, field, reading), chosen(params, field, reading)))
}

/** Typed and chosen values together form one list: any of them. */
function oneList(typed: GridFilter[], chosen: GridFilter[]): GridFilter[] {
  const [one, other] = [typed[0], chosen[0]]
  if (one?.operator !== 'in' || !other) return [...typed, ...chosen]
  return [{ ...other, values: [...new Set([...one.values, ...other.values])] }]
}

const MAX_ALTERNATIVES = 10
const MAX_LINES = 40

/**
 * The alternatives in an address: `or`, each with filters in URL form, and the lines of a form, where each line joined
 * by "or" begins another alternative. A single one is no alternative: its filters join the others.
 */
function parseAlternatives(
  params: URLSearchParams,
  fields: readonly GridField[],
  reading: Reading,
): Pick<GridQuery, 'filters' | 'any'> {
  const filters = parseFilters(params, fields, reading)
  const said = params.getAll('or').map((text) => parseFilters(new URLSearchParams(text), fields, reading))
  const found = [...said, ...alternativesOfLines(params, fields, reading)].filter(({ length }) => length > 0)
  if (found.length > MAX_ALTERNATIVES)
    reading.notes.push(`At most ${MAX_ALTERNATIVES} alternatives are possible; the others are ignored.`)
  const any = found.slice(0, MAX_ALTERNATIVES)
  return any.length === 1 ? { filters: [...filters, ...any.flat()], any: [] } : { filters, any }
}

function alternativesOfLines(
  params: URLSearchParams,
  fields: readonly GridField[],
  { notes }: Reading,
): GridFilter[][] {
  const all = (name: string) => params.getAll(name).slice(0, MAX_LINES)
  const [joined, is, values] = [all(WHERE.joined), all(WHERE.is), all(WHERE.value)]
  const alternatives: GridFilter[][] = [[]]
  for (const [at, column] of all(WHERE.column).entries()) {
    if (column === '') continue
    if (joined[at] === 'or') alternatives.push([])
    const field = fields.find(({ id }) => id === column)
    const kind = field && filterKind(field)
    const comparison = kind && comparisonOfLine(kind, is[at] ?? '')
    if (!kind || !comparison) {
      notes.push(`There is no column “${shortText(column)}” to filter by.`)
      continue
    }
    const value = cleanText(values[at] ?? '', notes)
    const { operator, misfit } = comparison
    const condition = misfit === null ? conditionFromLine(kind, operator, value) : null
    if (condition) alternatives.at(-1)?.push({ column, ...condition })
    else if (misfit === null)
      notes.push(`${field.header} is not filtered: “${shortText(value)}” is not ${WANTED[kind]}.`)
    else notes.push(`${field.header} is not filtered: “${misfit}” does not apply to it.`)
  }
  return alternatives
}

function noteUnknown(params: URLSearchParams, fields: readonly GridField[], notes: string[]): void {
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
  notes.push(`${field.header} is not filtered: “${shortText(texts.join(', '))}” is not ${WANTED[kind]}.`)
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
    notes.push(`A column can be filtered by ${MAX_VALUES} values at most; the others are ignored.`)
  return texts.slice(0, MAX_VALUES)
}

/** Several values of one column: any of them. Texts are used unchanged; one unreadable value refuses all. */
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
    notes.push(`Some filter values of ${field.header} cannot be read and are ignored.`)
  return values.length > 0 ? [{ column: field.id, operator: 'in', values }] : []
}

/** A value of the list as the server accepts it: a day may be a month or a year; null if it cannot be one. */
function valueOfText(field: GridField, text: string): string | null {
  switch (field.meta.kind) {
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

/**
 * How rows are shown, from the parameters of `readParams`: the server reads it with the rest of a query, the browser
 * again when the address changed but the rows did not.
 */
function parseShown(params: URLSearchParams, fields: readonly GridField[], notes: string[]): ShownState {
  const columns = columnsNamed(params, 'columns', fields, 'show', notes)
  const marked = params.getAll('selected').join().split(',').length
  if (marked > MAX_MARKS) notes.push(`At most ${MAX_MARKS} rows can be marked; the others are not.`)
  return {
    columns: columns.length > 0 ? columns : null,
    widths: widthsOf(params, fields),
    pins: pinsOf(params, fields),
    expanded: cleanText(params.get('expanded') ?? '', notes) || null,
    selected: idsOf(params.getAll('selected')),
    edit: cleanText(params.get('edit') ?? '', notes) || null,
    values: columnsNamed(params, 'values', fields.filter(hasValues), 'choose values of', notes)[0] ?? null,
    find: cleanText(params.get('find') ?? '', notes),
    panel: PANELS.find((panel) => panel === params.get('panel')) ?? null,
    filterRow: params.get('filters') === '1',
  }
}

function widthsOf(params: URLSearchParams, fields: readonly GridField[]): Record<string, number> {
  const widths = fields.flatMap(({ id }) => {
    const width = Number(params.get(`width.${id}`))
    return width > 0 ? [[id, Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)))] as const] : []
  })
  return Object.fromEntries(widths)
}

/** The columns that are not pinned as by default. */
function pinsOf(params: URLSearchParams, fields: readonly GridField[]): GridQuery['pins'] {
  const pins = fields.flatMap(({ id, meta }) => {
    const side = SIDES.find((each) => each === params.get(`pin.${id}`))
    return side && side !== (meta.pinned ?? 'no') ? [[id, side] as const] : []
  })
  return Object.fromEntries(pins)
}

const SIDES: readonly (PinnedSide | 'no')[] = ['start', 'end', 'no']

export const MAX_PAGE = 1_000_000
export const MAX_GROUPS = 3
const MAX_PATHS = 200
const MAX_NOTES = 5

/**
 * Reads a grid's state from an address. Grammar: `page=2&size=50&sort=-invoice_date,gross&filter.gross=>=100
 * &filter.gross.from=1&filter.gross.to=2&in.status=A&in.status=B&search=audit&group=a,b&open=all&toggle=A|EUR
 * &or=filter.a%3D1%26filter.b%3D2&columns=a,b&width.a=120&pin.a=start&expanded=42&selected=1,2&values=status&find=pa&panel=columns&filters=1`. Never throws: parts that cannot be parsed
 * are left out and named in `notes`.
 */
export function parseGridQuery(
  address: URLSearchParams,
  fields: readonly GridField[],
  { size = 25, maxSize = MAX_SIZE, prefix, ...options }: GridQueryOptions = {},
): ParsedGridQuery {
  const reading: Reading = { notes: [], refused: {} }
  const { notes } = reading
  const params = readParams(address, prefix, notes)
  const { defaultSort = [], defaultGroups = [], openGroups = 'none' } = options

  const whole = (name: string, most: number, otherwise: number) => {
    const text = params.get(name)?.trim()
    if (!text) return otherwise
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= 1 && number <= most) return number
    // The last page is known only after the rows are counted.
    if (name === 'page' && number > most) return most
    const nearest = number > most ? most : otherwise
    notes.push(`“${shortText(text)}” is not a valid ${name}; ${name} ${nearest} is shown.`)
    return nearest
  }
  const groups = params.has('group')
    ? columnsNamed(params, 'group', fields.filter(isGroupable), 'group by', notes)
    : defaultGroups
  if (groups.length > MAX_GROUPS) notes.push(`Rows can be grouped by ${MAX_GROUPS} columns at most.`)
  const open = params.get('open')
  const query = {
    page: whole('page', MAX_PAGE, 1),
    size: whole('size', maxSize, size),
    sort: sortOf(params, fields, notes) ?? defaultSort,
    ...parseAlternatives(params, fields, reading),
    search: cleanText(params.get('search') ?? '', notes),
    groups: groups.slice(0, MAX_GROUPS),
    openGroups: open === 'all' || open === 'none' ? open : openGroups,
    toggled: params
      .getAll('toggle')
      .slice(0, MAX_PATHS)
      .map((text) => pathOfText(exactText(text))),
    ...parseShown(params, fields, notes),
  }
  const unique = [...new Set(notes)]
  if (unique.length > MAX_NOTES)
    unique.splice(MAX_NOTES, Infinity, 'Other parts of this address could not be read.')
  return { query, notes: unique, refused: reading.refused }
}

/** Null if the address has no valid order; an empty one means the rows' own. */
function sortOf(params: URLSearchParams, fields: readonly GridField[], notes: string[]): GridSort[] | null {
  const text = params.get('sort')
  const directions = new Map(
    idsOf(params.getAll('sort')).map((part) => [part.replace(/^-/, ''), part.startsWith('-')]),
  )
  const sort = [...directions].flatMap(([column, descending]) => {
    if (fields.some((field) => field.id === column && field.enableSorting !== false))
      return [{ column, descending }]
    notes.push(`There is no column “${shortText(column)}” to sort by.`)
    return []
  })
  return sort.length > 0 || text === '' ? sort : null
}

/**
 * The query of a grid as shown now: the server's query, but columns, widths, marks and open rows from the address,
 * since changing these loads nothing.
 */
export function shownQuery(
  { query }: ParsedGridQuery,
  search: string,
  fields: readonly GridField[],
  prefix?: string,
) {
  const params = readParams(search, prefix)
  params.delete('view')
  // An address without grid parameters opens in the saved state, which the server knows.
  const shown: GridQuery = params.size === 0 ? query : { ...query, ...parseShown(params, fields, []) }
  return shown
}
