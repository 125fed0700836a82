import { expect, test } from 'vitest'
import type { Payment } from '~/areas/payments/payment'
import { pointsToCheck } from '~/areas/payments/points-to-check'

const payment = (invoiceId: number, more: Partial<Payment> = {}) =>
  ({
    invoiceId,
    amount: '100.00',
    currency: 'EUR',
    creditor: { name: `Payee ${invoiceId}` },
    state: 'planned',
    attempt: 1,
    attemptReason: '',
    duplicate: null,
    stopped: null,
    warnings: [],
    ...more,
  }) as unknown as Payment

const account = (name: string, after: string | null) => ({
  name,
  iban: 'LU619920000000210004',
  currency: 'EUR',
  payments: 1,
  total: '187406.11',
  balance: after === null ? null : { day: '2026-11-03', amount: '175000.00' },
  leftOut: null,
  others: null,
  after,
})

type Run = Parameters<typeof pointsToCheck>[0]
const run = (more: Partial<Run>, status = 'DRAFT') =>
  ({ instance: { status }, payments: [], accounts: [], answers: [], ...more }) as unknown as Run

test('what stops a run comes first, then accounts without the money, then what the bank will read otherwise', () => {
  const points = pointsToCheck(
    run({
      payments: [
        payment(1, { warnings: ['The name is longer than 70 characters.'] }),
        payment(2, { stopped: 'Its account was changed.' }),
        payment(3, { warnings: ['The name is longer than 70 characters.'] }),
      ],
      accounts: [account('Arvensis SICAV', '1.00'), account('Brumalis Fonds SICAV', '-12406.11')],
    }),
  )
  expect(points).toEqual([
    {
      kind: 'failed',
      title: 'The payment to Payee 2 is stopped',
      what: 'Its account was changed. Take it out, then the run can go on.',
      amount: '100.00',
      currency: 'EUR',
      invoiceId: 2,
    },
    {
      kind: 'failed',
      title: 'Brumalis Fonds SICAV goes below zero',
      what: 'LU61 9920 0000 0021 0004: balance of 03/11/2026 175,000.00, pays 187,406.11 EUR.',
      amount: '-12406.11',
      currency: 'EUR',
      invoiceId: null,
    },
    {
      kind: 'warning',
      title: 'Payee 1',
      what: 'The name is longer than 70 characters.',
      amount: '100.00',
      currency: 'EUR',
      invoiceId: 1,
    },
  ])
})

test('an account that goes below zero names the other runs that take from it', () => {
  const short = account('Brumalis Fonds SICAV', '-12706.11')
  const of = (runs: number[]) =>
    pointsToCheck(run({ accounts: [{ ...short, others: { runs, total: '300.00' } }] })).map(
      ({ what }) => what,
    )
  const pays = 'LU61 9920 0000 0021 0004: balance of 03/11/2026 175,000.00, pays 187,406.11 EUR'
  expect(of([12])).toEqual([`${pays}, and run 12 takes 300.00 EUR besides.`])
  expect(of([12, 13, 14, 15, 16])).toEqual([
    `${pays}, and runs 12, 13, 14 and 2 more take 300.00 EUR besides.`,
  ])
})

test('approvers see earlier failed attempts with the bank’s reason, and accepted duplicates', () => {
  const duplicate = 'Same supplier, amount and reference as invoice 9. Jan accepted it: Two seats'
  const payments = [
    payment(7, { attempt: 2, attemptReason: 'account closed (AC04)' }),
    payment(8, { duplicate }),
    payment(9, { attempt: 3, state: 'taken out', duplicate }),
  ]
  const reminder = (invoiceId: number, title: string, what: string) => ({
    kind: 'warning',
    title: `Invoice ${invoiceId} of Payee ${invoiceId} ${title}`,
    what,
    amount: '100.00',
    currency: 'EUR',
    invoiceId,
  })
  expect(pointsToCheck(run({ payments }))).toEqual([
    reminder(7, 'is paid again: attempt 2', 'The payment before failed: account closed (AC04).'),
    reminder(8, 'may be a duplicate', duplicate),
  ])
})

test('payments that are taken out or sent, unknown balances and runs whose files exist ask for nothing', () => {
  const payments = [
    payment(1, { state: 'taken out', stopped: 'Its account was changed.' }),
    payment(2, { state: 'sent', warnings: ['The name is longer.'] }),
  ]
  expect(pointsToCheck(run({ payments, accounts: [account('Unknown', null)] }))).toEqual([])
  expect(pointsToCheck(run({ accounts: [account('Spent', '-1.00')] }, 'SENT'))).toEqual([])
})

test('answers of banks that need a person are points of their run', () => {
  const answers = [{ open: ['Invoice 7: the bank paid 90.00 of 100.00 EUR.'] }] as Run['answers']
  expect(pointsToCheck(run({ answers }, 'SENT'))).toMatchObject([
    { kind: 'warning', title: 'Answer of the bank', what: 'Invoice 7: the bank paid 90.00 of 100.00 EUR.' },
  ])
})
