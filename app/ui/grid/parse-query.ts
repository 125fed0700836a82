import { cleanText, exactText, shortText } from './clean-text'
import { type GridField, isGroupable } from './columns'
import { parseFilters, type Reading } from './parse-filters'
import { parseShown } from './parse-shown'
import { pathOfText } from './path-text'
import type { GridQueryOptions, GridSort, ParsedGridQuery } from './query'
import { columnsNamed, idsOf, readParams } from './read-params'

export const MAX_PAGE = 1_000_000
export const MAX_GROUPS = 3
const MAX_PATHS = 200
const MAX_NOTES = 5

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
  const params = readParams(address, prefix, notes)
  const { defaultSort = [], defaultGroups = [], openGroups = 'none' } = options

  const whole = (name: string, most: number, otherwise: number) => {
    const text = params.get(name)?.trim()
    if (!text) return otherwise
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= 1 && number <= most) return number
    // Which page is the last one is told when the rows are counted.
    if (name === 'page' && number > most) return most
    const nearest = number > most ? most : otherwise
    notes.push(`“${shortText(text)}” is not a ${name} that can be shown; ${name} ${nearest} is shown.`)
    return nearest
  }
  const groups = params.has('group')
    ? columnsNamed(params, 'group', fields.filter(isGroupable), 'group by', notes)
    : defaultGroups
  if (groups.length > MAX_GROUPS) notes.push(`Rows are grouped by ${MAX_GROUPS} columns at most.`)
  const open = params.get('open')
  const query = {
    page: whole('page', MAX_PAGE, 1),
    size: whole('size', maxSize, size),
    sort: sortOf(params, fields, notes) ?? defaultSort,
    filters: parseFilters(params, fields, reading),
    search: cleanText(params.get('search') ?? '', notes),
    groups: groups.slice(0, MAX_GROUPS),
    openGroups: open === 'all' || open === 'none' ? open : openGroups,
    toggled: params
      .getAll('toggle')
      .slice(0, MAX_PATHS)
      .map((text) => pathOfText(exactText(text))),
    ...parseShown(params, fields, notes),
  }
  const told = [...new Set(notes)]
  if (told.length > MAX_NOTES) told.splice(MAX_NOTES, Infinity, 'More of this address could not be read.')
  return { query, notes: told, refused: reading.refused }
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
