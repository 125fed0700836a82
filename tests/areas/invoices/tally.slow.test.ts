import { invoiceDatabase, load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { compactInvoiceTally } from '~/areas/invoices/stored-rows.server'

const COLUMNS = ['provider', 'settling_entity', 'expense_type', 'routine_type', 'invoice_date', 'due_date']
const ALL = [...COLUMNS, 'event_status']

const database = await opened(invoiceDatabase())
await load(database, 300)

const tallied = async () => [
  ...(await database.ownerSql`
    select tallied, value, currency, event_status as status, sum(invoices)::int as invoices,
      sum(gross_hundredths)::text as gross, sum(taxes_hundredths)::text as taxes, sum(net_hundredths)::text as net
    from invoice_tally group by 1, 2, 3, 4 having sum(invoices) <> 0 or sum(gross_hundredths) <> 0`),
]
/** The same, by counting. */
async function counted() {
  const { ownerSql: sql } = database
  const parts = await Promise.all(
    ALL.map(
      (column) => sql`
        select ${column} as tallied, coalesce(${sql(column)}::text, '') as value, currency, event_status as status,
          count(*)::int as invoices, sum(gross_hundredths)::text as gross, sum(taxes_hundredths)::text as taxes,
          sum(net_hundredths)::text as net
        from invoice_row group by 2, 3, 4`,
    ),
  )
  return parts.flat()
}
async function agree() {
  const [rows, truth] = [await tallied(), await counted()]
  expect(rows).toHaveLength(truth.length)
  expect(rows).toEqual(expect.arrayContaining(truth))
}
const rowsOfTally = async () =>
  Number((await database.ownerSql`select count(*) from invoice_tally`)[0]?.count)

test('loading updates the tally of every column that groups', agree)

test('a change writes only the difference: one less of the old values, one more of the new', async () => {
  const before = await rowsOfTally()
  await database.ownerSql`
    update invoice_row set event_status = 'SENT', event_log = 'x', event_date = now()
    where id = (select min(id) from invoice_row where event_status = 'PAID')`
  expect(await rowsOfTally()).toBe(before + 2 * ALL.length)
  await database.ownerSql`update invoice_row set event_log = 'y' where event_status = 'SENT'`
  expect(await rowsOfTally()).toBe(before + 2 * ALL.length)
  await agree()
})

test('amounts, currencies, vanished names, empty values and deleted rows are counted', async () => {
  const { ownerSql } = database
  await ownerSql`update invoice_row set gross_hundredths = gross_hundredths + 1, net_hundredths = net_hundredths + 1 where id % 3 = 0`
  await ownerSql`update invoice_row set currency = 'CHF' where currency = 'JPY'`
  await ownerSql`update invoice_row set provider = 'One for all', due_date = null, routine_type = null where id % 2 = 0`
  await agree()
  await ownerSql`delete from invoice_row where id % 5 = 0`
  await agree()
})

test('compacting changes no sum and drops values without invoices', async () => {
  const before = await tallied()
  const many = await rowsOfTally()
  await database.transaction(compactInvoiceTally)
  expect(await rowsOfTally()).toBe(before.length)
  expect(before.length).toBeLessThan(many)
  await agree()
})

test('nothing is lost when rows change while the tally is compacted', async () => {
  const { ownerSql } = database
  const statuses = ['PAID', 'SENT', 'APPROVED', 'TO BOOK']
  const ids = (await ownerSql`select id from invoice_row order by id limit 4`).map(({ id }) => Number(id))
  await Promise.all([
    ...ids.map(async (id) => {
      for (let n = 0; n < 25; n++)
        await ownerSql`
          update invoice_row set event_status = ${statuses[n % 4] ?? ''}, gross_hundredths = gross_hundredths + 100 where id = ${id}`
    }),
    (async () => {
      for (let n = 0; n < 15; n++) await database.transaction(compactInvoiceTally)
    })(),
    (async () => {
      for (let n = 0; n < 15; n++) await database.transaction(compactInvoiceTally)
    })(),
  ])
  await agree()
  await database.transaction(compactInvoiceTally)
  expect(await rowsOfTally()).toBe((await tallied()).length)
})
