import { expect, test } from 'vitest'
import { type JournalPosting, journalLines } from '~/areas/payments/bank-months/bank-journal.server'
import {
  balancesOfMonth,
  hindrancesOf,
  type MonthStatement,
  monthKeyOf,
  monthOfKey,
} from '~/areas/payments/bank-months/bank-month'
import { statementsInOrder } from '~/areas/payments/bank-months/statement-order'
import { sum } from '~/platform/values/decimal'

let ids = 0
const statement = (
  day: string,
  opening: string | null,
  closing: string | null,
  more: Partial<MonthStatement> = {},
): MonthStatement => {
  ids += 1
  return {
    id: ids,
    day,
    opening,
    closing,
    difference: '0.00',
    before: '0.00',
    within: '0.00',
    after: '0.00',
    entries: 0,
    ...more,
  }
}

const october = (...statements: MonthStatement[]) => balancesOfMonth('2026-10', 'EUR', statements)
const days = (statements: readonly MonthStatement[]) =>
  statements.map(({ opening, closing }) => [opening, closing])

test('statements of a day are put in the order of their balances, whatever order they came in', () => {
  const found = statementsInOrder([
    statement('2026-10-06', '70.00', '60.00'),
    statement('2026-10-05', '90.00', '70.00'),
    statement('2026-10-05', '100.00', '90.00'),
    statement('2026-10-02', null, '100.00'),
  ])
  expect(days(found)).toEqual([
    [null, '100.00'],
    ['100.00', '90.00'],
    ['90.00', '70.00'],
    ['70.00', '60.00'],
  ])
})

test('a statement that was sent again, or for a part of the day, counts once', () => {
  const found = statementsInOrder([
    statement('2026-10-05', '100.00', '90.00'),
    statement('2026-10-05', '100.00', '70.00'),
    statement('2026-10-05', '100.00', '70.00'),
  ])
  expect(days(found)).toEqual([['100.00', '70.00']])
  const quiet = statementsInOrder([
    statement('2026-10-05', '100.00', '100.00'),
    statement('2026-10-05', '100.00', '70.00'),
  ])
  expect(quiet).toHaveLength(2)
})

test('a month opens with what the one before closed with, and its entries lead to its closing balance', () => {
  const found = october(
    statement('2026-09-30', '120.00', '100.00'),
    statement('2026-10-15', '100.00', '80.00', { within: '-20.00', entries: 2 }),
    statement('2026-10-30', '80.00', '85.00', { within: '5.00', entries: 1 }),
  )
  expect(found).toEqual({ opening: '100.00', total: '-15.00', closing: '85.00', entries: 3, gaps: [] })
})

test('entries of a statement that goes over the end of a month count in the month of their day', () => {
  const found = october(
    statement('2026-10-02', '100.00', '70.00', { before: '-10.00', within: '-20.00', entries: 1 }),
    statement('2026-11-03', '70.00', '40.00', { within: '-25.00', after: '-5.00', entries: 2 }),
  )
  expect(found).toEqual({ opening: '90.00', total: '-45.00', closing: '45.00', entries: 3, gaps: [] })
})

test('a gap, a missing balance, a wrong sum and a missing end are named with their days', () => {
  const { gaps } = october(
    statement('2026-09-30', '0.00', '100.00'),
    statement('2026-10-05', '90.00', '80.00', { difference: '1.00' }),
    statement('2026-10-06', null, '80.00'),
  )
  expect(gaps).toEqual([
    'The statement of 05/10/2026 opens with 90.00 EUR, but the one of 30/09/2026 closed with 100.00 EUR. Upload the statement between them.',
    'The statement of 05/10/2026 does not add up: its balances differ from its entries by 1.00 EUR. Ask the bank.',
    'The statement of 06/10/2026 has no opening balance. Ask the bank for a statement with both.',
    'The newest statement is of 06/10/2026. Upload those until 30/10/2026.',
  ])
})

test('a month without entries ends with the statement after it, if that one follows', () => {
  const before = statement('2026-09-30', '0.00', '100.00')
  expect(october(before, statement('2026-11-04', '100.00', '90.00', { after: '-10.00' }))).toMatchObject({
    opening: '100.00',
    closing: '100.00',
    gaps: [],
  })
  expect(october(before, statement('2026-11-04', '99.00', '89.00')).gaps).toHaveLength(1)
})

