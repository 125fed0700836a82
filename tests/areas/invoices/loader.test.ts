import { Buffer } from 'node:buffer'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { later } from 'tests/support/later'
import { expect, test } from 'vitest'
import {
  discountLines,
  type LoaderInvoice,
  loaderLines,
  loaderWorkbook,
} from '~/areas/invoices/loader-workbook.server'
import { Big, sum } from '~/platform/values/decimal'

const INVOICE: LoaderInvoice = {
  id: 1234,
  supplier: 'Châtelain Index S.à r.l.',
  settlingEntity: 'Hespéris Management SA',
  invoicedEntity: 'Alcyon SICAV',
  expenseType: 'Market data',
  invoiceRef: '=HYPERLINK("x")',
  invoiceDate: '2026-10-28',
  glDate: '2026-10-31',
  dueDate: null,
  currency: 'EUR',
  grossAmount: '1170.00',
  taxes: '170.00',
  reverseChargeTax: null,
  recoverable: '170.00',
  expense: '1000.00',
  feesType: 'DATA',
  subFund: null,
  prePaid: false,
  serviceFrom: null,
  serviceTo: null,
  allocationRule: 'TNA',
  postingFilter: 'ALL',
  transactionComment: 'October\u0007',
  creationDate: new Date('2026-11-02T08:00:00Z'),
}

async function sheetsOf(invoice: LoaderInvoice) {
  const workbook = new ExcelJS.Workbook()
  const bytes = Buffer.from(await loaderWorkbook(invoice))
  await workbook.xlsx.load(bytes as unknown as ExcelJS.Buffer)
  return workbook.worksheets.map((sheet) => {
    const [head = [], ...rows] = sheet.getSheetValues().slice(1) as unknown[][]
    return {
      name: sheet.name,
      rows: rows.map((row) => Object.fromEntries(head.flatMap((label, at) => [[label, row[at]]]))),
    }
  })
}

test('the journal: expense and taxes against the supplier, dated by the GL date', async () => {
  const [journal, ...more] = await sheetsOf(INVOICE)
  expect(more).toEqual([])
  const { invoiceRef: Reference, supplier: Supplier } = INVOICE
  const common = {
    Journal: 'PURCHASES',
    Date: new Date('2026-10-31T00:00:00Z'),
    Document: 1234,
    Entity: 'Hespéris Management SA',
    Currency: 'EUR',
    'Fee type': 'DATA',
    'Allocation rule': 'TNA',
    'Posting filter': 'ALL',
    Comment: 'October',
    Reference,
    Supplier,
  }
  expect(journal).toMatchObject({
    name: 'Journal',
    rows: [
      { ...common, Line: 1, Account: 'EXPENSE', Nature: 'Market data', Debit: 1000 },
      { ...common, Line: 2, Account: 'RECOVERABLE TAXES', Debit: 170 },
      { ...common, Line: 3, Account: 'SUPPLIER', Nature: Supplier, Credit: 1170 },
    ],
  })
})

test('a prepaid invoice has its schedule on a second sheet', async () => {
  const service = { serviceFrom: '2026-11-15', serviceTo: '2027-01-31' }
  const [journal, schedule] = await sheetsOf({ ...INVOICE, prePaid: true, ...service })
  expect(journal?.rows[0]).toMatchObject({ Account: 'PREPAID EXPENSE', Debit: 1000 })
  expect(schedule?.rows.map(({ Days, Amount }) => [Days, Amount])).toEqual([
    [16, 205.13],
    [31, 397.44],
    [31, 397.43],
  ])
})

test('the same invoice gives the same bytes, at any time', async () => {
  const first = await loaderWorkbook(INVOICE)
  later(86_400_000)
  expect(Buffer.from(await loaderWorkbook(INVOICE)).equals(Buffer.from(first))).toBe(true)
})

test('every journal balances, also for credit notes and odd taxes, and no side is negative', () => {
  const cents = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n })
  const decimal = (value: bigint) => new Big(value.toString()).div(100).toFixed(2)
  fc.assert(
    fc.property(cents, cents, (gross, tax) => {
      const [grossAmount, recoverable, expense] = [decimal(gross), decimal(tax), decimal(gross - tax)]
      const lines = loaderLines({ ...INVOICE, grossAmount, recoverable, expense })
      const side = (name: 'debit' | 'credit') => sum(lines.flatMap((line) => line[name] ?? []))
      expect(side('debit').toFixed(2)).toBe(side('credit').toFixed(2))
      for (const { debit, credit } of lines) {
        expect([debit, credit].filter((each) => each !== null)).toHaveLength(1)
        expect(new Big(debit ?? credit ?? '').gte(0)).toBe(true)
      }
    }),
  )
})

test('a credit note is the reverse', () => {
  const note = { ...INVOICE, grossAmount: '-117.00', recoverable: '-17.00', expense: '-100.00' }
  expect(loaderLines(note).map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['EXPENSE', null, '100.00'],
    ['RECOVERABLE TAXES', null, '17.00'],
    ['SUPPLIER', '117.00', null],
  ])
})

test('amounts of up to 18 digits keep their cents', async () => {
  const amounts = {
    grossAmount: '1234567890123456.78',
    recoverable: '0.77',
    expense: '1234567890123456.01',
  }
  const [journal] = await sheetsOf({ ...INVOICE, ...amounts })
  expect(journal?.rows.map(({ Debit, Credit }) => [Debit, Credit])).toEqual([
    ['1234567890123456.01', undefined],
    [0.77, undefined],
    [undefined, '1234567890123456.78'],
  ])
})

test('the tax of a reverse charge is on both sides, and what is not recovered is expense', () => {
  const charged = {
    ...INVOICE,
    grossAmount: '1000.00',
    taxes: '0.00',
    reverseChargeTax: '170.00',
    recoverable: '68.00',
    expense: '1102.00',
  }
  const sides = (invoice: LoaderInvoice) =>
    loaderLines(invoice).map(({ account, debit, credit }) => [account, debit, credit])
  expect(sides(charged)).toEqual([
    ['EXPENSE', '1102.00', null],
    ['RECOVERABLE TAXES', '68.00', null],
    ['REVERSE CHARGE TAXES', null, '170.00'],
    ['SUPPLIER', null, '1000.00'],
  ])
  const credit = {
    ...charged,
    grossAmount: '-1000.00',
    reverseChargeTax: '-170.00',
    recoverable: '-68.00',
    expense: '-1102.00',
  }
  expect(sides(credit)).toEqual(
    sides(charged).map(([account, debit, credited]) => [account, credited, debit]),
  )
})

test('the journal of a discount balances to the cent, whatever the taxes and the share', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 })
  const money = (of: number) => new Big(of).div(100).toFixed(2)
  fc.assert(
    fc.property(cents, cents, fc.option(cents), fc.option(fc.integer({ min: 0, max: 100 })), (...drawn) => {
      const [gross, discount, owed, share] = drawn
      const invoice = {
        ...INVOICE,
        grossAmount: money(gross),
        taxes: money(Math.floor(gross / 7)),
        reverseChargeTax: owed === null ? null : money(owed),
      }
      const lines = discountLines(
        invoice,
        money(Math.min(discount, gross)),
        share === null ? null : String(share),
      )
      const [debits, credits] = (['debit', 'credit'] as const).map((side) =>
        sum(lines.flatMap((each) => each[side] ?? [])).toFixed(2),
      )
      expect(debits).toBe(credits)
    }),
  )
})
