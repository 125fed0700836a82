import { addDays, type Day, dayIn } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { columnIn, type GroupSums, type ListFilter, type ListKind, type ListQuery } from './list'

/** First and last day of a year (yyyy), month (yyyy-MM) or day; null for any other text. */
export function periodOf(text: string): { first: Day; last: Day } | null {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(text)
  if (!parts) return null
  const [, year = '', month, day] = parts
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return null
  if (day !== undefined) return { first: text, last: text }
  if (month === undefined) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const next =
    month === '12' ? `${Number(year) + 1}-01-01` : `${year}-${String(Number(month) + 1).padStart(2, '0')}-01`
  return { first: `${year}-${month}-01`, last: addDays(next, -1) }
}

/** How the database orders and folds texts (locale C.UTF-8): by code points, one letter for one letter. */

export function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x === y) continue
    // Halves of pairs count as code points above all others.
    const [highX, highY] = [isHalf(x), isHalf(y)]
    return highX === highY ? x - y : highX ? 1 : -1
  }
  return a.length - b.length
}

const isHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/** Lower case letter by letter: no letter becomes two, and a sigma at the end of a word is like any other. */
export function lower(text: string): string {
  if (/^[\w\s-]*$/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => Array.from(letter.toLowerCase())[0]).join('')
}

/** Compares two values of one column, as text: empty values last, whatever the direction. */
export function compareValues(a: string, b: string, kind: ListKind, descending = false): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  const order =
    kind === 'text' ? compareText(lower(a), lower(b)) || compareText(a, b) : plainOrder(a, b, kind)
  return descending ? -order : order
}

/** Sorts the groups of one level; a sort by a grouped column turns its groups. */
export function inGroupOrder(
  groups: GroupSums[],
  query: ListQuery,
  columns: Readonly<Record<string, { kind: ListKind }>>,
): GroupSums[] {
  const levels = query.groups.map((name) => ({
    kind: columnIn(columns, name)?.kind ?? 'text',
    descending: query.sort.find(({ column }) => column === name)?.descending ?? false,
  }))
  return groups.sort((a, b) => {
    for (const [level, { kind, descending }] of levels.entries()) {
      const order = compareValues(a.path[level] ?? '', b.path[level] ?? '', kind, descending)
      if (order !== 0) return order
    }
    return 0
  })
}

function plainOrder(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The properties of a column for the list: its kind, and the value of a row as text (days and instants ISO); null is
 * empty.
 */
export interface RowColumn<Row> {
  kind: ListKind
  value: (row: Row) => string | null
  /** Adds up in groups and totals. */
  sum?: boolean
  /** Blanks are ignored in a search: account numbers are written with and without them. */
  unspaced?: true
}

export type RowColumns<Row> = Readonly<Record<string, RowColumn<Row>>>

/** The rows that pass a query's filters and search, in its order. Instants filter by their day in the time zone. */
export function matchingRows<Row>(
  rows: readonly Row[],
  columns: RowColumns<Row>,
  query: ListQuery,
  timeZone: string,
): Row[] {
  const searched = Object.values(columns).filter(({ kind }) => kind === 'text')
  const words = lower(query.search)
  const found = rows.filter(
    (row) =>
      query.filters.every((filter) => {
        const column = columnIn(columns, filter.column)
        return !column || passes(column.value(row), column, filter, timeZone)
      }) &&
      (words === '' ||
        searched.length === 0 ||
        searched.some((column) => contains(column.value(row) ?? '', words, column))),
  )
  return inOrder(found, columns, query, timeZone)
}

/** The value of a row as the text in groups and header filters; '' for an empty value. */
export function valueText<Row>({ kind, value }: RowColumn<Row>, row: Row, timeZone: string): string {
  const text = value(row)
  if (text === null) return ''
  if (kind === 'number') return new Big(text).toFixed()
  return kind === 'instant' ? dayIn(new Date(text), timeZone) : text
}

function inOrder<Row>(rows: Row[], columns: RowColumns<Row>, query: ListQuery, timeZone: string): Row[] {
  const sorted = query.sort.flatMap(({ column, descending }) => {
    const known = columnIn(columns, column)
    return known ? [{ ...known, name: column, descending }] : []
  })
  const groups = query.groups.flatMap((name) => {
    const known = columnIn(columns, name)
    const descending = sorted.find((one) => one.name === name)?.descending ?? false
    return known ? [{ column: known, descending }] : []
  })
  const order = sorted.filter(({ name }) => !query.groups.includes(name))
  if (groups.length + sorted.length === 0) return rows
  // Rows that the sort leaves equal keep their order, reversed with the last column.
  const down = sorted.at(-1)?.descending ?? false
  return (down ? [...rows].reverse() : [...rows]).sort((a, b) => {
    for (const { column, descending } of groups) {
      const [x, y] = [valueText(column, a, timeZone), valueText(column, b, timeZone)]
      const difference = compareValues(x, y, column.kind, descending)
      if (difference !== 0) return difference
    }
    for (const { value, kind, descending } of order) {
      const difference = compareWithEmpty(value(a), value(b), kind, descending ? -1 : 1)
      if (difference !== 0) return difference
    }
    return 0
  })
}

/** Empty values come last, whatever the direction. */
function compareWithEmpty(a: string | null, b: string | null, kind: ListKind, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return compare(a, b, kind) * sign
}

function compare(a: string, b: string, kind: ListKind): number {
  if (kind === 'number') return new Big(a).cmp(b)
  if (kind === 'text') return compareText(lower(a), lower(b))
  return a < b ? -1 : a > b ? 1 : 0
}

type Kind = Pick<RowColumn<never>, 'kind' | 'unspaced'>

function contains(text: string, part: string, { unspaced }: Kind): boolean {
  const plain = (given: string) => lower(unspaced ? given.replace(/\s+/g, '') : given)
  return plain(text).includes(plain(part))
}

function passes(
  text: string | null,
  column: Kind,
  { operator, values }: ListFilter,
  timeZone: string,
): boolean {
  const { kind } = column
  const empty = text === null || (kind === 'text' && text === '')
  if (operator === 'empty') return empty
  if (operator === 'filled') return !empty
  if (operator === 'in') return empty ? values.includes('') : isAnyOf(text, kind, values, timeZone)
  if (text === null) return operator === 'differs'
  const value = kind === 'instant' ? dayIn(new Date(text), timeZone) : text
  const [first = '', last = ''] = values
  const against = (other: string) => compare(value, other, kind)
  switch (operator) {
    case 'contains':
      return contains(value, first, column)
    case 'equals':
      return against(first) === 0
    case 'differs':
      return against(first) !== 0
    case 'greater':
      return against(first) > 0
    case 'at-least':
      return against(first) >= 0
    case 'less':
      return against(first) < 0
    case 'at-most':
      return against(first) <= 0
    case 'between':
      return against(first) >= 0 && against(last) <= 0
  }
}

function isAnyOf(text: string, kind: ListKind, values: readonly string[], timeZone: string): boolean {
  const given = values.filter((value) => value !== '')
  if (kind === 'number') return given.some((value) => new Big(value).eq(text))
  if (kind !== 'day' && kind !== 'instant') return given.includes(text)
  const day = kind === 'instant' ? dayIn(new Date(text), timeZone) : text
  return given.some((value) => {
    const period = periodOf(value)
    return period !== null && period.first <= day && day <= period.last
  })
}
