import type { Read, Transaction } from 'db/database'
import { z } from 'zod'
import type { FunctionId } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { List } from '~/platform/lists/list'
import type { Context, WriteContext } from '~/platform/values/context.server'
import { timeFromText } from '~/platform/values/day'
import { Big } from '~/platform/values/decimal'
import { isAmbiguous, readNumeral } from '~/platform/values/numerals'
import { capitalised } from '~/platform/values/show'
import { dayOfText } from '~/platform/workbooks/workbook'
import type { CellText } from './cell-text'
import { CellFault, type Column, isNumeric, type Value } from './column'
import type { ColumnOption, OptionsByColumn, RowValues, TableColumn, TableRow } from './table-column'
import type { PostedRow } from './table-row'

/** Why a value was refused, as a whole sentence. */
class ValueFault {
  constructor(readonly sentence: string) {}
}

/** Most digits that a JSON number holds without loss. */
const SURE_DIGITS = 15
const SHOWN = 80

/** Reads a value from a form or a call in the same way as the import reads a cell of that column. */
function readGiven(column: Column, given: unknown): Value | ValueFault {
  if (column.kind === 'boolean') return readBoolean(column, given)
  const text = textOf(given)
  if (text === null) return new ValueFault(`${column.header} must be given as text.`)
  if (text === '') return column.blank !== undefined ? column.blank : new ValueFault(enterValue(column))
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  if (isNumeric(column)) {
    const fault = numberFault(given, text)
    if (fault !== null) return new ValueFault(`${column.header} "${shown}" ${fault}.`)
  }
  const value = column.read(typedCell(text))
  return value instanceof CellFault ? new ValueFault(`${column.header} "${shown}" ${value.what}.`) : value
}

/** The boolean validator: value must be boolean (specification, section 5). */
function readBoolean(column: Column, given: unknown): Value | ValueFault {
  if (typeof given === 'boolean') return given
  const blank = given === null || given === undefined || given === ''
  if (blank && column.blank !== undefined) return column.blank
  return new ValueFault(`${column.header}: value must be boolean. Give true or false.`)
}

/** Null for a value that is neither a text nor a number; '' for no value. */
function textOf(given: unknown): string | null {
  if (given === null || given === undefined) return ''
  if (typeof given === 'number' && Number.isFinite(given)) return new Big(given).toFixed()
  return typeof given === 'string' ? given.trim() : null
}

/** A typed number must be unambiguous: a user who types 1,234 must not get 1.234. */
function numberFault(given: unknown, text: string): string | null {
  if (typeof given === 'number')
    return new Big(given).c.length > SURE_DIGITS
      ? 'has more digits than a JSON number keeps: give it as text'
      : null
  const numeral = text.includes('%') ? null : readNumeral(text)
  if (numeral === null) return 'is not a number'
  return isAmbiguous(numeral) ? 'can be read in two ways: leave out the thousands separator' : null
}

function typedCell(text: string): CellText {
  function decimal() {
    const numeral = readNumeral(text)
    return numeral && (numeral.point ?? numeral.comma)
  }
  return {
    shown: text,
    unsound: null,
    code: () => text,
    day: () => dayOfText(text),
    time: () => timeFromText(text),
    decimal,
    percent: decimal,
  }
}

/** The message for a required column: "Enter the VAT number." */
function enterValue({ header, kind }: Column): string {
  const name = /^\p{Lu}\p{Lu}/u.test(header) ? header : header.charAt(0).toLowerCase() + header.slice(1)
  return `${kind === 'choice' ? 'Choose' : 'Enter'} the ${name}.`
}

export type RowSchema = z.ZodType<RowValues>

/** The schema of a row, whose columns read forms and calls as the import reads cells. */
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

/** The columns of a table: those of the import, with additions only for screens. */
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
 * A table whose rows users add, change and delete one by one (the generic editable grid of the specification). Each
 * area defines its verbs: what they write, how they record it, and whether the change waits for approval.
 */
