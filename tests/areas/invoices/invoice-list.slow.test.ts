import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { DATES, invoiceDatabase, load } from 'tests/support/invoices/loaded'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import type { InvoiceRow } from '~/areas/invoices/fields.server'
import { isUnpaid } from '~/areas/invoices/invoice'
import {
  countOverdue,
  INVOICE_FIELDS,
  invoiceList,
  invoiceLog,
  invoiceRows,
} from '~/areas/invoices/list.server'
import { type ListOperator, type ListQuery, WHOLE } from '~/platform/lists/list'
import { rowList } from '~/platform/lists/row-list.server'
import { addDays, businessDaysLate } from '~/platform/values/day'
import { type ListColumn, plainValue, valueKind } from '~/ui/grid/columns'

const ZONE = 'Europe/Luxembourg'
const columns: readonly ListColumn<InvoiceRow>[] = INVOICE_FIELDS
const names = columns.map(({ id }) => id)
const kindOf = (name: string) => valueKind(columns.find(({ id }) => id === name)?.meta.kind ?? 'text')

const database = await opened(invoiceDatabase())
await load(database, 250)
const stored = invoiceList(contextOf({ read: database.read, timeZone: ZONE }), invoiceRows)
const rows: InvoiceRow[] = []
for await (const batch of stored.rows(WHOLE)) rows.push(...batch)
const atHand = rowList(rows, columns, {
  timeZone: ZONE,
  unit: ({ currency }) => currency,
  keyOf: ({ id }) => String(id),
})

/** Bounds between two amounts, and beyond all. */
const ODD = ['0', '-0.001', '100.005', '1234.5', '-99999999999999999999', '99999999999999999999']
const textAt = (column: string, at: number) => {
  const definition = columns.find(({ id }) => id === column)
  const value = (definition && plainValue(definition, rows[at % rows.length] as InvoiceRow)) ?? ''
  return kindOf(column) === 'instant' ? value.slice(0, 10) : value
}
const OPERATORS: ListOperator[] = [
  'equals',
  'differs',
  'greater',
  'at-least',
  'less',
  'at-most',
  'between',
  'in',
  'empty',
  'filled',
  'contains',
]
const filter = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom(...OPERATORS), fc.array(fc.nat(249), { minLength: 2 }))
  .map(([column, operator, picks]) => ({
    column,
    operator,
    values: picks.map((at) =>
      kindOf(column) === 'number' && at % 5 === 0 ? (ODD[at % ODD.length] ?? '') : textAt(column, at),
    ),
  }))
  // An empty value matches no comparison.
  .filter(({ operator, values }) => operator === 'in' || values.every((value) => value !== ''))
const part = fc
  .tuple(fc.constantFrom('provider', 'invoice_ref', 'event_log', 'settling_entity'), fc.nat(249), fc.nat(20))
  .chain(([column, at, start]) =>
    fc.integer({ min: 1, max: 8 }).map((length) => textAt(column, at).slice(start, start + length)),
  )
const query = (): fc.Arbitrary<ListQuery> =>
  fc.record({
    page: fc.integer({ min: 1, max: 12 }),
    size: fc.constantFrom(7, 25, 300),
    sort: fc.uniqueArray(fc.record({ column: fc.constantFrom(...names), descending: fc.boolean() }), {
      maxLength: 2,
      selector: ({ column }) => column,
    }),
    filters: fc.array(filter, { maxLength: 2 }),
    search: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, part),
    groups: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
    openGroups: fc.constantFrom('all', 'none'),
    toggled: fc.constant([]),
  })

async function agree(): Promise<void> {
  await fc.assert(
    fc.asyncProperty(query(), fc.constantFrom(...names), async (each, column) => {
      expect(await stored.page(each)).toEqual(await atHand.page(each))
      expect(await stored.values(each, column, each.search)).toEqual(
        await atHand.values(each, column, each.search),
      )
      expect(await stored.groups(each)).toEqual(await atHand.groups(each))
    }),
    { numRuns: 150 },
  )
}

test('the Invoice Log gives the same rows for any query as filtering in memory', agree)

test('without the trigram extension the answers are the same', async () => {
  await database.ownerSql`drop extension pg_trgm cascade`
  expect(await database.ownerSql`select from pg_indexes where indexname = 'invoice_row_search'`).toHaveLength(
    0,
  )
  await agree()
})

test('sums and counts of all come from the tally, and match the invoices', async () => {
  const page = await stored.page({ ...WHOLE, size: 25 })
  const [counted] = await database.ownerSql`
    select count(*)::int as invoices, sum(gross_amount)::text as gross from invoice where currency = 'EUR'`
  const [euro] = page.sums.gross_amount?.filter(({ unit }) => unit === 'EUR') ?? []
  expect(Number(euro?.sum)).toBe(Number(counted?.gross))
  const { values } = await stored.values(WHOLE, 'currency', '')
  expect(values.find(({ value }) => value === 'EUR')?.count).toBe(counted?.invoices)
  expect(page.total).toBe(250)
})

test('a search and a substring filter take special characters literally', async () => {
  for (const search of ['50%_', '\\', '«A»', '№', 'NÚÑEZ', "o'", 'L’A', 'ß'])
    expect((await stored.page({ ...WHOLE, search })).rows.map(({ id }) => id)).toEqual(
      (await atHand.page({ ...WHOLE, search })).rows.map(({ id }) => id),
    )
})

test('the day of the last update is in the time zone of the site', async () => {
  for (const day of [DATES.to, addDays(DATES.to, -1), addDays(DATES.to, -10)]) {
    const ofDay = { ...WHOLE, filters: [{ column: 'event_date', operator: 'in' as const, values: [day] }] }
    expect((await stored.page(ofDay)).total).toBe((await atHand.page(ofDay)).total)
  }
  for (const search of ['', DATES.to.slice(0, 7)])
    expect(await stored.values(WHOLE, 'event_date', search)).toEqual(
      await atHand.values(WHOLE, 'event_date', search),
    )
})

test('the log says how late an unpaid invoice is; its filter and count agree', async () => {
  const today = addDays(
    rows.map(({ due_date }) => due_date ?? '').reduce((a, b) => (a > b ? a : b)),
    -20,
  )
  const log = invoiceLog(contextOf({ read: database.read, timeZone: ZONE, today }))
  const expected = new Map(
    rows.flatMap(({ id, due_date: due, event_queue: queue, event_status: status }) =>
      due !== null && due < today && isUnpaid(false, { queue, status })
        ? [[id, businessDaysLate(due, today, new Set())] as const]
        : [],
    ),
  )
  expect(expected.size).toBeGreaterThan(0)
  expect(expected.size).toBeLessThan(rows.length)
  const late = async (operator: ListOperator, ...values: string[]) => {
    const filters = [{ column: 'days_late', operator, values }]
    const page = await log.page({ ...WHOLE, filters })
    return new Map(page.rows.map(({ id, days_late }) => [id, days_late]))
  }
  expect(await late('filled')).toEqual(expected)
  expect(await countOverdue(contextOf({ read: database.read, today }))).toBe(expected.size)
  const weeks = new Map([...expected].filter(([, days]) => days > 30))
  expect(await late('greater', '30')).toEqual(weeks)
  expect((await late('empty')).size).toBe(rows.length - expected.size)
  const [[id] = [0]] = [...expected]
  await database.ownerSql`update invoice set already_paid = true where id = ${id}`
  expect((await late('filled')).has(id)).toBe(false)
  await database.ownerSql`update invoice set already_paid = false where id = ${id}`
})
