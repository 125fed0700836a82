import { Buffer } from 'node:buffer'
import ExcelJS from 'exceljs'
import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { subFunds } from 'tests/support/sub-funds'
import { expect, test } from 'vitest'
import { prepaidAgainstNavs } from '~/areas/prepaid/against-navs.server'
import { balancesOn, dueLines } from '~/areas/prepaid/due.server'
import { bookJournal, journalById, journals, journalWorkbook, lineSent } from '~/areas/prepaid/journal.server'
import { booksUntil } from '~/areas/prepaid/prepaid'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)
await site.ownerSql`insert into recoverable_vat (legal_entity_id, share, valid_from)
  values (${reference.clientId}, 20, '2026-01-01')`
const made = await its.newInvoice(reference, {
  settlingLegalEntity: reference.clientId,
  glDate: '2026-09-30',
  prePaid: true,
  serviceFrom: '2026-09-01',
  serviceTo: '2026-11-30',
})
const invoiceId = made.invoiceId

const due = async (monthEnd: string) =>
  (await dueLines(site.read, monthEnd)).map(({ month_end, amount, note }) => [month_end, amount, note])
const book = (
  monthEnd: string,
  lines: readonly string[],
  { user = 'accountant1' as const, key = null as string | null } = {},
) =>
  site.transaction((tx) =>
    bookJournal(
      contextOf({ tx, actor: site.actor(user), now: site.clock(), timeZone: 'Europe/Luxembourg', key }),
      {
        monthEnd,
        lines,
        comment: '',
      },
    ),
  )
const allOf = async (monthEnd: string) => (await dueLines(site.read, monthEnd)).map(lineSent)

test('a month lists its days of booked invoices, with what is missing from earlier months', async () => {
  expect(await due('2026-10-31')).toEqual([])
  await its.invoiceStep('finance1', invoiceId, 'book')
  // Net 1,000.00 and 136.00 of 170.00 taxes over 91 days.
  expect(await due('2026-09-30')).toEqual([['2026-09-30', '374.51', null]])
  expect(await due('2026-10-31')).toEqual([
    ['2026-09-30', '374.51', 'late'],
    ['2026-10-31', '386.99', null],
  ])
  expect(await balancesOn(site.read, '2026-09-30')).toMatchObject([
    { invoice: invoiceId, prepaid: '1136.00', recognised: '0.00', remaining: '1136.00' },
  ])
})

test('a month is booked once, by authorised users, and not before it starts', async () => {
  const lines = await allOf('2026-09-30')
  await expect(book('2027-05-31', lines)).rejects.toMatchObject({ code: 'refused' })
  await expect(
    site.as('treasurer1', (context) =>
      bookJournal(context, {
        monthEnd: '2026-09-30',
        lines,
        comment: '',
      }),
    ),
  ).rejects.toMatchObject({ code: 'forbidden' })
  // Two people at once: one of them books it.
  const both = await Promise.allSettled([book('2026-09-30', lines), book('2026-09-30', lines)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(book('2026-09-30', lines)).rejects.toMatchObject({ code: 'conflict' })
  await expect(book('2026-09-30', [])).rejects.toMatchObject({ code: 'conflict' })
  const rest = await allOf('2026-10-31')
  const first = await book('2026-10-31', rest, { key: 'october' })
  expect(await book('2026-10-31', rest, { key: 'october' })).toEqual(first)
  expect(await due('2026-10-31')).toEqual([])
  expect(await journals(site.read)).toMatchObject([
    { month_end: '2026-10-31', lines: 1, totals: '386.99 EUR' },
    { month_end: '2026-09-30', lines: 1, totals: '374.51 EUR' },
  ])
  await expect(
    site.ownerSql`update prepaid_line set amount = 1 where invoice_id = ${invoiceId}`,
  ).rejects.toThrow()
})

test('its workbook is balanced, and identical when made again', async () => {
  const [newest] = await journals(site.read)
  const { journal, lines } = await journalById(site.read, newest?.id ?? 0)
  const bytes = Buffer.from(await journalWorkbook(journal.monthEnd, lines))
  expect(Buffer.from(await journalWorkbook(journal.monthEnd, lines)).equals(bytes)).toBe(true)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  const rows = workbook.worksheets[0]?.getSheetValues().slice(2) as unknown[][]
  expect(rows.map((row) => [row[3], row[5], row[11], row[13], row[14]])).toEqual([
    [invoiceId, 'EXPENSE', '10/2026', 386.99, undefined],
    [invoiceId, 'PREPAID EXPENSE', '10/2026', undefined, 386.99],
  ])
})

test('the remainder is compared with the balance of the NAV, account by account, to the cent', async () => {
  const funds = subFunds(site)
  const fundId = await funds.add(reference.clientId, 'ALC-ONE')
  const navId = await funds.nav(fundId, '2026-10-31', '1000000.00')
  await site.ownerSql`insert into expense_account (expense_type_id, holds, account_prefix)
    values (${reference.expenseTypeId}, 'prepaid', '391')`
  await site.ownerSql`insert into balance_line
    (control_id, row, account_number, account_name, currency, debtor, creditor)
    select current_control_id, 1, '39100', 'Prepaid data', 'EUR', 400.50, 26 from fund_nav where id = ${navId}`
  expect(await prepaidAgainstNavs(site.read, '2026-10-31')).toMatchObject([
    {
      fund: 'ALC-ONE Fund ALC-ONE',
      accounts: '391',
      nav_date: '2026-10-31',
      nav_status: 'SENT',
      nav_balance: '374.50',
      remaining: '374.50',
      difference: '0.00',
    },
  ])
  await site.ownerSql`update balance_line set debtor = 400.51 where account_number = '39100'`
  expect((await prepaidAgainstNavs(site.read, '2026-11-15'))[0]?.difference).toBe('0.01')
})

test.each([
  ['2026-10-30', '2026-10-31'],
  ['2026-10-29', '2026-10-29'],
  ['2026-11-30', '2026-11-30'],
  ['2027-02-26', '2027-02-28'],
])('the NAV of %s has the journals up to %s', (navDate, until) => {
  expect(booksUntil(navDate)).toBe(until)
})

test('bookings of an invoice cancelled later are reversed', async () => {
  await its.invoiceStep('treasurer1', invoiceId, 'cancel', { comment: 'Wrong supplier' })
  expect(await due('2026-10-31')).toEqual([
    ['2026-09-30', '-374.51', 'cancelled'],
    ['2026-10-31', '-386.99', 'cancelled'],
  ])
  await book('2026-10-31', await allOf('2026-10-31'))
  expect(await due('2026-12-31')).toEqual([])
  expect(await balancesOn(site.read, '2026-12-31')).toEqual([])
})
