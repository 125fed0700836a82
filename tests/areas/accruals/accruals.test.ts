import { accrualsOn } from 'tests/support/areas/accruals/accruals-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { accrualRows, accrualsOfInvoice } from '~/areas/accruals/accruals.server'

const navs: Record<string, number[]> = {}
const site = await opened(testSite())
const reference = await expenseReference(site)
const its = accrualsOn(site, reference)
navs.ONE = await its.fundWith('ONE', ['2026-09-30', '2026-10-30'])
await its.accrues('462')

const row = async (navId: number | undefined) => (await accrualRows(site.read, { navId: navId ?? 0 }))[0]
const figures = async (navId: number | undefined) => {
  const { accrued, invoiced, paid, difference, result } = (await row(navId)) ?? {}
  return [accrued, invoiced, paid, difference, result]
}

test('a NAV without a control has no comparison; one without invoices is not invoiced yet', async () => {
  expect(await accrualRows(site.read, { navId: navs.ONE?.[0] ?? 0 })).toEqual([])
  await its.balance(navs.ONE?.[0] ?? 0, 'ONE', '50000000', {
    462000: '1200.00',
    461000: '9.00',
    501000: '-5',
  })
  expect(await row(navs.ONE?.[0])).toMatchObject({
    fund_code: 'ONE',
    nav_date: '2026-09-30',
    expense_type: 'Market data',
    accounts: '462',
    accrued: '1200.00',
    invoiced: '0.00',
    difference: '1200.00',
    percent: '100.00',
    bp: '0.2400',
    invoiced_to: null,
    invoices: 0,
    result: 'NOT INVOICED',
  })
})

test('service counts by days up to the NAV date, and paid amounts are no longer owed', async () => {
  await its.bill({
    net: '1200.00',
    invoiceDate: '2026-10-05',
    service: ['2026-09-01', '2026-09-30'],
    paid: '2026-10-20',
  })
  expect(await figures(navs.ONE?.[0])).toEqual(['1200.00', '1200.00', '0.00', '0.00', 'OK'])
  await its.balance(navs.ONE?.[1] ?? 0, 'ONE', '50000000', { 462000: '1200.00' })
  // Ten days of October belong to the next NAV.
  await its.bill({ net: '1240.00', invoiceDate: '2026-11-05', service: ['2026-10-01', '2026-10-31'] })
  expect(await figures(navs.ONE?.[1])).toEqual(['1200.00', '2400.00', '1200.00', '0.00', 'OK'])
  expect((await row(navs.ONE?.[1]))?.invoiced_to).toBe('2026-10-30')
})

test('cancelled invoices, other types, later service and payments before the year do not count', async () => {
  const service = ['2026-09-01', '2026-09-30'] as const
  await its.bill({ net: '7.00', invoiceDate: '2026-10-05', service, status: 'CANCELLED' })
  await its.bill({ net: '7.00', invoiceDate: '2026-11-05', service: ['2026-11-01', '2026-11-30'] })
  await its.bill({
    net: '7.00',
    invoiceDate: '2025-12-05',
    service: ['2025-11-01', '2025-11-30'],
    paid: '2025-12-31',
  })
  const [other] = await site.ownerSql<
    { id: number }[]
  >`insert into expense_type (name) values ('Legal') returning id`
  await its.bill({ net: '7.00', invoiceDate: '2026-10-05', service, expenseTypeId: other?.id })
  expect(await figures(navs.ONE?.[1])).toEqual(['1200.00', '2400.00', '1200.00', '0.00', 'OK'])
})

test('an invoice shows the accrual of the NAV before its payment', async () => {
  const id = await its.bill({ net: '50.00', invoiceDate: '2026-10-29', currency: 'USD', paid: '2026-10-30' })
  await site.ownerSql`insert into exchange_rate (currency, date, rate) values ('USD', '2026-10-28', 0.9)`
  expect(await accrualsOfInvoice(contextOf({ read: site.read, today: '2026-11-09' }), id)).toMatchObject([
    { nav_date: '2026-09-30', accrued: '1200.00' },
  ])
  // Converted at the rate of the invoice date; an invoice without service dates counts on its own date.
  expect(await figures(navs.ONE?.[1])).toEqual(['1200.00', '2445.00', '1245.00', '0.00', 'OK'])
  await site.ownerSql`update workflow_instance set status = 'CANCELLED' where object_id = ${id}`
})

test('the funds of an entity share its invoices by net assets, or equally', async () => {
  navs.TWO = await its.fundWith('TWO', ['2026-09-30', '2026-10-30'])
  await its.balance(navs.TWO?.[1] ?? 0, 'TWO', '150000000', { 462000: '3600.00' })
  expect(await figures(navs.TWO?.[1])).toEqual(['3600.00', '1800.00', '900.00', '2700.00', 'DIFFERENCE'])
  expect(await figures(navs.ONE?.[1])).toEqual(['1200.00', '600.00', '300.00', '900.00', 'DIFFERENCE'])
  await its.bill({ net: '1000.00', invoiceDate: '2026-10-29', allocationRule: 'EQUAL' })
  expect((await row(navs.TWO?.[1]))?.invoiced).toBe('2300.00')
  expect((await row(navs.ONE?.[1]))?.invoiced).toBe('1100.00')
})

