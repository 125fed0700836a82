import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camtXml, entryXml, statementXml } from 'tests/support/areas/payments/bank-messages'
import { PAYEE, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { bankEntryRows } from '~/areas/payments/bank-inbox/list.server'
import { runView } from '~/areas/payments/run-view.server'

const site = await opened(httpSite())
const runs = runsOn(site, await expenseReference(site))
const inbox = inboxOf(site)
await runs.addAccounts()
site.setClock('2026-11-27T09:00:00Z')
afterAll(() => expect(site.crashes()).toEqual([]))

interface Debit {
  amount: string
  /** The account of the other party. */
  to?: string
  name?: string
  text?: string
}

const debitXml = ({ amount, to, name, text = 'PAYMENT' }: Debit) => {
  const account = to ? `<CdtrAcct><Id><IBAN>${to}</IBAN></Id></CdtrAcct>` : ''
  const party = name ? `<Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr>` : ''
  return statementXml(
    entryXml({
      amount: `<Amt Ccy="EUR">${amount}</Amt>`,
      direction: 'DBIT',
      day: '2026-11-27',
      details: `<TxDtls><RltdPties>${party}${account}</RltdPties></TxDtls>`,
      text: `<AddtlNtryInf>${text}</AddtlNtryInf>`,
    }),
  )
}

let files = 0
/** The entries of one more statement. */
async function booked(...debits: Debit[]) {
  files += 1
  const xml = camtXml(debits.map(debitXml).join(''), { id: `S${files}` })
  const { answerId } = await runs.answer('treasurer1', `s-${files}.xml`, xml)
  return (await inbox.entries(answerId)).map(({ id }) => id)
}

async function proposalOf(id: number) {
  const [row] = await bankEntryRows(contextOf({ read: site.read, today: '2026-11-27' }), [id])
  return [row?.decision, row?.proposal]
}

/** The hidden fields of the form with this intent, as a browser without scripts sends them. */
function formOf(html: string, intent: string): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((each) => each.includes(`name="intent" value="${intent}"`)) ?? ''
  const fields = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

test('two invoices that are the amount together are proposed, shown with their sum, and paid by one press', async () => {
  const [one = 0, two = 0] = await runs.approvedInvoices([
    { gross: '5159.70', ref: '2026-1187' },
    { gross: '5159.71', ref: '2026-1192' },
    { gross: '88.00', ref: '2026-1200' },
  ])
  const [entryId = 0, cent = 0, stranger = 0] = await booked(
    { amount: '10319.41', to: PAYEE.iban },
    { amount: '10319.42', to: PAYEE.iban },
    { amount: '5247.70', to: 'BE68539007547034' },
  )
  expect(await proposalOf(entryId)).toEqual([
    'To decide',
    `2 invoices, ${one} and ${two}, together the same amount`,
  ])
  // A cent more, and money to an account of others, are no sum of them.
  expect(await proposalOf(cent)).toEqual(['No proposal', ''])
  expect(await proposalOf(stranger)).toEqual(['No proposal', ''])

  const path = `/bank-inbox/${entryId}`
  const html = (await site.page('treasurer1', path)).html.replaceAll('<!-- -->', '')
  expect(html).toContain('Proposed together')
  expect(html).toContain('2026-1187')
  expect(html).toContain('10,319.41')
  const many = `/work/steps?ids=${entryId}&step=accept&back=%2Fbank-inbox`
  expect((await site.page('treasurer1', many)).html).toContain('does not agree in all details')
  expect(await site.send('treasurer1', path, formOf(html, 'accept'))).toMatchObject({ status: 302 })
  expect(await inbox.postings(entryId)).toEqual(['supplier -5159.70', 'supplier -5159.71'])
  expect([await site.stateOf(one), await site.stateOf(two)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
})

test('three payments of runs that are the amount together are proposed by the name of their payee', async () => {
  const invoices = await runs.approvedInvoices([{ gross: '11.00' }, { gross: '23.00' }, { gross: '47.00' }])
  const [first = 0, second = 0, third = 0] = invoices
  const early = await runs.sentRun([first, second])
  const late = await runs.sentRun([third])
  const [payment] = await runs.payments(early)
  const [entryId = 0] = await booked({ amount: '81.00', name: payment?.creditorName.toUpperCase() ?? '' })
  expect(await proposalOf(entryId)).toEqual([
    'To decide',
    `3 payments, of invoices ${first}, ${second} and ${third}, together the same amount`,
  ])
  await inbox.explain('treasurer2', entryId, { kind: 'accept' })
  expect(await inbox.postings(entryId)).toEqual(['supplier -11.00', 'supplier -23.00', 'supplier -47.00'])
  for (const id of invoices) expect(await site.stateOf(id)).toBe('PAID (SYSTEM)')
  for (const run of [early, late]) expect(await site.stateOf(run)).toBe('SETTLED (COMPLETED)')
  expect(await inbox.unbalanced()).toEqual([])
})

test('where several pairs fit, only references in the text tell which; one payment of the amount is no sum', async () => {
  const [one = 0, two = 0] = await runs.approvedInvoices([
    { gross: '300.00', ref: 'KS-3001' },
    { gross: '400.00', ref: 'KS-4001' },
    { gross: '310.00', ref: 'KS-3101' },
    { gross: '390.00', ref: 'KS-3901' },
    { gross: '690.00', ref: 'KS-6901' },
  ])
  const [open = 0, named = 0, alone = 0] = await booked(
    { amount: '700.00', to: PAYEE.iban },
    { amount: '700.00', to: PAYEE.iban, text: 'ks 3001, ks 4001' },
    // 300.00 and 390.00 together, or the invoice of 690.00 alone, whose proposal is that invoice.
    { amount: '690.00', to: PAYEE.iban },
  )
  expect(await proposalOf(open)).toEqual(['No proposal', ''])
  expect(await proposalOf(named)).toEqual([
    'To decide',
    `2 invoices, ${one} and ${two}, together the same amount`,
  ])
  expect((await proposalOf(alone))[0]).toBe('All details agree')
})

test('a text that names two payments proposes both, and what was settled meanwhile is refused', async () => {
  const invoices = await runs.approvedInvoices([{ gross: '61.00' }, { gross: '71.00' }])
  const runId = await runs.sentRun(invoices)
  const [one, two] = await runs.payments(runId)
  const ids = `${one?.endToEndId} ${two?.endToEndId}`
  const [entryId = 0, other = 0] = await booked(
    { amount: '132.00', text: ids },
    { amount: '132.01', text: ids },
  )
  expect(await proposalOf(entryId)).toEqual([
    'To decide',
    `2 payments, of invoices ${invoices[0]} and ${invoices[1]}, together the same amount`,
  ])
  expect((await proposalOf(other))[0]).toBe('No proposal')
  const context = contextOf({ read: site.read, actor: site.actor('treasurer1') })
  // The other entry only names two payments whose sum it is not: it is about neither.
  expect((await runView(context, runId)).answers.map(({ words }) => words)).toEqual([
    '1 unexplained (2 payments)',
  ])
  const paymentIds = [one?.id ?? 0, two?.id ?? 0]
  await expect(inbox.explain('treasurer1', other, { kind: 'payments', paymentIds })).rejects.toMatchObject({
    message: expect.stringContaining('not these payments together'),
    options: { list: ['Amount: 132.01 EUR, we have 132.00 EUR'] },
  })
  await inbox.explain('treasurer1', entryId, { kind: 'payments', paymentIds })
  await expect(inbox.explain('treasurer1', other, { kind: 'payments', paymentIds })).rejects.toMatchObject({
    options: { list: [expect.stringContaining('is paid'), expect.stringContaining('is paid')] },
  })
  expect(await inbox.postings(entryId)).toEqual(['supplier -61.00', 'supplier -71.00'])
})

test('payments that nothing proposes are ticked on the page, and a wrong sum keeps the ticks', async () => {
  const invoices = await runs.approvedInvoices([{ gross: '13.10' }, { gross: '17.20' }, { gross: '500.00' }])
  const runId = await runs.sentRun(invoices)
  const [one, two, three] = await runs.payments(runId)
  const [entryId = 0] = await booked({ amount: '30.30' })
  const path = `/bank-inbox/${entryId}`
  const form = {
    ...formOf((await site.page('treasurer1', path)).html, 'explain'),
    how: 'payments',
    [`payment-${one?.id}`]: 'on',
  }
  const refused = await site.send('treasurer1', path, { ...form, [`payment-${three?.id}`]: 'on' })
  expect([refused.status, refused.html.includes('Amount: 30.30 EUR, we have 513.10 EUR')]).toEqual([
    422,
    true,
  ])
  expect(refused.html).toMatch(new RegExp(`name="payment-${three?.id}"[^>]*checked`))
  const again = formOf(refused.html, 'explain')
  const sent = { ...form, ...again, [`payment-${two?.id}`]: 'on' }
  expect(await site.send('treasurer1', path, sent)).toMatchObject({ status: 302 })
  expect(await inbox.postings(entryId)).toEqual(['supplier -13.10', 'supplier -17.20'])
})

test('of a payee with more open invoices than are tried, nothing is proposed', async () => {
  await runs.approvedInvoices(Array.from({ length: 31 }, (_, at) => ({ gross: `${1000 + at * at}.00` })))
  const [entryId = 0] = await booked({ amount: '2001.00', to: PAYEE.iban })
  // 1,000 and 1,001, among 31.
  expect(await proposalOf(entryId)).toEqual(['No proposal', ''])
})
