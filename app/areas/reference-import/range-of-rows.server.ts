import { and, between, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Values } from '~/areas/lookups/sheets'

/** The different texts of a field. */
export const texts = (rows: readonly Values[], field: string) => [
  ...new Set(rows.map((row) => String(row[field]))),
]

/** Long series are compared within the workbook's own names and days only. */
export function within(
  name: PgColumn,
  names: string[],
  date: PgColumn,
  rows: readonly Values[],
  field: string,
): SQL | undefined {
  const days = texts(rows, field).sort()
  return and(inArray(name, names), between(date, days[0], days.at(-1)))
}
