import { camt053, PAYER, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'

// What a new run says of the runs beside it, which take from the same account and the same credit.

const site = await opened(httpSite())
const runs = runsOn(site, await expenseReference(site))
await runs.addAccounts()
await runs.answer(
  'treasurer1',
  'statement.xml',
  camt053('STMT', { iban: PAYER.iban, currency: 'EUR', day: '2026-10-30', balance: '950.00' }),
)
const [, large = 0, small = 0, next = 0, last = 0] = await runs.approvedInvoices([
  { gross: '-150.00', ref: 'CN-150' },
  { gross: '700.00' },
  { gross: '100.00' },
  { gross: '340.00' },
  { gross: '30.00' },
])
const first = await runs.make('treasurer1', [large], null, { takeCredits: false })
const second = await runs.make('treasurer1', [small])

const textOf = async (path: string, user: 'treasurer1' | 'treasurer2' = 'treasurer1') =>
  (await site.page(user, path)).html.replaceAll('<!-- -->', '')

const short = `LU28 0019 4006 4475 0000: balance of 30/10/2026 950.00, pays 290.00 EUR, and run ${first.runId} takes 700.00 EUR besides.`

test('a new run says which runs take from its account too, and what they take of a credit', async () => {
  const form = await textOf(`/payments/new/make?invoices=${next}`)
  expect(form).toContain('50.00 EUR less for credit CN-150')
  expect(form).toContain(`Credit CN-150: run ${second.runId} takes 100.00 EUR besides.`)
  expect(form).toContain(`Hespéris Management SA goes below zero. ${short}`)
  expect(form).toContain(`with run ${first.runId}`)
})

test('what a run leaves of a credit stays for another one, and its form says so', async () => {
  const form = await textOf(`/payments/new/make?invoices=${last}`)
  expect(form).toContain(
    `Credit CN-150: run ${second.runId} takes 100.00 EUR besides; 20.00 EUR stay for another run, as no payment goes below zero.`,
  )
  expect(form).not.toContain('goes below zero. ')
})

test('the page of the run and the question before its approval say the same', async () => {
  const { runId } = await runs.make('treasurer1', [next])
  const page = await textOf(`/payments/${runId}`, 'treasurer2')
  expect(page).toContain(short)
  const question = await textOf(`/payments/${runId}/confirm/first-approval`, 'treasurer2')
  expect(question).toContain(short)
})
