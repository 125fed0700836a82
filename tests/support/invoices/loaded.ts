import { copying } from 'db/bulk'
import { seedBase } from 'db/seed/base/seed-base'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { storeMarket } from 'db/seed/invoices/stored-market'
import { type TestDatabase, testDatabase } from 'tests/support/postgres/database'

const NOW = new Date('2026-11-03T18:00:00Z')
/** Dates of the invoices. */
export const DATES = { from: '2025-11-03', to: '2026-11-03' }

/** A database with the base data. */
export async function invoiceDatabase(): Promise<TestDatabase> {
  const database = await testDatabase()
  await database.transaction((tx) => seedBase(tx, NOW))
  return database
}

/** Adds this many generated invoices, as `npm run seed` does. */
export async function load({ url }: TestDatabase, count: number): Promise<void> {
  await copying(url, async (into) => {
    const market = { ...(await storeMarket(into.tx)), ...DATES }
    await loadInvoices(into, { count, market, now: NOW, say: () => {} })
  })
}
