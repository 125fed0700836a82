import type { Read, Transaction } from 'db/database'
import { z } from 'zod'
import type { FunctionId } from '~/areas/access/actor'
import type { List } from '~/platform/lists/list'
import type { Column } from './column'
import { readGiven, ValueFault } from './given-value'
import type { PostedRow } from './posted-row'
import type { RowValues, TableColumn, TableRow, Words } from './table-column'

export type RowSchema = z.ZodType<RowValues>

/** The schema of a row whose columns read forms and calls as the import reads its cells. */
export function rowSchema(fields: Readonly<Record<string, Column>>): RowSchema {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([field, column]) => [
      field,
      z.unknown().transform((given, context) => {
        const value = readGiven(column, given)
        if (!(value instanceof ValueFault)) return value
        context.addIssue({ code: 'custom', message: value.sentence })
        return z.NEVER
      }),
    ]),
  )
  return z.object(shape) as RowSchema
}

/** The columns of a table out of those of the import, with what only the screens need. */
export function tableColumns(
  fields: Readonly<Record<string, Column>>,
  more: Readonly<Record<string, Partial<TableColumn>>> = {},
): TableColumn[] {
  return Object.entries(fields).map(([id, { header, kind, blank, choices }]) => ({
    id,
    label: header,
    kind,
    required: blank === undefined && kind !== 'boolean',
    ...(choices.length > 0 ? { options: choices.map((value) => ({ value, label: value })) } : {}),
    ...more[id],
  }))
}

/**
 * A table whose rows people add, change and delete one by one (the generic editable grid of the specification). An area
 * defines its own with its own verbs: what the verbs write, how they record it, and whether it waits for somebody.
 */
export interface EditableTable {
  /** In addresses: "exchange-rates". */
  name: string
  /** "Exchange rates" */
  title: string
  /** What a row is: "exchange rate". */
  one: string
  /** What it is for, in a few words. */
  about: string
  /** Address of its page. */
  path: string
  /** Whose permissions add, update and delete hold here. */
  functionId: FunctionId
  columns: readonly TableColumn[]
  /** Do its changes wait for somebody? Then its forms ask why. */
  waits?: true
  /** Order of the rows unless asked otherwise. */
  order: readonly { column: string; descending: boolean }[]
  /** Checks a row; every column is there, null for what was not given. */
  schema: RowSchema
  /**
   * How people name a row: "CHF", "LU 01/01/2026", "Annual report: Send it".
   * @param words what may be chosen now: a row that is part of another one is named with it
   */
  labelOf(row: RowValues, words: Words): string
  /** The key of a row that has its key fields; null when it has not. */
  keyIn(given: PostedRow): string | null
  /** What may be chosen now, by column: what the database says, beside the closed lists of the columns. */
  options?(read: Read): Promise<Words>
  count(read: Read): Promise<number>
  /** All rows, in the table's order. */
  load(read: Read): Promise<TableRow[]>
  /** The rows paged by the database, where they are too many to load them all; its columns are theirs and `key`. */
  list?(read: Read, timeZone: string): List<TableRow>
  find(read: Read, key: string): Promise<TableRow | null>
  /** What of a posted row is not stored, as a sentence. */
  leftOut?(posted: PostedRow): string | undefined
  /** Takes what orders the writers of this table, before anything of it is read to be written. */
  begin?(tx: Transaction): Promise<void>
  /** The row, locked until the transaction ends. */
  lock(tx: Transaction, key: string): Promise<TableRow | null>
  insert(tx: Transaction, values: RowValues, by: RowWriter): Promise<Written>
  update(tx: Transaction, row: TableRow, values: RowValues, by: RowWriter): Promise<Written>
  /** @throws DomainError refused, with what uses the row */
  delete(tx: Transaction, row: TableRow, by: RowWriter): Promise<Omit<Written, 'row'>>
  /** Who wrote what is stored now; for a row that is gone, who deleted it. Null when nobody knows. */
  writerOf?(read: Read, key: string, row: TableRow | null): Promise<string | null>
}

/** Who writes, when, and the key under which it takes effect once. */
export interface RowWriter {
  actor: { id: number; fullName: string }
  now: Date
  /** Of the site: which day it is now. */
  timeZone: string
  once: string
  /** Why, for whoever decides where the change waits. */
  comment?: string
}

export interface Written {
  row: TableRow
  /** Where it takes effect later: "it takes effect when a member of TEAM LEADER approves it". */
  note?: string
  /** What else was done with it, as a sentence: "12 dates were moved." */
  also?: string
}

/** What a verb did. */
export interface RowDone {
  what: 'added' | 'changed' | 'unchanged' | 'deleted'
  label: string
  row: TableRow
  note?: string
  also?: string
}

/** What was done, in a short line: "Currency CHF changed". */
export function doneLine(table: EditableTable, done: RowDone): string {
  const line = whatWasDone(table, done)
  return done.also === undefined ? line : `${line}. ${done.also}`
}

function whatWasDone({ one }: EditableTable, { what, label, note }: RowDone): string {
  const row = `${one} ${label}`
  const begun = `${row.charAt(0).toUpperCase()}${row.slice(1)}`
  if (note !== undefined) return `${begun} is to be ${what}: ${note}`
  return what === 'unchanged' ? `Nothing changed in ${row}` : `${begun} ${what}`
}