test('a month waits for its end, for its entries, and for postings that come to the same', () => {
  const row = {
    month_end: '2026-10-31',
    currency: 'EUR',
    total: '-10.00',
    explained: '-4.00',
    unexplained: '-6.00',
  }
  expect(hindrancesOf({ ...row, open_entries: 1 }, [], '2026-10-31')).toEqual([
    'The month is not over. Close it from 01/11/2026.',
    '1 entry is not explained. Explain it in the Bank inbox.',
  ])
  expect(hindrancesOf({ ...row, open_entries: 0 }, [], '2026-11-01')).toEqual([
    'The statements book -10.00 EUR, and what explains it comes to -4.00 EUR. Upload the missing statement, or ask the bank.',
  ])
  expect(
    hindrancesOf({ ...row, explained: '-10.00', unexplained: '0.00', open_entries: 0 }, [], '2026-11-01'),
  ).toEqual([])
})

test('the key of a month names the account, its currency and the month', () => {
  const key = { account: '20/123 456', currency: 'EUR', month: '2026-10' }
  expect(monthOfKey(monthKeyOf(key))).toEqual(key)
  for (const text of [undefined, '', 'LU28~EUR~2026-13', 'LU28~eur~2026-10', 'LU28~2026-10'])
    expect(monthOfKey(text)).toBeNull()
})

const POSTING: JournalPosting = {
  entryId: 5001,
  day: '2026-10-30',
  kind: 'supplier',
  amount: '-92.00',
  paid: { amount: '100.00', currency: 'USD' },
  bookedOn: '2026-10-01',
  credits: [],
  invoiceId: 15,
  invoiceRef: 'R-1',
  supplier: 'Index Data House',
  counterparty: '',
  text: 'PAYMENT',
  bankReference: 'B1',
}

/** Each line as text: "BANK -92.00", credits with a minus. */
const linesOf = (postings: readonly JournalPosting[], rate: string | null) => {
  const lines = journalLines({ iban: 'LU280019400644750000', currency: 'EUR' }, postings, (currency) =>
    currency === 'EUR' ? '1' : rate,
  )
  expect(sum(lines.map(({ amount }) => amount.toFixed(2))).toFixed(2)).toBe('0.00')
  return lines.map(({ account, amount }) => `${account} ${amount.toFixed(2)}`)
}

test('what another currency cost more or less than the invoice was booked with is an exchange difference', () => {
  const fees: JournalPosting = { ...POSTING, kind: 'charges', amount: '-3.00', paid: null }
  expect(linesOf([POSTING, fees], '0.90')).toEqual([
    'BANK -95.00',
    'SUPPLIER 90.00',
    'EXCHANGE DIFFERENCE 2.00',
    'CHARGES 3.00',
  ])
  expect(linesOf([{ ...POSTING, amount: '92.00' }], '0.95')).toEqual([
    'BANK 92.00',
    'SUPPLIER -95.00',
    'EXCHANGE DIFFERENCE 3.00',
  ])
})

test('without a rate the supplier gets what the bank booked', () => {
  expect(linesOf([POSTING], null)).toEqual(['BANK -92.00', 'SUPPLIER 92.00'])
  expect(linesOf([{ ...POSTING, paid: { amount: '92.00', currency: 'EUR' } }], '0.90')).toEqual([
    'BANK -92.00',
    'SUPPLIER 92.00',
  ])
})

test('a payment clears its invoice and the credits that it took off', () => {
  const credits = [{ invoiceId: 16, invoiceRef: 'CN-1', amount: '8.00', bookedOn: '2026-10-05' }]
  const inEuro: JournalPosting = { ...POSTING, paid: { amount: '92.00', currency: 'EUR' }, credits }
  expect(linesOf([inEuro], null)).toEqual(['BANK -92.00', 'SUPPLIER 100.00', 'SUPPLIER -8.00'])
  expect(linesOf([{ ...inEuro, amount: '92.00' }], null)).toEqual([
    'BANK 92.00',
    'SUPPLIER -100.00',
    'SUPPLIER 8.00',
  ])
  expect(linesOf([{ ...POSTING, credits }], '0.90')).toEqual([
    'BANK -92.00',
    'SUPPLIER 97.20',
    'SUPPLIER -7.20',
    'EXCHANGE DIFFERENCE 2.00',
  ])
})
