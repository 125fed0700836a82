import { Buffer } from 'node:buffer'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { refusal } from 'tests/support/platform/tables/verbs'
import { secondAdmin } from 'tests/support/second-admin'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import type { Actor } from '~/areas/access/actor'
import { documentById } from '~/areas/documents/documents-of.server'
import { recoverableShare, recoverableShares } from '~/areas/expenses/recoverable-vat.server'
import { splitTaxes } from '~/areas/expenses/taxes'
import { taxesOf } from '~/areas/invoices/invoice-taxes.server'
import { invoiceLoader, invoiceView } from '~/areas/invoices/invoice-view.server'
import { invoiceFacts } from '~/areas/invoices/read-invoice.server'
import { approvePendingChange, refusePendingChange } from '~/platform/approvals/pending-change-decide.server'
import { pendingChanges } from '~/platform/approvals/pending-changes.server'
import { contentBytes } from '~/platform/files/read-content.server'
import { createRow, deleteRow, updateRow } from '~/platform/tables/change-rows.server'
import type { PostedRow } from '~/platform/tables/table-row'
import { Big } from '~/platform/values/decimal'

const site = await opened(testSite())
const reference = await expenseReference(site)
const other = await secondAdmin(site)

const table = recoverableShares
const by = () => ({
  actor: site.actor('admin'),
  now: site.clock(),
  timeZone: 'UTC',
})
const create = (row: PostedRow) => site.transaction((tx) => createRow(contextOf({ tx, ...by() }), table, row))
const share = (posted: PostedRow = {}): PostedRow => ({
  legalEntityId: String(reference.settlingId),
  share: '20',
  validFrom: '2026-01-01',
  validTo: '',
  ...posted,
})
async function decide(actor: Actor, decision = approvePendingChange) {
  const [change] = await pendingChanges(site.read)
  await site.transaction((tx) => decision(contextOf({ tx, actor, now: site.clock() }), change?.id ?? 0))
}
const on = (day: string) => recoverableShare(site.read, reference.settlingId, day)

test('a share takes effect from its day on, once a second administrator approves it', async () => {
  const requested = await create(share())
  expect(requested.note).toContain('takes effect')
  expect(await on('2026-06-30')).toBeNull()
  const [change] = await pendingChanges(site.read)
  expect(change?.description).toBe('Recoverable VAT of Hespéris Management SA, from 01/01/2026')
  await expect(decide(site.actor('admin'))).rejects.toMatchObject({ code: 'forbidden' })
  await decide(other)
  expect([await on('2025-12-31'), await on('2026-01-01'), await on('2031-01-01')]).toEqual([null, '20', '20'])
})

test('one share per day, pending ones included; a share is from 0 to 100', async () => {
  const twice = await refusal(create(share({ validFrom: '2027-01-01', share: '30' })))
  expect(twice.options.fields?.validFrom).toContain('Its days overlap with 20 % from 01/01/2026')
  for (const wrong of ['-1', '100.5', '1.00001', 'a lot'])
    expect((await refusal(create(share({ share: wrong })))).options.fields).toHaveProperty('share')
  const [row] = await table.load(contextOf({ read: site.read }))
  const key = row?.key ?? ''
  const change = { key, posted: { validTo: '2026-09-30' }, seen: null }
  await site.transaction((tx) => updateRow(contextOf({ tx, ...by() }), table, change))
  expect((await table.load(contextOf({ read: site.read })))[0]?.waits).toBe(
    '20 % from 01/01/2026 to 30/09/2026 pending',
  )
  await decide(other)
  await create(share({ validFrom: '2026-10-01', share: '12.5' }))
  await decide(other)
  expect([await on('2026-09-30'), await on('2026-10-01')]).toEqual(['20', '12.5'])
  await site.transaction((tx) => deleteRow(contextOf({ tx, ...by() }), table, { key, seen: null }))
  await decide(other, refusePendingChange as typeof approvePendingChange)
  expect(await on('2026-09-30')).toBe('20')
})

test('an invoice is booked with the share of its GL date; a later share does not change it', async () => {
  const its = expenses(site)
  const { invoiceId } = await its.newInvoice(reference, { glDate: '2026-10-31' })
  const facts = () => invoiceFacts(site.read, invoiceId)
  const expected = { share: '12.5', recoverable: '21.25', notRecoverable: '148.75', expense: '1148.75' }
  expect(await taxesOf(site.read, await facts())).toEqual({ ...expected, booked: false })
  await its.invoiceStep('finance1', invoiceId, 'book')
  await site.ownerSql`update recoverable_vat set share = 90 where valid_from = '2026-10-01'`
  expect(await taxesOf(site.read, await facts())).toEqual({ ...expected, booked: true })
  const { view } = await invoiceView(
    contextOf({ read: site.read, actor: site.actor('finance1'), timeZone: 'UTC' }),
    invoiceId,
  )
  expect(view.taxes).toMatchObject({ expense: '1148.75', booked: true })
  const { id } = await invoiceLoader(site.read, invoiceId)
  const workbook = new ExcelJS.Workbook()
  const bytes = Buffer.from(await contentBytes(site.read, await documentById(site.read, id)))
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  const lines = workbook.worksheets[0]?.getSheetValues().slice(2) as unknown[][]
  expect(lines.map((line) => [line[5], line[14], line[15]])).toEqual([
    ['EXPENSE', 1148.75, undefined],
    ['RECOVERABLE TAXES', 21.25, undefined],
    ['SUPPLIER', undefined, 1170],
  ])
})

test('recovered taxes and expense add up to gross, also for credit notes and at the limits', () => {
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((parts) => new Big(parts).div(10_000).toFixed())
  fc.assert(
    fc.property(cents, cents, fc.option(cents), fc.option(percent), (gross, tax, owed, part) => {
      const amount = (of: number) => new Big(of).div(100).toFixed(2)
      const amounts = {
        grossAmount: amount(gross),
        taxes: amount(tax),
        reverseChargeTax: owed === null ? null : amount(owed),
        currency: 'EUR',
      }
      const split = splitTaxes(amounts, part)
      const [both, all] = [gross, tax].map((each) => amount(each + (owed ?? 0)))
      expect(new Big(split.recoverable).plus(split.expense).toFixed(2)).toBe(both)
      expect(new Big(split.recoverable).plus(split.notRecoverable).toFixed(2)).toBe(all)
      const exact = new Big(all ?? 0).times(part ?? 100).div(100)
      expect(exact.minus(split.recoverable).abs().lte('0.005')).toBe(true)
    }),
  )
  const plain = { grossAmount: '117', taxes: '17', reverseChargeTax: null, currency: 'EUR' }
  expect(splitTaxes(plain, '100').expense).toBe('100.00')
  expect(splitTaxes(plain, '0').expense).toBe('117.00')
  const owed = { grossAmount: '100', taxes: '0', reverseChargeTax: '17', currency: 'EUR' }
  expect(splitTaxes(owed, '40')).toEqual({
    share: '40',
    recoverable: '6.80',
    notRecoverable: '10.20',
    expense: '110.20',
  })
  const yen = { grossAmount: '1101', taxes: '101', reverseChargeTax: null, currency: 'JPY' }
  expect(splitTaxes(yen, '50')).toMatchObject({
    recoverable: '51.00',
    notRecoverable: '50.00',
    expense: '1050.00',
  })
})
