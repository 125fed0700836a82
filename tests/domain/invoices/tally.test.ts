import { invoiceDatabase, load } from 'tests/invoices/loaded'
import type { TestDatabase } from 'tests/postgres/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compactInvoiceTally } from '~/domain/invoices/compact-invoice-tally.server'

const COLUMNS = ['provider', 'settling_entity', 'expense_type', 'routine_type', 'invoice_date', 'due_date']
const ALL = [...COLUMNS, 'currency', 'event_status']

let database: TestDatabase
beforeAll(async () => {
  database = await invoiceDatabase()
  await load(database, 300)
})
afterAll(() => database.drop())

const tallied = async () => [
  ...(await database.ownerSql`
    select tallied, value, currency, sum(invoices)::int as invoices, sum(gross_amount)::text as gross,
      sum(taxes)::text as taxes, sum(net_amount)::text as net
    from invoice_tally group by 1, 2, 3 having sum(invoices) <> 0 or sum(gross_amount) <> 0 order by 1, 2, 3`),
]
/** The same, counted. */
async function counted() {
  const { ownerSql: sql } = database
  const parts = await Promise.all(
    ALL.map(
      (column) => sql`
        select ${column} as tallied, coalesce(${sql(column)}::text, '') as value, currency, count(*)::int as invoices,
          sum(gross_amount)::text as gross, sum(taxes)::text as taxes, sum(net_amount)::text as net
        from invoice_row group by 2, 3`,
    ),
  )
  const key = ({ tallied, value, currency }: Record<string, string>) => `${tallied}\0${value}\0${currency}`
  return parts.flat().sort((a, b) => (key(a) < key(b) ? -1 : 1))
}
async function agree() {
  const [told, truth] = [await tallied(), await counted()]
  expect(told).toHaveLength(truth.length)
  expect(told).toEqual(expect.arrayContaining(truth))
}
const rowsOfTally = async () =>
  Number((await database.ownerSql`select count(*) from invoice_tally`)[0]?.count)

test('a load is tallied, for each column that groups', agree)

test('a change writes the difference alone: one less here, one more there', async () => {
  const before = await rowsOfTally()
  await database.ownerSql`
    update invoice_row set event_status = 'SENT', event_log = 'x', event_date = now()
    where id = (select min(id) from invoice_row where event_status = 'PAID')`
  expect(await rowsOfTally()).toBe(before + 2)
  await database.ownerSql`update invoice_row set event_log = 'y' where event_status = 'SENT'`
  expect(await rowsOfTally()).toBe(before + 2)
  await agree()
})

test('amounts, currencies, names that vanish, empty values and removed rows are counted', async () => {
  const { ownerSql } = database
  await ownerSql`update invoice_row set gross_amount = gross_amount + 0.01, net_amount = net_amount + 0.01 where id % 3 = 0`
  await ownerSql`update invoice_row set currency = 'CHF' where currency = 'JPY'`
  await ownerSql`update invoice_row set provider = 'One for all', due_date = null, routine_type = null where id % 2 = 0`
  await agree()
  await ownerSql`delete from invoice_row where id % 5 = 0`
  await agree()
})

test('joined rows say the same, and what no invoice has any more is gone', async () => {
  const before = await tallied()
  const many = await rowsOfTally()
  await database.doors.transaction(compactInvoiceTally)
  expect(await rowsOfTally()).toBe(before.length)
  expect(before.length).toBeLessThan(many)
  await agree()
})

test('nothing is lost when it is changed and joined at once by many', async () => {
  const { ownerSql, doors } = database
  const statuses = ['PAID', 'SENT', 'APPROVED', 'TO BOOK']
  const ids = (await ownerSql`select id from invoice_row order by id limit 4`).map(({ id }) => Number(id))
  await Promise.all([
    ...ids.map(async (id) => {
      for (let n = 0; n < 25; n++)
        await ownerSql`
          update invoice_row set event_status = ${statuses[n % 4] ?? ''}, gross_amount = gross_amount + 1 where id = ${id}`
    }),
    (async () => {
      for (let n = 0; n < 15; n++) await doors.transaction(compactInvoiceTally)
    })(),
    (async () => {
      for (let n = 0; n < 15; n++) await doors.transaction(compactInvoiceTally)
    })(),
  ])
  await agree()
  await doors.transaction(compactInvoiceTally)
  expect(await rowsOfTally()).toBe((await tallied()).length)
})
