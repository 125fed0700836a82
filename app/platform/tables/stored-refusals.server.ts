import type { Read, Transaction } from 'db/database'
import { errorCode } from 'db/failures'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { UserWriteContext } from '~/areas/access/user-context'
import { DomainError } from '~/platform/values/domain-error'
import { capitalised, formatList } from '~/platform/values/show'
import { DELETE_TITLE } from './change-rows.server'
import type { Column } from './column'
import type { EditableTable } from './editable-table.server'
import type { OptionsByColumn, RowValues, TableColumn, TableRow } from './table-column'

/** A column that refers to rows of a table. */
export interface Use {
  /** Singular and plural of its rows: ["fund", "funds"]. */
  what: readonly [one: string, many: string]
  table: PgTable
  column: PgColumn
  /** The field of the referenced row that the column stores. */
  field: string
  /** Restricts it to such rows. */
  when?: (row: RowValues) => boolean
}

/** Counting stops here: the exact number is not needed. */
const MAX_REFUSALS = 1_000

/** The rows that use a row: "4 funds", "over 1,000 invoices". */
async function usesOf(read: Read, uses: readonly Use[], row: RowValues): Promise<string[]> {
  const counts = new Map<string, { many: string; count: number }>()
  for (const { what, table, column, field, when } of uses) {
    if (when && !when(row)) continue
    const some = read
      .select({ one: sql`1`.as('one') })
      .from(table)
      .where(eq(column, row[field]))
      .limit(MAX_REFUSALS + 1)
      .as('some')
    const [found] = await read.select({ count: sql<number>`count(*)::int` }).from(some)
    const [one, many] = what
    const before = counts.get(one)
    counts.set(one, { many, count: (before?.count ?? 0) + (found?.count ?? 0) })
  }
  return [...counts].flatMap(([one, { many, count }]) => {
    if (count === 0) return []
    if (count > MAX_REFUSALS) return [`over ${MAX_REFUSALS.toLocaleString('en-GB')} ${many}`]
    return [count === 1 ? `1 ${one}` : `${count.toLocaleString('en-GB')} ${many}`]
  })
}

/** The definition of a table of reference data. */
export interface LookupDefinition
  extends Pick<
    EditableTable,
    'name' | 'title' | 'one' | 'about' | 'order' | 'labelOf' | 'options' | 'list' | 'leftOut'
  > {
  table: PgTable
  /** The rows that people see and change; all of them where it is not given. */
  only?: SQL
  /** Fields that form the key of a row. Those that users enter never change. */
  key: readonly string[]
  /** How each column is read, by its field in the table. */
  fields: Readonly<Record<string, Column>>
  /** Stored names of fields whose own name is reserved, see RESERVED. */
  storedAs?: Readonly<Record<string, string>>
  /** Further properties of columns for screens. */
  more?: Readonly<Record<string, Partial<TableColumn>>>
  /** Fields that must be unique. */
  unique: readonly [string, ...string[]]
  uses: readonly Use[]
  /** Advice for a row in use, as a sentence. */
  instead: string
  /**
   * A check beyond single columns: whether the row fits other stored data. `before` is null for a new one.
   * @throws DomainError invalid, with a sentence for each field: see wrongFields
   */
  check?(tx: Transaction, values: RowValues, before: TableRow | null): Promise<void>
  /** How rows are added and deleted, if one row is stored as several in the database: `add` returns the key. */
  add?(context: UserWriteContext, values: RowValues): Promise<string>
  remove?(context: UserWriteContext, row: TableRow): Promise<void>
  /** Makes further changes with a row, in the same transaction; returns a sentence about them. */
  changed?(context: UserWriteContext, row: RowChanged): Promise<string | undefined>
}

/** A row that was added (no `before`), changed, or deleted (no `after`). */
export interface RowChanged {
  before: TableRow | null
  after: TableRow | null
}

const UNIQUE = '23505'
const REFERENCED = '23503'

/** Writes a row; refuses a duplicate of an existing row at its fields. */
export async function refuseDuplicate<Answer>(
  { one, unique, fields, labelOf }: LookupDefinition,
  { values, options }: { values: RowValues; options: OptionsByColumn },
  write: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (errorCode(error) !== UNIQUE) throw error
    const names = unique.map((field) => fields[field]?.header ?? field).join(' and ')
    const message = `There is already ${article(one)} ${labelOf(values, options)}. Give another ${names.toLowerCase()}, or change that one.`
    throw new DomainError('invalid', message, { fields: { [unique[0]]: message } })
  }
}

/** Deletes a row; refuses a row in use, naming what uses it. */
export async function refuseUsed(
  read: Read,
  { one, uses, instead, labelOf }: LookupDefinition,
  { row, options }: { row: RowValues; options: OptionsByColumn },
  write: () => Promise<unknown>,
): Promise<void> {
  const refused = (by: string) =>
    new DomainError(
      'refused',
      `${capitalised(one)} ${labelOf(row, options)} is used by ${by} and cannot be deleted. ${instead}`,
      { title: DELETE_TITLE },
    )
  const users = await usesOf(read, uses, row)
  if (users.length > 0) throw refused(formatList(users))
  try {
    await write()
  } catch (error) {
    throw errorCode(error) === REFERENCED ? refused(referringRows(error)) : error
  }
}

/** The table named in the database's error: one that is not in the list of uses. */
function referringRows(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const table = /foreign key constraint .* on table "([a-z_]+)"$/.exec(at.message)?.[1]
    if (table) return `rows of "${table.replaceAll('_', ' ')}"`
  }
  return 'other data'
}

const article = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
