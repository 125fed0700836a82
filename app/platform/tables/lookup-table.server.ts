import type { Read, Transaction } from 'db/database'
import { asc, desc, getTableColumns, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { Big, plain } from '~/platform/values/decimal'
import type { Value } from './column'
import { rowSchema, tableColumns } from './column-schema.server'
import type { EditableTable, RowWriter, Written } from './editable-table.server'
import type { LookupDefinition, RowChanged } from './lookup-definition.server'
import { recordRow, rowWriter } from './record-row.server'
import { rowKey } from './row-key'
import { whereKey } from './stored-key.server'
import { refuseTaken, refuseUsed } from './stored-refusals.server'
import { type RowValues, type TableRow, textOf, type Words } from './table-column'

/** A table of reference data whose rows stand in one table of the database; what is done is recorded in its chain. */
export function lookupTable(of: LookupDefinition): EditableTable {
  const { name, title, one, about, order, labelOf, options, list, leftOut, table, key, fields } = of
  const all = getTableColumns(table) as Record<string, PgColumn>
  const stored = (field: string): PgColumn => {
    const column = all[of.storedAs?.[field] ?? field]
    if (!column) throw new Error(`${name} has no column ${field}`)
    return column
  }
  const selection = Object.fromEntries(
    [...new Set([...key, ...Object.keys(fields)])].map((f) => [f, stored(f)]),
  )
  const keyColumns = Object.fromEntries(key.map((field) => [field, stored(field)]))
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
  async function first(read: Read, text: string, locked: boolean): Promise<TableRow | null> {
    const where = whereKey(keyColumns, text)
    if (!where) return null
    const query = read.select(selection).from(table).where(where)
    const [found] = await (locked ? query.for('update') : query)
    return found ? rowOf(found) : null
  }
  const keyOf = ({ key: text }: TableRow): SQL => {
    const where = whereKey(keyColumns, text)
    if (!where) throw new Error(`${text} is no key of ${name}`)
    return where
  }
  const wordsNow = async (read: Read): Promise<Words> => (await options?.(read)) ?? {}
  async function added(tx: Transaction, values: RowValues, by: RowWriter): Promise<TableRow> {
    if (of.add) return (await first(tx, await of.add(tx, values, by), false)) ?? rowOf({})
    const [found] = await tx.insert(table).values(columnValues(values)).returning(selection)
    return rowOf(found ?? {})
  }
  /** What follows from a write, and its event. */
  async function followed(tx: Transaction, change: RowChanged, by: RowWriter): Promise<Omit<Written, 'row'>> {
    const also = await of.changed?.(tx, change, by)
    await recordRow(tx, described, change, by, await wordsNow(tx))
    return also === undefined ? {} : { also }
  }

  return {
    ...described,
    about,
    path: `/admin/lookups/${name}`,
    functionId: 'administration',
    order,
    options,
    list,
    leftOut,
    schema: rowSchema(fields),
    keyIn(given) {
      const named = key.every((field) => textOf(given[field]) !== '' && typeof given[field] !== 'object')
      return named ? rowKey(key, given as RowValues) : null
    },
    count: (read) => read.$count(table),
    async load(read) {
      const by = order.map(({ column, descending }) => (descending ? desc : asc)(stored(column)))
      const rows = read
        .select(selection)
        .from(table)
        .orderBy(...by)
      return (await rows).map(rowOf)
    },
    find: (read, text) => first(read, text, false),
    // Imports compare and write in one go: rows are taken after the lock that they hold.
    begin: oneAtATime,
    lock: (tx, text) => first(tx, text, true),
    async insert(tx, values, by) {
      await of.check?.(tx, values, null)
      const words = await wordsNow(tx)
      const row = await refuseTaken(of, { values, words }, () => added(tx, values, by))
      return { row, ...(await followed(tx, { before: null, after: row }, by)) }
    },
    async update(tx, before, values, by) {
      await of.check?.(tx, values, before)
      const words = await wordsNow(tx)
      const [found] = await refuseTaken(of, { values, words }, () =>
        tx.update(table).set(columnValues(values)).where(keyOf(before)).returning(selection),
      )
      const row = rowOf(found ?? {})
      return { row, ...(await followed(tx, { before, after: row }, by)) }
    },
    async delete(tx, row, by) {
      await refuseUsed(tx, of, { row, words: await wordsNow(tx) }, () =>
        of.remove ? of.remove(tx, row, by) : tx.delete(table).where(keyOf(row)),
      )
      return followed(tx, { before: row, after: null }, by)
    },
    writerOf: async (read, text, row) =>
      whereKey(keyColumns, text) ? rowWriter(read, name, text, row) : null,
  }
}
