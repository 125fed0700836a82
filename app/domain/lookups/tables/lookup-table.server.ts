import type { Read } from 'db/doors'
import { and, asc, desc, eq, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { oneAtATime } from '~/domain/access/pending-change-event.server'
import { isDay } from '~/domain/values/day'
import { Big, plain } from '~/domain/values/decimal'
import type { Value } from '../import/column'
import { rowSchema, tableColumns } from './column-schema.server'
import type { EditableTable } from './editable-table.server'
import type { LookupDefinition } from './lookup-definition.server'
import { recordRow, rowWriter } from './record-row.server'
import { keyParts, rowKey } from './row-key'
import { refuseTaken, refuseUsed } from './stored-refusals.server'
import { type RowValues, type TableRow, textOf } from './table-column'

const LARGEST_INTEGER = 2_147_483_647

/** A table of reference data whose rows stand in one table of the database; what is done is recorded in its chain. */
export function lookupTable(of: LookupDefinition): EditableTable {
  const { name, title, one, about, order, labelOf, options, list, table, key, fields } = of
  const all = getTableColumns(table) as Record<string, PgColumn>
  const stored = (field: string): PgColumn => {
    const column = all[of.storedAs?.[field] ?? field]
    if (!column) throw new Error(`${name} has no column ${field}`)
    return column
  }
  const selection = Object.fromEntries(
    [...new Set([...key, ...Object.keys(fields)])].map((f) => [f, stored(f)]),
  )
  const fixed = Object.fromEntries(key.map((field) => [field, { ...of.more?.[field], fixed: true as const }]))
  const columns = tableColumns(fields, { ...of.more, ...fixed })
  const described = { name, title, one, columns, labelOf }

  const rowOf = (found: Record<string, unknown>): TableRow => {
    const values: RowValues = Object.fromEntries(
      Object.entries(found).map(([field, value]) => [
        field,
        value !== null && fields[field]?.kind === 'decimal'
          ? plain(new Big(String(value)))
          : (value as Value),
      ]),
    )
    return { ...values, key: rowKey(key, values) }
  }
  const columnValues = (values: RowValues) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [of.storedAs?.[field] ?? field, value]))
  /** The row of a key; null for a key that no row can have. */
  function whereKey(text: string): SQL | null {
    const parts = keyParts(key, text)
    const conditions = Object.entries(parts ?? {}).flatMap(([field, part]) => {
      const column = stored(field)
      if (column.dataType === 'number')
        return /^\d{1,10}$/.test(part) && Number(part) <= LARGEST_INTEGER ? [eq(column, Number(part))] : []
      return column.columnType === 'PgDateString' && !isDay(part) ? [] : [eq(column, part)]
    })
    return conditions.length === key.length ? (and(...conditions) ?? null) : null
  }
  async function first(read: Read, text: string, locked: boolean): Promise<TableRow | null> {
    const where = whereKey(text)
    if (!where) return null
    const query = read.select(selection).from(table).where(where)
    const [found] = await (locked ? query.for('update') : query)
    return found ? rowOf(found) : null
  }
  const keyOf = ({ key: text }: TableRow): SQL => {
    const where = whereKey(text)
    if (!where) throw new Error(`${text} is no key of ${name}`)
    return where
  }

  return {
    ...described,
    about,
    path: `/admin/lookups/${name}`,
    functionId: 'administration',
    order,
    options,
    list,
    schema: rowSchema(fields),
    keyIn(given) {
      const named = key.every((field) => textOf(given[field]) !== '' && typeof given[field] !== 'object')
      return named ? rowKey(key, given as RowValues) : null
    },
    count: (read) => read.$count(table),
    async load(read) {
      const by = order.map(({ column, descending }) => (descending ? desc : asc)(stored(column)))
      return (
        await read
          .select(selection)
          .from(table)
          .orderBy(...by)
      ).map(rowOf)
    },
    find: (read, text) => first(read, text, false),
    // Imports compare and write in one go: rows are taken after the lock that they hold.
    begin: oneAtATime,
    lock: (tx, text) => first(tx, text, true),
    async insert(tx, values, by) {
      const [found] = await refuseTaken(of, values, () =>
        tx.insert(table).values(columnValues(values)).returning(selection),
      )
      const row = rowOf(found ?? {})
      await recordRow(tx, described, { before: null, after: row }, by)
      return { row }
    },
    async update(tx, before, values, by) {
      const [found] = await refuseTaken(of, values, () =>
        tx.update(table).set(columnValues(values)).where(keyOf(before)).returning(selection),
      )
      const row = rowOf(found ?? {})
      await of.changed?.(tx, before, row)
      await recordRow(tx, described, { before, after: row }, by)
      return { row }
    },
    async delete(tx, row, by) {
      await refuseUsed(tx, of, row, () => tx.delete(table).where(keyOf(row)))
      await recordRow(tx, described, { before: row, after: null }, by)
      return {}
    },
    writerOf: async (read, text, row) => (whereKey(text) ? rowWriter(read, name, text, row) : null),
  }
}