test('a divided invoice counts for its sub-fund, an undivided one by keys if its rule says so', async () => {
  const before = [await row(navs.ONE?.[1]), await row(navs.TWO?.[1])].map((each) => Number(each?.invoiced))
  const added = async () =>
    [await row(navs.ONE?.[1]), await row(navs.TWO?.[1])].map((each, at) =>
      (Number(each?.invoiced) - (before[at] ?? 0)).toFixed(2),
    )
  const id = await its.bill({ net: '400.00', invoiceDate: '2026-10-29', fundCode: 'TWO' })
  expect(await added()).toEqual(['0.00', '400.00'])
  expect(
    (await accrualsOfInvoice(contextOf({ read: site.read, today: '2026-11-09' }), id)).map(
      ({ fund_code }) => fund_code,
    ),
  ).toEqual(['TWO'])
  await its.bill({ net: '100.00', invoiceDate: '2026-10-29', allocationRule: 'KEY' })
  expect(await added()).toEqual(['25.00', '475.00'])
  await site.ownerSql`insert into allocation_key (legal_entity_id, fund_id, share, valid_from)
    select legal_entity_id, id, case code when 'ONE' then 90 else 10 end, '2026-10-01' from fund
    where legal_entity_id = ${reference.settlingId} and code in ('ONE', 'TWO')`
  expect(await added()).toEqual(['90.00', '410.00'])
})

test('unrecovered taxes are part of the expense: by the share on the GL date, then as booked', async () => {
  const invoiced = async () => (await row(navs.TWO?.[1]))?.invoiced
  const before = Number(await invoiced())
  const more = async () => (Number(await invoiced()) - before).toFixed(2)
  await site.ownerSql`insert into recoverable_vat (legal_entity_id, share, valid_from)
    values (${reference.settlingId}, 40, '2026-10-01')`
  const id = await its.bill({ net: '100.00', taxes: '17.01', invoiceDate: '2026-10-29', fundCode: 'TWO' })
  expect(await more()).toBe('110.21')
  await site.ownerSql`insert into booked_taxes (invoice_id, share, recoverable, expense, booked_at)
    values (${id}, 0, 0, 117.01, now())`
  expect(await more()).toBe('117.01')
  await site.ownerSql`delete from recoverable_vat where legal_entity_id = ${reference.settlingId}`
})

test('the tax of a reverse charge that is not recovered is part of what the NAV is compared with', async () => {
  const invoiced = async () => (await row(navs.TWO?.[1]))?.invoiced
  const before = Number(await invoiced())
  await site.ownerSql`insert into recoverable_vat (legal_entity_id, share, valid_from)
    values (${reference.settlingId}, 40, '2026-10-01')`
  const id = await its.bill({ net: '1000.00', invoiceDate: '2026-10-29', fundCode: 'TWO' })
  expect((Number(await invoiced()) - before).toFixed(2)).toBe('1000.00')
  await site.ownerSql`update invoice set reverse_charge = true, reverse_charge_tax = 170.00 where id = ${id}`
  // 68.00 of the 170.00 are recovered.
  expect((Number(await invoiced()) - before).toFixed(2)).toBe('1102.00')
  await site.ownerSql`update workflow_instance set status = 'CANCELLED' where object_id = ${id}`
  await site.ownerSql`delete from recoverable_vat where legal_entity_id = ${reference.settlingId}`
})

test('types on the same accounts are one row, a longer account prefix wins, and each fund’s latest NAV counts', async () => {
  const [tax] = await site.ownerSql<
    { id: number }[]
  >`insert into expense_type (name) values ('Tax') returning id`
  const [audit] = await site.ownerSql<
    { id: number }[]
  >`insert into expense_type (name) values ('Audit') returning id`
  await its.accrues('464', { expenseTypeId: tax?.id, fundCode: 'TWO' })
  await its.accrues('464', { expenseTypeId: audit?.id, fundCode: 'TWO' })
  const rows = await accrualRows(site.read, { until: '2026-10-31' })
  expect(
    rows.map(({ fund_code, expense_type, nav_date }) => `${fund_code} ${expense_type} ${nav_date}`),
  ).toEqual(['ONE Market data 2026-10-30', 'TWO Market data 2026-10-30', 'TWO Audit, Tax 2026-10-30'])
  expect((await accrualRows(site.read, { until: '2026-10-29' })).map(({ nav_date }) => nav_date)).toEqual([
    '2026-09-30',
  ])
  await its.accrues('4620', { expenseTypeId: audit?.id, fundCode: 'TWO' })
  const longer = await accrualRows(site.read, { navId: navs.TWO?.[1] ?? 0 })
  expect(longer.map(({ expense_type, accounts, accrued }) => [expense_type, accounts, accrued])).toEqual([
    ['Market data', '462', '0.00'],
    ['Audit, Tax', '4620, 464', '3600.00'],
  ])
})
