import { invoice } from 'db/schema/invoices'
import { legalEntity } from 'db/schema/lookups'
import { eq } from 'drizzle-orm'
import { invoiceDatabase, load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'
import { recordAct } from '~/platform/workflow/record-act.server'

const database = await opened(invoiceDatabase())
await load(database, 60)
const ids = (await database.ownerSql`select id from invoice order by id`).map(({ id }) => Number(id))

const rowOf = async (id = 0) => (await database.ownerSql`select * from invoice_row where id = ${id}`)[0]
const content = async () => [...(await database.ownerSql`select * from invoice_row order by id`)]

test('a row has the names of its invoice and its newest event', async () => {
  const [truth] = await database.ownerSql`
    select i.*, s.name as provider, p.name as settling_entity, t.name as expense_type, r.name as routine_type,
      e.at as event_date, e.log as event_log, e.status as event_status, e.queue as event_queue, e.class as event_class
    from invoice i join legal_entity s on s.id = i.supplier_id join legal_entity p on p.id = i.settling_entity_id
    join expense_type t on t.id = i.expense_type_id join routine_type r on r.id = i.routine_type_id
    join workflow_event e on e.object_id = i.id where i.due_date is not null limit 1`
  const found = (await rowOf(Number(truth?.id))) ?? {}
  const row = Object.fromEntries(
    Object.entries(found).filter(([name]) => !/^(lower_|log_order|search|.*_hundredths)/.test(name)),
  )
  expect(truth).toMatchObject(row)
  for (const [amount, hundredths] of [
    ['gross_amount', 'gross'],
    ['taxes', 'taxes'],
    ['net_amount', 'net'],
  ] as const)
    expect(Number(found[`${hundredths}_hundredths`])).toBe(Math.round(Number(truth?.[amount]) * 100))
  expect(found.log_order).toBe(row.event_log.toLowerCase())
  const { provider, settling_entity, expense_type, routine_type, invoice_ref, currency, event_status } = row
  const lowered = Object.entries(found).filter(([name]) => name.startsWith('lower_'))
  expect(lowered.length).toBeGreaterThan(0)
  for (const [name, lower] of lowered) expect(lower).toBe(row[name.slice(6)]?.toLowerCase())
  expect(found.search).toBe(
    [
      provider,
      settling_entity,
      expense_type,
      routine_type,
      invoice_ref,
      currency,
      event_status,
      row.event_log,
    ]
      .join('\n')
      .toLowerCase(),
  )
})

test('refreshing rows without changes leaves them as they are', async () => {
  const before = await content()
  await database.transaction((tx) => refreshInvoiceRows(tx, [...ids].reverse()))
  expect(await content()).toEqual(before)
  await database.transaction((tx) => refreshInvoiceRows(tx, []))
  expect(before).toHaveLength(60)
})

test('a changed invoice, name or event updates the requested rows in the same transaction', async () => {
  const [id = 0, other = 0] = ids
  const before = await rowOf(other)
  const change = (rollBack: boolean) =>
    database.transaction(async (tx) => {
      const [own] = await tx.select().from(invoice).where(eq(invoice.id, id))
      await tx
        .update(invoice)
        .set({ grossAmount: '12.30', netAmount: '2.30', taxes: '10', dueDate: null, routineTypeId: null })
        .where(eq(invoice.id, id))
      await tx
        .update(legalEntity)
        .set({ name: 'Neuer Name AG' })
        .where(eq(legalEntity.id, own?.supplierId ?? 0))
      await recordAct(
        tx,
        { kind: 'invoice', objectId: id, round: 1 },
        {
          name: 'note',
          to: { queue: 'SYSTEM', status: 'PAID', class: 'validated' },
          who: null,
          log: 'Seen\nby us',
          now: new Date('2026-11-04T08:00:00Z'),
        },
      )
      await refreshInvoiceRows(tx, [id])
      if (rollBack) throw new Error('undone')
    })
  const old = await rowOf(id)
  await expect(change(true)).rejects.toThrow('undone')
  expect(await rowOf(id)).toEqual(old)
  await change(false)
  expect(await rowOf(id)).toMatchObject({
    provider: 'Neuer Name AG',
    gross_hundredths: '1230',
    net_hundredths: '230',
    taxes_hundredths: '1000',
    due_date: null,
    routine_type: null,
    event_log: 'Seen\nby us',
    event_date: new Date('2026-11-04T08:00:00Z'),
  })
  expect(await rowOf(other)).toEqual(before)
})