export interface EditableTable {
  /** In addresses: "exchange-rates". */
  name: string
  /** "Exchange rates" */
  title: string
  /** The singular: "exchange rate". */
  one: string
  /** Its purpose, in a few words. */
  about: string
  /** Address of its page. */
  path: string
  /** The function whose permissions to add, update and delete apply. */
  functionId: FunctionId
  columns: readonly TableColumn[]
  /** Whether changes wait for approval. If so, forms have a field for the reason. */
  waits?: true
  /** Default order of the rows. */
  order: readonly { column: string; descending: boolean }[]
  /** Checks a row; every column is present, null if no value was given. */
  schema: RowSchema
  /**
   * The name of a row for users: "CHF", "LU 01/01/2026", "Annual report: Send it".
   * @param options the current options: a row that is part of another one includes its name
   */
  labelOf(row: RowValues, options: OptionsByColumn): string
  /** The key of a row, from its key fields; null if some are missing. */
  keyIn(given: PostedRow): string | null
  /** Reads the current options of a column from the database; closed lists are in the columns. */
  options?: Readonly<Record<string, (read: Read) => Promise<readonly ColumnOption[]>>>
  count(read: Read): Promise<number>
  /** All rows, in the table's order. */
  load(context: Context): Promise<TableRow[]>
  /** The rows, paged by the database, if there are too many to load; its columns are the table's and `key`. */
  list?(context: Context): List<TableRow>
  find(context: Context, key: string): Promise<TableRow | null>
  /** The posted values that are not stored, as a sentence. */
  leftOut?(posted: PostedRow): string | undefined
  /** Takes the lock that serialises the writers of this table, before anything is read for writing. */
  begin?(tx: Transaction): Promise<void>
  /** The row, locked until the end of the transaction. */
  lock(context: WriteContext, key: string): Promise<TableRow | null>
  insert(context: UserWriteContext, values: RowValues, comment?: string): Promise<Written>
  update(context: UserWriteContext, row: TableRow, values: RowValues, comment?: string): Promise<Written>
  /** @throws DomainError refused, with what uses the row */
  delete(context: UserWriteContext, row: TableRow, comment?: string): Promise<Omit<Written, 'row'>>
  /** The user who wrote the stored values, or deleted the row. Null if unknown. */
  writerOf?(read: Read, key: string, row: TableRow | null): Promise<string | null>
}

export interface Written {
  row: TableRow
  /** For changes that take effect later: "it takes effect when a member of TEAM LEADER approves it". */
  note?: string
  /** Further effects, as a sentence: "12 dates were moved." */
  also?: string
}

/** The result of a verb. */
export interface RowDone {
  what: 'added' | 'changed' | 'unchanged' | 'deleted'
  label: string
  row: TableRow
  note?: string
  also?: string
}

/** The result in a short line: "Currency CHF changed". */
export function doneLine(table: EditableTable, done: RowDone): string {
  const line = whatWasDone(table, done)
  return done.also === undefined ? line : `${line}. ${done.also}`
}

function whatWasDone({ one }: EditableTable, { what, label, note }: RowDone): string {
  const row = `${one} ${label}`
  const sentence = capitalised(row)
  if (note !== undefined) return `${sentence} will be ${what}: ${note}`
  return what === 'unchanged' ? `No changes in ${row}` : `${sentence} ${what}`
}

/** A requested change: a new row has no `before`, a deletion no `after`. */
export interface RowWish {
  before: TableRow | null
  after: RowValues | null
  /** The reason, for the users who decide on it. */
  comment?: string
}

type Verbs = Pick<
  EditableTable,
  'waits' | 'load' | 'find' | 'begin' | 'lock' | 'insert' | 'update' | 'delete'
>

/**
 * The verbs of a table with few rows whose changes wait for a second person: until then the row stays unchanged.
 * @param requested requests the change, or stores it where there is no second person; returns the current row
 */
export function requestedRows(
  load: EditableTable['load'],
  requested: (context: UserWriteContext, wish: RowWish) => Promise<Written>,
): Verbs {
  const find: EditableTable['find'] = async (context, key) =>
    (await load(context)).find((row) => row.key === key) ?? null
  return {
    waits: true,
    load,
    find,
    // Serialises all writers, including imports and decisions: each is compared with the stored rows and the waiting
    // changes.
    begin: oneAtATime,
    lock: find,
    insert: (context, after, comment) => requested(context, { before: null, after, comment }),
    update: (context, before, after, comment) => requested(context, { before, after, comment }),
    delete: (context, before, comment) => requested(context, { before, after: null, comment }),
  }
}
