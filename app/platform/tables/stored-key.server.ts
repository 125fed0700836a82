import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isDay } from '~/platform/values/day'
import { LARGEST_INTEGER } from '~/platform/values/stored-integer'
import { keyParts } from './row-key'

/** The stored row of a key; null for a key that no row can have. */
export function whereKey(columns: Readonly<Record<string, PgColumn>>, text: string): SQL | null {
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
