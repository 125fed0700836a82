import { cleanText, exactText, shortText } from './clean-text'
import { type GridField, hasValues, isGroupable } from './columns'
import { parseFilters, type Reading } from './parse-filters'
import { pathOfText } from './path-text'
import { type GridQueryOptions, type GridSort, ownParams, type ParsedGridQuery } from './query'

export const MAX_PAGE = 1_000_000
export const MAX_GROUPS = 3
const MAX_PATHS = 200
const MAX_NOTES = 5
/** Letters of all parameters together that are read: no grid's state is longer, and longer ones only cost time. */
const MAX_STATE = 20_000

/**
 * Reads a grid's state out of an address. Grammar: `page=2&size=50&sort=-invoice_date,gross&filter.gross=>=100
 * &filter.gross.from=1&filter.gross.to=2&in.status=A&in.status=B&search=audit&group=a,b&open=all&toggle=A|EUR
 * &columns=a,b&width.a=120&expanded=42&selected=1,2&values=status&find=pa`. Never throws: what cannot be read is left
 * out and named in `notes`.
 */
export function parseGridQuery(
  address: URLSearchParams,
  fields: GridField[],
  { size = 25, maxSize = 200, prefix, ...options }: GridQueryOptions = {},
): ParsedGridQuery {
  const reading: Reading = { notes: [], refused: {} }
  const { notes } = reading
  const params = readable(ownParams(address, prefix), notes)
  const { defaultSort = [], defaultGroups = [], openGroups = 'none' } = options

  const whole = (name: string, most: number, otherwise: number) => {
    const text = params.get(name)?.trim()
    if (!text) return otherwise
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= 1 && number <= most) return number
    const nearest = number > most ? most : otherwise
    notes.push(`“${shortText(text)}” is not a ${name} that can be shown; ${name} ${nearest} is shown.`)
    return nearest
  }
  const listed = (name: string, allowed: (field: GridField) => boolean, verb: string) =>
    idsOf(params.getAll(name)).filter((id) => {
      const known = fields.some((field) => field.id === id && allowed(field))
      if (!known) notes.push(`There is no column “${shortText(id)}” to ${verb}.`)
      return known
    })

  const groups = params.has('group') ? listed('group', isGroupable, 'group by') : defaultGroups
  if (groups.length > MAX_GROUPS) notes.push(`Rows are grouped by ${MAX_GROUPS} columns at most.`)
  const columns = listed('columns', () => true, 'show')
  const open = params.get('open')
  const query = {
    page: whole('page', MAX_PAGE, 1),
    size: whole('size', maxSize, size),
    sort: sortOf(params, fields, notes) ?? defaultSort,
    filters: parseFilters(params, fields, reading),
    search: cleanText(params.get('search') ?? '', notes),
    expanded: cleanText(params.get('expanded') ?? '', notes) || null,
    groups: groups.slice(0, MAX_GROUPS),
    openGroups: open === 'all' || open === 'none' ? open : openGroups,
    toggled: params
      .getAll('toggle')
      .slice(0, MAX_PATHS)
      .map((text) => pathOfText(exactText(text))),
    columns: columns.length > 0 ? columns : null,
    widths: widthsOf(params, fields),
    selected: idsOf(params.getAll('selected')),
    edit: cleanText(params.get('edit') ?? '', notes) || null,
    values: listed('values', hasValues, 'choose values of')[0] ?? null,
    find: cleanText(params.get('find') ?? '', notes),
  }
  if (notes.length > MAX_NOTES) notes.splice(MAX_NOTES, Infinity, 'More of this address could not be read.')
  return { query, notes, refused: reading.refused }
}

function readable(params: URLSearchParams, notes: string[]): URLSearchParams {
  let length = 0
  const read = new URLSearchParams()
  for (const [name, value] of params) {
    length += name.length + value.length
    if (length <= MAX_STATE) read.append(name, value)
  }
  if (length > MAX_STATE) notes.push('This address is too long; only its beginning was read.')
  return read
}

/** Null when the address names no order that can be followed; an empty one stands for the rows' own. */
function sortOf(params: URLSearchParams, fields: GridField[], notes: string[]): GridSort[] | null {
  const text = params.get('sort')
  const directions = new Map(
    idsOf(params.getAll('sort')).map((part) => [part.replace(/^-/, ''), part.startsWith('-')]),
  )
  const sort = [...directions].flatMap(([column, descending]) => {
    if (fields.some((field) => field.id === column && field.sortable !== false))
      return [{ column, descending }]
    notes.push(`There is no column “${shortText(column)}” to sort by.`)
    return []
  })
  return sort.length > 0 || text === '' ? sort : null
}

function widthsOf(params: URLSearchParams, fields: GridField[]): Record<string, number> {
  const widths = fields.flatMap(({ id }) => {
    const width = Number(params.get(`width.${id}`))
    return width >= 30 && width <= 1_000 ? [[id, Math.round(width)] as const] : []
  })
  return Object.fromEntries(widths)
}

function idsOf(texts: string[]): string[] {
  const ids = texts.flatMap((text) => text.slice(0, 4_000).split(',')).map((id) => id.trim())
  return [...new Set(ids)].filter((id) => id !== '').slice(0, 200)
}
