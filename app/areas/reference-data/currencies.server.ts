import type { Read } from 'db/database'
import { currency } from 'db/schema/lookups'
import { asc } from 'drizzle-orm'

export interface CurrencyRow {
  /** ISO 4217. */
  code: string
  name: string
}

/** The site's currencies by code. */
export function currencies(read: Read): Promise<CurrencyRow[]> {
  return read.select({ code: currency.code, name: currency.name }).from(currency).orderBy(asc(currency.code))
}
