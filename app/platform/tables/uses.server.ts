import type { Read } from 'db/database'
import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RowValues } from './table-column'

/** A column that names rows of a table. */
export interface Use {
  /** What its rows are: ["fund", "funds"]. */
  what: readonly [one: string, many: string]
  table: PgTable
  column: PgColumn
  /** The field of the named row that stands in it. */
  field: string
  /** Only for such rows. */
  when?: (row: RowValues) => boolean
}

/** More are not counted: nobody needs to know how many exactly. */
const MOST = 1_000

/** What uses a row: "4 funds", "over 1,000 invoices". */
export async function usesOf(read: Read, uses: readonly Use[], row: RowValues): Promise<string[]> {
  const counts = new Map<string, { many: string; count: number }>()
  for (const { what, table, column, field, when } of uses) {
    if (when && !when(row)) continue
    const some = read
      .select({ one: sql`1`.as('one') })
      .from(table)
      .where(eq(column, row[field]))
      .limit(MOST + 1)
      .as('some')
    const [found] = await read.select({ count: sql<number>`count(*)::int` }).from(some)
    const [one, many] = what
    const before = counts.get(one)
    counts.set(one, { many, count: (before?.count ?? 0) + (found?.count ?? 0) })
  }
  return [...counts].flatMap(([one, { many, count }]) => {
    if (count === 0) return []
    if (count > MOST) return [`over ${MOST.toLocaleString('en-GB')} ${many}`]
    return [count === 1 ? `1 ${one}` : `${count.toLocaleString('en-GB')} ${many}`]
  })
}
