import { addCurrency, inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camtXml, entryXml, statementXml } from 'tests/support/areas/payments/bank-messages'
import { runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'
import { refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'

/** What every page of a payment in yen, and in dinars, shows: ISO 4217 gives yen no decimals, dinars three. */

const site = await opened(httpSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
await runs.addAccounts()
const YEN = 'LU710019400644750002'
const DINARS = 'LU440019400644750003'
await addCurrency(site, reference, 'JPY', { payer: YEN, payee: 'DE75512108001245126199' })
await addCurrency(site, reference, 'KWD', { payer: DINARS, payee: 'DE02120300000000202051' })
afterAll(() => expect(site.crashes()).toEqual([]))

const [yen = 0, dinars = 0] = await runs.approvedInvoices([
  { gross: '765432.00', currency: 'JPY', ref: 'YEN-1' },
  { gross: '8765.50', currency: 'KWD', ref: 'KWD-1' },
])

async function textOf(user: UserName, path: string): Promise<string> {
  const { status, html } = await site.page(user, path)
  expect([path, status]).toEqual([path, 200])
  return html.replaceAll('<!-- -->', '')
}

await site.transaction((tx) => refreshInvoiceRows(tx, [yen, dinars]))

/** Each page says both amounts as people write them, and never otherwise. */
async function expectShown(user: UserName, path: string, amounts: readonly string[]) {
  const text = await textOf(user, path)
  for (const amount of amounts) expect(text, `${path}: ${amount}`).toContain(amount)
  expect(text, path).not.toMatch(/765,432\.0|8,765\.50(?!0)/)
}

test('the invoice, the log, what is to be paid and the calendar', async () => {
  await expectShown('finance1', `/invoices/${yen}`, ['765,432 JPY'])
  await expectShown('finance1', `/invoices/${dinars}`, ['8,765.500 KWD'])
  await expectShown('finance1', '/invoices', ['765,432<', '8,765.500<'])
  await expectShown('treasurer1', '/payments/new', ['765,432<', '8,765.500<'])
  await expectShown('treasurer1', `/payments/new/make?invoices=${yen},${dinars}`, [
    '765,432 JPY',
    '8,765.500 KWD',
  ])
  await expectShown('treasurer1', '/payments/calendar', ['765,432<', '8,765.500<'])
  await expectShown('treasurer1', `/invoices/${yen}/cancel`, ['765,432 JPY'])
})

test('the run, its list and its steps, and the bank inbox with its days and months', async () => {
  const inbox = inboxOf(site)
  const { runId } = await runs.make('treasurer1', [yen, dinars], null, { executionDate: null })
  await expectShown('treasurer1', `/payments/${runId}`, ['765,432 JPY', '8,765.500 KWD', '765,432<'])
  await expectShown('treasurer1', '/payments', ['765,432 JPY', '8,765.500 KWD'])
  await expectShown('treasurer2', `/payments/${runId}/take-out/${yen}`, ['765,432 JPY'])
  const entry = entryXml({
    amount: '<Amt Ccy="JPY">765432</Amt>',
    day: '2026-11-02',
    text: '<AddtlNtryInf>OTHER</AddtlNtryInf>',
  })
  const xml = camtXml(statementXml(entry, 'camt.053', `<IBAN>${YEN}</IBAN>`).replace('>EUR<', '>JPY<'))
  const { answerId } = await runs.answer('treasurer1', 'yen.xml', xml)
  const [stored] = await inbox.entries(answerId)
  await expectShown('treasurer1', '/bank-inbox', ['-765,432<'])
  await expectShown('treasurer1', `/bank-inbox/${stored?.id}`, ['-765,432 JPY'])
  await expectShown('treasurer1', '/bank-inbox/accounts', ['-765,432<'])
  await expectShown('treasurer1', '/bank-inbox/months?month=2026-11', ['-765,432<'])
})
