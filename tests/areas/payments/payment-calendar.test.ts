import { camt053, PAYER, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { paymentCalendar } from '~/areas/payments/payment-calendar.server'

const site = await opened(httpSite())
const runs = runsOn(site, await expenseReference(site))
await runs.addAccounts()

const calendar = () => paymentCalendar(contextOf({ read: site.read, now: site.clock() }))

test('payments are listed on their bank day, with the balance after them', async () => {
  const [inRun = 0] = await runs.approvedInvoices([
    { gross: '400.00', due: '2026-11-27' },
    { gross: '100.00', due: '2026-10-20' },
    // A Saturday.
    { gross: '200.00', due: '2026-11-14' },
    { gross: '300.00', due: '2027-01-15' },
    { gross: '50.00', currency: 'GBP', due: '2026-11-10' },
  ])
  await runs.make('treasurer1', [inRun])
  await runs.answer(
    'treasurer1',
    'statement.xml',
    camt053('STMT-1', { iban: PAYER.iban, currency: 'EUR', day: '2026-10-30', balance: '650.00' }),
  )
  const today = '2026-11-02'
  expect(
    (await calendar()).map(({ day, account, currency, in_runs, due, held, balance }) => [
      day,
      account,
      currency,
      in_runs,
      due,
      held,
      balance,
    ]),
  ).toEqual([
    [today, PAYER.iban, 'EUR', '400.00', '100.00', '0.00', '150.00'],
    ['2026-11-10', '', 'GBP', '0.00', '0.00', '50.00', null],
    ['2026-11-16', PAYER.iban, 'EUR', '0.00', '200.00', '0.00', '-50.00'],
  ])
})

test('a payment that the bank booked is in the balance and no longer leaves', async () => {
  const [row] = await calendar()
  expect(row).toMatchObject({ day: '2026-11-02', payments: 2, in_runs: '400.00', balance_from: '2026-10-30' })
  const runId = (await site.ownerSql<{ id: number }[]>`select max(id) as id from payment_run`)[0]?.id ?? 0
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  await runs.step('treasurer1', runId, 'sent')
  const [paid] = await runs.payments(runId)
  await runs.answer(
    'treasurer1',
    'statement-2.xml',
    camt053('STMT-2', { iban: PAYER.iban, currency: 'EUR', day: '2026-11-02', balance: '250.00' }, [
      { id: paid?.endToEndId ?? '', amount: '400.00' },
    ]),
  )
  expect((await calendar())[0]).toMatchObject({
    payments: 1,
    in_runs: '0.00',
    leaves: '100.00',
    balance: '150.00',
    balance_from: '2026-11-02',
  })
})

test('the page shows a balance below zero as a fault, and the call answers the same rows', async () => {
  const { html } = await site.page('treasurer1', '/payments/calendar')
  expect(html).toContain('Payment calendar')
  expect(html).toContain('badge--failed')
  const rows = await (await site.ask('treasurer1', '/api/payments/calendar')).json()
  expect(rows).toMatchObject([{ balance: '150.00' }, { account: '' }, { balance: '-50.00' }])
})

test('a balance that does not add up is reported and left out until a later statement adds up', async () => {
  const statement = (id: string, opening: string, balance: string) =>
    runs.answer(
      'treasurer1',
      `${id}.xml`,
      camt053(id, { iban: PAYER.iban, currency: 'EUR', day: '2026-11-03', opening, balance }),
    )
  const [id = 0] = await runs.approvedInvoices([{ gross: '10.00', due: '2026-11-20' }])
  const { runId } = await runs.make('treasurer1', [id])
  const shown = async () => {
    const pages = await Promise.all([
      site.page('treasurer1', '/payments/calendar'),
      site.page('treasurer1', `/payments/${runId}`),
    ])
    return pages.map(({ html }) => html.includes('does not add up'))
  }
  expect(await shown()).toEqual([false, false])
  const wrong = await statement('STMT-3', '250.00', '900.00')
  expect(wrong).toMatchObject({ balances: 0, notes: [expect.stringContaining('by 650.00 EUR')] })
  expect((await calendar())[0]).toMatchObject({ balance_from: '2026-11-02', balance: '140.00' })
  expect(await shown()).toEqual([true, true])
  // It follows the statement before it, although that one is not believed.
  const next = await statement('STMT-4', '250.00', '250.00')
  expect(next).toMatchObject({ balances: 1, notes: [] })
  expect((await calendar())[0]).toMatchObject({ balance_from: '2026-11-03' })
  expect(await shown()).toEqual([false, false])
})
