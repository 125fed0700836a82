import { copying } from 'db/bulk'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { storeMarket } from 'db/seed/invoices/stored-market'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const site = await opened(testSite())
const tables = await lookupTables(site)
await copying(site.url, async (into) => {
  const market = { ...(await storeMarket(into.tx)), from: '2025-11-03', to: '2026-11-03' }
  await loadInvoices(into, { count: 120, market, now: site.clock(), say: () => {} })
})

/** The most frequent id in a column of invoices, with its displayed name. */
async function mostUsed(column: string, shown: string): Promise<{ id: string; name: string; rows: number }> {
  const [row] = await site.ownerSql`
    select i.${site.ownerSql(column)} as id, r.${site.ownerSql(shown)} as name, count(*)::int as rows
    from invoice i join invoice_row r on r.id = i.id
    where i.${site.ownerSql(column)} is not null group by 1, 2 order by 3 desc limit 1`
  return { id: String(row?.id), name: String(row?.name), rows: Number(row?.rows) }
}

test.each([
  ['legal-entities', 'supplier_id', 'provider'],
  ['legal-entities', 'settling_entity_id', 'settling_entity'],
  ['expense-types', 'expense_type_id', 'expense_type'],
  ['routine-types', 'routine_type_id', 'routine_type'],
])('%s: renaming %s updates the Invoice Log', async (table, column, shown) => {
  const { id, name, rows } = await mostUsed(column, shown)
  const row = await tables.find(table, id)
  await tables.update(table, id, { name: `${name} & Sons` }, row)
  const found = await site.ownerSql`
    select count(*)::int as n from invoice_row
    where ${site.ownerSql(shown)} = ${`${name} & Sons`} and search like ${`%${name.toLowerCase()} & sons%`}`
  expect([rows > 0, found[0]?.n]).toEqual([true, rows])
  const left = await site.ownerSql`
    select count(*)::int as n from invoice_row where ${site.ownerSql(shown)} = ${name}`
  expect(left[0]?.n).toBe(0)
})

test('rows that invoices refer to are not deleted', async () => {
  for (const [table, column, shown] of [
    ['legal-entities', 'supplier_id', 'provider'],
    ['expense-types', 'expense_type_id', 'expense_type'],
    ['currencies', 'currency', 'currency'],
  ] as const) {
    const { id } = await mostUsed(column, shown)
    if (table === 'currencies') await tables.create(table, { code: id, name: 'x' }).catch(() => null)
    expect((await refusal(tables.delete(table, id))).message).toMatch(
      / is used by .*\d+ invoices? .*deleted\./,
    )
  }
})
