import type { RuleInput, SecondSources, SourceOfKind, SourceTable, VendorPrice } from './contract'

/** What the rules read in addition to the figures of a control and of the one before it. */
export type RuleReference = Omit<RuleInput, 'data' | 'previous'>

interface Origin {
  file: string
  sender?: string
}

/** A row of another party's file, of whatever kind. */
interface AnyRow extends Origin {
  cells: Readonly<Record<string, string>>
}

type Columns = Record<string, unknown[]>

/**
 * Rows of another party by column: a control keeps thousands of them, and the names of their fields, file and sender would
 * be most of the text. A column that is blank in all rows is left out.
 */
interface RowsByColumn {
  from: Origin[]
  /** Of each row its place in `from`. */
  of: number[]
  cells: Columns
  columns: Columns
}

/** Controls of before rows were kept by column have them one by one. */
type StoredRows<Row> = RowsByColumn | readonly Row[]

interface StoredOfKind<Row> extends Omit<SourceOfKind<Row>, 'tables'> {
  tables: (Omit<SourceTable<Row>, 'rows'> & { rows: StoredRows<Row> })[]
}

type RowOfKind<Kind extends 'register' | 'cash' | 'positions'> =
  SecondSources[Kind]['tables'][number]['rows'][number]

/** Second sources as a control keeps them. */
export interface StoredSources extends Omit<SecondSources, 'register' | 'cash' | 'positions' | 'prices'> {
  register: StoredOfKind<RowOfKind<'register'>>
  cash: StoredOfKind<RowOfKind<'cash'>>
  positions: StoredOfKind<RowOfKind<'positions'>>
  prices: StoredRows<VendorPrice>
}

/** `RuleReference` as a control keeps it. */
export type StoredReference = Omit<RuleReference, 'sources'> & { sources?: StoredSources }

/** The values of objects by name; null where one has none. */
function columnsOf(objects: readonly Readonly<Record<string, unknown>>[]): Columns {
  const columns: Columns = {}
  objects.forEach((object, at) => {
    for (const name in object) {
      const value = object[name] ?? null
      if (value === null) continue
      columns[name] ??= new Array(objects.length).fill(null)
      columns[name][at] = value
    }
  })
  return columns
}

function byColumn(rows: readonly AnyRow[]): RowsByColumn {
  const from: Origin[] = []
  const places = new Map<string, number>()
  const of = rows.map(({ file, sender }) => {
    const key = `${sender ?? ''}\n${file}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, from.length)
    return from.push({ file, ...(sender === undefined ? {} : { sender }) }) - 1
  })
  const values = rows.map(({ file: _, sender: __, cells: ___, ...row }) => row)
  return { from, of, cells: columnsOf(rows.map(({ cells }) => cells)), columns: columnsOf(values) }
}

/** The values of one row that has them. */
function valuesAt(columns: Columns, at: number): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name in columns) {
    const value = columns[name]?.[at] ?? null
    if (value !== null) values[name] = value
  }
  return values
}

function rowsOf<Row>(stored: StoredRows<Row>): Row[] {
  if (!('of' in stored)) return [...stored]
  const { from, of, cells, columns } = stored
  return of.map(
    (place, at) => ({ ...from[place], cells: valuesAt(cells, at), ...valuesAt(columns, at) }) as Row,
  )
}

const storedOfKind = <Row extends AnyRow>({ tables, ...of }: SourceOfKind<Row>): StoredOfKind<Row> => ({
  ...of,
  tables: tables.map(({ rows, ...table }) => ({ ...table, rows: byColumn(rows) })),
})

const ofKind = <Row>({ tables, ...of }: StoredOfKind<Row>): SourceOfKind<Row> => ({
  ...of,
  tables: tables.map(({ rows, ...table }) => ({ ...table, rows: rowsOf(rows) })),
})

export function storedSources({
  register,
  cash,
  positions,
  prices,
  ...sources
}: SecondSources): StoredSources {
  return {
    ...sources,
    register: storedOfKind(register),
    cash: storedOfKind(cash),
    positions: storedOfKind(positions),
    prices: byColumn(prices),
  }
}

export function storedReference({ sources, ...reference }: RuleReference): StoredReference {
  return { ...reference, ...(sources ? { sources: storedSources(sources) } : {}) }
}

/** What the rules read, of what a control kept of it. */
export function ruleReferenceOf({ sources, ...reference }: StoredReference): RuleReference {
  if (!sources) return reference
  const { register, cash, positions, prices, ...others } = sources
  const opened: SecondSources = {
    ...others,
    register: ofKind(register),
    cash: ofKind(cash),
    positions: ofKind(positions),
    prices: rowsOf(prices),
  }
  return { ...reference, sources: opened }
}

/** The same of its JSON. */
export const ruleReferenceOfJson = (json: string): RuleReference =>
  ruleReferenceOf(JSON.parse(json) as StoredReference)
