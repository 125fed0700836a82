import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { SqlColumns } from './sql-columns.server'

/**
 * How many rows there are of each value of some columns, and what they add up to: kept with every change, so that
 * nobody counts a million rows to show a page. Several of its rows may speak of one value; they add up.
 */
export interface SqlTally {
  from: SQLWrapper
  /** Columns of the list by name, with what the tally calls them. */
  columns: Readonly<Record<string, string>>
  /** Which column a row of the tally speaks of. */
  tallied: SQLWrapper
  /** The column's value as text; '' for what is empty. */
  value: SQLWrapper
  /** Columns of the list that each row tells besides; never empty. */
  also?: Readonly<Record<string, SQLWrapper>>
  unit: SQLWrapper
  count: SQLWrapper
  /** What adds up, by the names of the list. */
  sums: Readonly<Record<string, SQLWrapper>>
}

/** A list whose rows are in the database. */
export interface SqlListDefinition<Row> {
  columns: SqlColumns
  /** Tables and joins. */
  from: SQL
  /** What holds for all its rows. */
  where?: SQL
  /** A number that names a row. */
  key: SQLWrapper
  /** Unit of what adds up: the currency. */
  unit?: SQLWrapper
  /** All texts of a row in lower case: where the search looks, instead of into each column. */
  search?: SQLWrapper
  /** The rows that have a text in a column, where they are found quicker than column by column; `like` is in lower case. */
  found?: (like: SQL) => SQL
  /** Counts and sums that are kept. */
  tally?: SqlTally
  /** For how many rows each row of `from` stands; one unless told. */
  count?: SQLWrapper
  /** The rows of these keys, in any order. */
  rows(keys: readonly number[]): Promise<Row[]>
  keyOf(row: Row): number
}
