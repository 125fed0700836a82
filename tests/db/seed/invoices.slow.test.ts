import { copying } from 'db/bulk'
import { workflowInstance } from 'db/schema/workflow'
import { loadInvoices } from 'db/seed/invoices/load-invoices'
import { makeInvoice } from 'db/seed/invoices/make-invoice'
import { storeMarket } from 'db/seed/invoices/stored-market'
import { sql } from 'drizzle-orm'
import { DATES, invoiceDatabase, load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { writeCheckpoint } from '~/platform/workflow/checkpoint.server'
import { verifyAudit } from '~/platform/workflow/verify-audit.server'

const COUNT = 3_000
const KEY = 'a key that only the site knows'

const database = await opened(invoiceDatabase())
await load(database, COUNT)

async function counts() {
  const [row] = await database.ownerSql`
    select (select count(*)::int from invoice) as invoices, (select count(*)::int from invoice_row) as rows,
      (select count(*)::int from workflow_instance where kind = 'invoice') as states,
      (select count(*)::int from workflow_event where object_kind = 'invoice') as events,
      (select sum(invoices)::int from invoice_tally where tallied = 'event_status') as tallied`
  return row
}
const all = (count: number) => ({
  invoices: count,
  rows: count,
  states: count,
  events: count,
  tallied: count,
})
/** Counts invoices that match the condition. */
const where = async (condition: string) =>
  Number(
    (
      await database.ownerSql.unsafe(
        `select count(*) from invoice join invoice_row r using (id) where ${condition}`,
      )
    )[0]?.count,
  )

test('each invoice has its row, its state and one event', async () => {
  expect(await counts()).toEqual(all(COUNT))
})

test('net is gross less taxes to the cent; credit notes are negative, yen have no decimals', async () => {
  expect(await where('invoice.net_amount <> invoice.gross_amount - invoice.taxes')).toBe(0)
  expect(await where('sign(invoice.gross_amount) <> sign(invoice.net_amount)')).toBe(0)
  expect(await where('invoice.gross_amount < 0')).toBeGreaterThan(COUNT / 100)
  expect(await where('invoice.gross_amount = 0')).toBe(0)
  expect(await where("r.currency = 'JPY' and gross_amount <> trunc(gross_amount)")).toBe(0)
  expect(await where("r.currency = 'EUR' and gross_amount <> trunc(gross_amount)")).toBeGreaterThan(0)
})

test('dates are in order, within the requested range; paid invoices have a payment date', async () => {
  expect(await where(`r.invoice_date not between '${DATES.from}' and '${DATES.to}'`)).toBe(0)
  expect(await where('received_date < r.invoice_date or r.due_date < r.invoice_date')).toBe(0)
  expect(await where("(payment_date is null) = (event_status = 'PAID')")).toBe(0)
  expect(await where('r.due_date is null')).toBeGreaterThan(0)
  expect(await where('r.routine_type is null')).toBeGreaterThan(0)
})

test('the data resembles a site: many suppliers, every currency, every state, funds among the suppliers', async () => {
  const [seen] = await database.ownerSql`
    select count(distinct provider)::int as providers, count(distinct currency)::int as currencies,
      count(distinct event_status)::int as states, count(distinct expense_type)::int as expenses from invoice_row`
  expect(seen?.providers).toBeGreaterThan(1_000)
  expect(seen).toMatchObject({ currencies: 6, states: 8, expenses: 27 })
  expect(await where("is_supplier_fund <> (provider like '% Fund SICAV')")).toBe(0)
  expect(await where("r.currency = 'EUR'")).toBeGreaterThan(COUNT * 0.55)
})

test('the workflow has every state, with its class', async () => {
  const unknown = await database.ownerSql`
    select distinct queue, status, class from workflow_instance i where kind = 'invoice' and not exists (
      select from workflow_step s where s.definition_id = i.definition_id
        and (s.to_queue, s.to_status, s.to_class) = (i.queue, i.status, i.class))`
  expect([...unknown]).toEqual([])
})

test('the audit trail is intact, before and after its checkpoint', async () => {
  const verify = () => verifyAudit(database.read, KEY)
  expect(await verify()).toMatchObject({ events: COUNT, chains: COUNT, broken: null })
  await writeCheckpoint(database.transaction, KEY, new Date('2026-11-04T08:00:00Z'))
  expect(await verify()).toMatchObject({ checkpoints: 1, broken: null })
})

test('the same seed makes the same invoice', () => {
  const market = {
    ...DATES,
    suppliers: [{ id: 1, isFund: false }],
    entities: [{ id: 2 }],
    expenseTypes: [{ id: 3 }],
    routineTypes: [{ id: 4 }],
  }
  expect(makeInvoice(77, 1_000, market)).toEqual(makeInvoice(77, 1_000, market))
  expect(makeInvoice(78, 1_000, market).invoice.grossAmount).not.toBe(
    makeInvoice(77, 1_000, market).invoice.grossAmount,
  )
})

test('a killed run stores nothing; a second call adds as many more', async () => {
  const now = new Date('2026-11-03T18:00:00Z')
  const killed = copying(database.url, async ({ tx, copy }) => {
    const [own] = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as { pid: number }[]
    const market = { ...(await storeMarket(tx)), ...DATES }
    await loadInvoices(
      {
        tx,
        copy: async (table, rows) => {
          await copy(table, rows)
          if (table === (workflowInstance as unknown))
            await database.read.execute(sql`select pg_terminate_backend(${own?.pid})`)
        },
      },
      { count: 500, market, now, say: () => {} },
    )
  })
  await expect(killed).rejects.toThrow(/terminating connection|connection to the database broke/)
  expect(await counts()).toEqual(all(COUNT))
  await load(database, 200)
  expect(await counts()).toEqual(all(COUNT + 200))
  expect((await verifyAudit(database.read, KEY)).broken).toBeNull()
  const [doubled] = await database.ownerSql`
    select count(*)::int as refs from (
      select from invoice group by invoice_ref, supplier_id, gross_amount having count(*) > 1) as twice`
  expect(doubled?.refs).toBe(0)
})
