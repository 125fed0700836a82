import type { Read } from 'db/database'
import { workflowEvent } from 'db/schema/workflow'
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { isDay } from '~/platform/values/day'
import { Big, plain } from '~/platform/values/decimal'
import { showYearDay } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import {
  inAdministration,
  REFERENCE_DATA,
  REFERENCE_OBJECT_ID,
  recordAct,
} from '~/platform/workflow/record-act.server'
import { LARGEST_INTEGER } from '../values/numerals'
import type { Value } from './column'
import { changeLine } from './compare'
import { type EditableTable, rowSchema, tableColumns, type Written } from './editable-table.server'
import { currentOptions } from './options.server'
import { type LookupDefinition, type RowChanged, refuseDuplicate, refuseUsed } from './stored-refusals.server'
import { type OptionsByColumn, type RowValues, sameValue, type TableRow, textOf } from './table-column'
import { keyParts, rowKey } from './table-row'

/** Selects the row of a key; null for an impossible key. */
function whereKey(columns: Readonly<Record<string, PgColumn>>, text: string): SQL | null {
  const fields = Object.keys(columns)
  const conditions = Object.entries(keyParts(fields, text) ?? {}).flatMap(([field, part]) => {
    const column = columns[field]
    if (!column) return []
    if (column.dataType === 'number')
      return /^\d{1,10}$/.test(part) && Number(part) <= LARGEST_INTEGER ? [eq(column, Number(part))] : []
    return column.columnType === 'PgDateString' && !isDay(part) ? [] : [eq(column, part)]
  })
  return conditions.length === fields.length ? (and(...conditions) ?? null) : null
}

const STATUS = {
  insert: ['ADDED', 'success'],
  update: ['CHANGED', 'success'],
  delete: ['DELETED', 'invalidated'],
} as const

/**
 * Records a change of a row of reference data in its chain, every field with its old and new value.
 * @param current the current options, by column: a choice is recorded as its label
 */
async function recordRow(
  { tx, actor, now }: UserWriteContext,
  table: Pick<EditableTable, 'name' | 'title' | 'columns' | 'labelOf'>,
  { before, after }: RowChanged,
  current: OptionsByColumn = {},
): Promise<void> {
  const row = before ?? after
  if (!row) return
  const action = before === null ? 'insert' : after === null ? 'delete' : 'update'
  const [status, style] = STATUS[action]
  const fields = table.columns
    .filter(({ id }) => !sameValue(before?.[id], after?.[id]))
    .map(({ id, kind, label, options }) => {
      // Ids mean nothing to readers of the history; the data of the event has them.
      const labelled = (value: Value | undefined) =>
        kind === 'yearDay'
          ? showYearDay(textOf(value))
          : ((current[id] ?? options)?.find((option) => option.value === textOf(value))?.label ??
            value ??
            null)
      return { field: id, header: label, before: labelled(before?.[id]), after: labelled(after?.[id]) }
    })
  await recordAct(tx, REFERENCE_DATA, {
    name: `${action} row`,
    to: inAdministration(status, style),
    log: changeLine({ sheet: table.title, key: table.labelOf(row, current), action, fields }),
    data: {
      table: table.name,
      key: row.key,
      before: canonicalJson(before),
      after: canonicalJson(after),
    },
    who: actor,
    now,
  })
}

/**
 * The user who wrote the stored values of a row, or deleted it. Null if that is not the newest event of the row: an
 * import, which may cover a thousand rows, has changed it since.
 */
async function rowWriter(
  read: Read,
  table: string,
  key: string,
  row: RowValues | null,
): Promise<string | null> {
  const [event] = await read
    .select({ who: workflowEvent.whoName, data: workflowEvent.data })
    .from(workflowEvent)
    .where(
      and(
        eq(workflowEvent.objectId, REFERENCE_OBJECT_ID),
        sql`${workflowEvent.data}->>'table' = ${table}`,
        sql`${workflowEvent.data}->>'key' = ${key}`,
      ),
    )
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  const { after } = (event?.data ?? {}) as { after?: string }
  return event && after === canonicalJson(row) ? event.who : null
}

/** A table of reference data stored in one database table; changes are recorded in its chain. */
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
    const query = read.select(selection).from(table).where(and(where, of.only))
    const [found] = await (locked ? query.for('update') : query)
    return found ? rowOf(found) : null
  }
  const keyOf = ({ key: text }: TableRow): SQL => {
    const where = whereKey(keyColumns, text)
    if (!where) throw new Error(`${text} is no key of ${name}`)
    return where
  }
  async function added(context: UserWriteContext, values: RowValues): Promise<TableRow> {
    const { tx } = context
    if (of.add) return (await first(tx, await of.add(context, values), false)) ?? rowOf({})
    const [found] = await tx.insert(table).values(columnValues(values)).returning(selection)
    return rowOf(found ?? {})
  }
  /** The consequences of a write, and its event. */
  async function followed(context: UserWriteContext, change: RowChanged): Promise<Omit<Written, 'row'>> {
    const also = await of.changed?.(context, change)
    await recordRow(context, described, change, await currentOptions(context.tx, of))
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
    count: (read) => read.$count(table, of.only),
    async load({ read }) {
      const by = order.map(({ column, descending }) => (descending ? desc : asc)(stored(column)))
      const rows = read
        .select(selection)
        .from(table)
        .where(of.only)
        .orderBy(...by)
      return (await rows).map(rowOf)
    },
    find: ({ read }, text) => first(read, text, false),
    // Imports compare and write in one transaction: rows are locked after the lock that imports hold.
    begin: oneAtATime,
    lock: ({ tx }, text) => first(tx, text, true),
    async insert(context, values) {
      const { tx } = context
      await of.check?.(tx, values, null)
      const options = await currentOptions(tx, of)
      const row = await refuseDuplicate(of, { values, options }, () => added(context, values))
      return { row, ...(await followed(context, { before: null, after: row })) }
    },
    async update(context, before, values) {
      const { tx } = context
      await of.check?.(tx, values, before)
      const options = await currentOptions(tx, of)
      const [found] = await refuseDuplicate(of, { values, options }, () =>
        tx.update(table).set(columnValues(values)).where(keyOf(before)).returning(selection),
      )
      const row = rowOf(found ?? {})
      return { row, ...(await followed(context, { before, after: row })) }
    },
    async delete(context, row) {
      const { tx } = context
      await refuseUsed(tx, of, { row, options: await currentOptions(tx, of) }, () =>
        of.remove ? of.remove(context, row) : tx.delete(table).where(keyOf(row)),
      )
      return followed(context, { before: row, after: null })
    },
    writerOf: async (read, text, row) =>
      whereKey(keyColumns, text) ? rowWriter(read, name, text, row) : null,
  }
}
