import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt053, camt054, PAYER, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import type { UserName } from 'tests/support/site'
import { afterAll, expect, test } from 'vitest'

const site = await opened(httpSite())
const empty = (await site.page('treasurer1', '/bank-inbox')).html
const runs = runsOn(site, await expenseReference(site))
const inbox = inboxOf(site)
await runs.addAccounts()
afterAll(() => expect(site.crashes()).toEqual([]))

/** The hidden fields of the form with this intent, as a browser sends them. */
function formOf(html: string, intent: string): Record<string, string> {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = forms.find((each) => each.includes(`name="intent" value="${intent}"`)) ?? ''
  return hidden(form)
}

const hidden = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

/** The hidden fields of the form of a popup. */
const popupForm = (html: string) => {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  return hidden(forms.find((each) => each.includes('name="comment"')) ?? '')
}

async function csv(path: string) {
  const answer = await site.ask('treasurer1', path)
  return { body: await answer.text() }
}

let files = 0
/** Entries of a new file, by the bank's text where there is one. */
async function booked(entry: { id: string; amount: string; returned?: string }, text = '') {
  files += 1
  const xml = camt054(`P${files}`, [entry]).replace(
    '</Ntry>',
    text === '' ? '</Ntry>' : `<AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`,
  )
  const { answerId } = await runs.answer('treasurer1', `file-${files}.xml`, xml)
  const [stored] = await inbox.entries(answerId)
  return stored?.id ?? 0
}

async function sent(gross: string) {
  const [invoiceId = 0] = await runs.approvedInvoices([{ gross }])
  const runId = await runs.sentRun([invoiceId])
  const [payment] = await runs.payments(runId)
  const [file] = await runs.files(runId)
  return {
    invoiceId,
    paymentId: payment?.id ?? 0,
    id: payment?.endToEndId ?? '',
    messageId: file?.messageId ?? '',
  }
}

test('without entries the page says where they come from', () => {
  expect(empty).toContain('Nothing is unexplained')
  expect(empty).toContain('Upload bank file')
})

test('the list has unexplained entries first with their proposal; an accepted one leaves the count', async () => {
  const entryId = await booked({ id: 'FEE1', amount: '12.50' }, 'CHARGES OCT 2026')
  const list = (await site.page('treasurer1', '/bank-inbox')).html
  expect(list).toContain('1 unexplained')
  expect(list).toContain('Bank charges')
  expect(list).toContain('-12.50')
  expect(list).toContain('All details agree')
  // Who decides it accepts it from its row; who only reads it does not.
  expect(list).toMatch(new RegExp(`href="/work/steps\\?ids=${entryId}&amp;[^"]*step=accept"`))
  expect((await site.page('finance1', '/bank-inbox')).html).not.toContain('step=accept')

  const path = `/bank-inbox/${entryId}`
  const { html } = await site.page('treasurer1', path)
  expect(html).toContain('CHARGES OCT 2026')
  const done = await site.send('treasurer1', path, formOf(html, 'accept'))
  expect(done).toMatchObject({ status: 302, to: `${path}?done=1` })
  expect(await inbox.postings(entryId)).toEqual(['charges -12.50'])
  expect((await site.page('treasurer1', '/bank-inbox')).html).toContain('0 unexplained')
  // The form of a page that was open before says that it was explained meanwhile.
  const late = await site.send('treasurer2', path, {
    ...formOf(html, 'accept'),
    idempotencyKey: crypto.randomUUID(),
  })
  expect([late.status, late.html.includes('It is now EXPLAINED')]).toEqual([409, true])
})

test('a refused choice names the difference and keeps what was chosen and typed', async () => {
  const { id, paymentId, invoiceId } = await sent('100.00')
  const entryId = await booked({ id, amount: '101.50' })
  const path = `/bank-inbox/${entryId}`
  const { html } = await site.page('treasurer1', path)
  expect(html).toContain('The bank says')
  expect(html).toContain(`Payment of invoice ${invoiceId} in run`)
  const chosen = {
    ...formOf(html, 'explain'),
    how: `payment ${paymentId}`,
    eventLog: 'Asked by telephone',
  }
  const refused = await site.send('treasurer1', path, chosen)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Amount: 101.50 EUR, we have 100.00 EUR')
  expect(refused.html).toContain('Asked by telephone</textarea>')
  expect(refused.html).toMatch(new RegExp(`<option value="payment ${paymentId}" selected`))
  const again = formOf(refused.html, 'explain')
  expect(await site.send('treasurer1', path, { ...chosen, ...again, withCharges: 'on' })).toMatchObject({
    status: 302,
  })
  expect(await inbox.postings(entryId)).toEqual(['supplier -100.00', 'charges -1.50'])
})

test('invoices are found by amount and reference, and ticked ones are paid by the entry', async () => {
  const [one = 0, two = 0] = await runs.approvedInvoices([
    { gross: '30.00', ref: 'FOUND-30' },
    { gross: '12.00', ref: 'FOUND-12' },
  ])
  const path = `/bank-inbox/${await booked({ id: 'OTHER', amount: '42.00' })}`
  const found = (await site.page('treasurer1', `${path}?match=found-`)).html
  for (const id of [one, two]) expect(found).toContain(`name="invoice-${id}"`)
  const byAmount = (await site.page('treasurer1', `${path}?match=30.00`)).html
  expect([byAmount.includes(`invoice-${one}"`), byAmount.includes(`invoice-${two}"`)]).toEqual([true, false])
  const form = { ...formOf(found, 'explain'), how: 'invoices', [`invoice-${one}`]: 'on' }
  const refused = await site.send('treasurer1', `${path}?match=found-`, form)
  expect(refused.html).toContain('the invoices come to 30.00 EUR')
  expect(refused.html).toMatch(new RegExp(`name="invoice-${one}"[^>]*checked`))
  const again = formOf(refused.html, 'explain')
  await site.send('treasurer1', path, { ...form, ...again, [`invoice-${two}`]: 'on' })
  expect([await site.stateOf(one), await site.stateOf(two)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
})

test('a return is requested by one treasurer, and decided by another', async () => {
  const { id, paymentId, invoiceId } = await sent('64.00')
  await booked({ id, amount: '64.00' })
  const entryId = await booked({ id: 'BACK', amount: '64.00', returned: 'AC04' })
  const path = `/bank-inbox/${entryId}/return`
  const { html } = await site.page('treasurer1', path)
  expect(html).toContain(`Payment of invoice ${invoiceId}`)
  const form = { ...popupForm(html), paymentId: String(paymentId) }
  const without = await site.send('treasurer1', path, form)
  expect([without.status, without.html.includes('Enter the reason')]).toEqual([422, true])
  const requested = await site.send('treasurer1', path, {
    ...form,
    ...popupForm(without.html),
    comment: 'The account is closed',
  })
  expect(requested).toMatchObject({ status: 302, to: `/bank-inbox/${entryId}` })
  expect((await site.page('treasurer2', `/bank-inbox/${entryId}`)).html).toContain(
    'another treasurer decides it',
  )
  await inbox.approve('treasurer2')
  expect(await site.stateOf(invoiceId)).toBe('RETURNED (PAYMENT)')
  const page = (await site.page('treasurer1', `/invoices/${invoiceId}`)).html
  expect(page).toContain('The bank returned the payment')
  expect(page).toContain('pay it again, cancel it, or keep it as paid with a comment, under Actions')
  for (const step of ['Pay again', 'Keep as paid', 'Cancel this invoice…']) expect(page).toContain(step)
  expect((await site.page('finance1', `/invoices/${invoiceId}`)).html).toContain(
    'Members of the queue PAYMENT check its account and pay it again',
  )
})

test('the entry and the invoice in dispute lead to the form that settles it', async () => {
  const { id, invoiceId, messageId } = await sent('73.00')
  files += 1
  await runs.answer(
    'treasurer1',
    `file-${files}.xml`,
    pain002(`P${files}`, messageId, [{ id, status: 'RJCT', reason: 'AC04' }]),
  )
  const entryId = await booked({ id, amount: '73.00' })
  const path = `/invoices/${invoiceId}/dispute`
  for (const page of [`/bank-inbox/${entryId}`, `/invoices/${invoiceId}`])
    expect((await site.page('treasurer1', page)).html).toContain(path)
  const seenBy = async (user: UserName) =>
    (await site.page(user, `/invoices/${invoiceId}`)).html.replaceAll('<!-- -->', '')
  const own = await seenBy('treasurer1')
  expect(own).toContain('What the bank says contradicts what is known here')
  expect(own).toMatch(
    new RegExp(`href="/bank-inbox/${entryId}"[^>]*>Bank entry ${entryId}</a> of 02/11/2026: `),
  )
  // Others read what is against it, and who settles it where.
  const theirs = await seenBy('finance1')
  expect(theirs).not.toContain(path)
  expect(theirs).toContain(`href="/bank-inbox/${entryId}"`)
  expect(theirs).toContain('Members of the queue PAYMENT settle the dispute in the Bank inbox')
  const without = await seenBy('accountant1')
  expect(without).toContain(`Bank entry ${entryId} of 02/11/2026`)
  expect(without).not.toContain(`href="/bank-inbox/${entryId}"`)
  const { html } = await site.page('treasurer1', path)
  const done = await site.send('treasurer1', path, {
    ...popupForm(html),
    end: 'PAID',
    comment: 'The supplier has it',
  })
  expect(done).toMatchObject({ status: 302, to: `/invoices/${invoiceId}` })
  expect(await seenBy('treasurer2')).toMatch(
    /Settle as PAID: The supplier has it\. Requested by [^;]+; another treasurer decides it/,
  )
  await inbox.approve('treasurer3')
  expect([await site.stateOf(invoiceId), await site.stateOf(entryId)]).toEqual([
    'PAID (SYSTEM)',
    'EXPLAINED (SYSTEM)',
  ])
})

test('marked entries are accepted at once where all details agree; others are opened one by one', async () => {
  const agreed = await booked({ id: 'FEE2', amount: '3.10' }, 'COMMISSION')
  const { id } = await sent('88.00')
  await booked({ id, amount: '88.00' })
  const back = await booked({ id: `${id}-X`, amount: '88.00', returned: 'AC04' }, id)
  const steps = `/work/steps?ids=${agreed}%20${back}&step=accept&back=%2Fbank-inbox`
  const { html } = await site.page('treasurer1', steps)
  expect(html).toContain('does not agree in all details')
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = hidden(forms.find((each) => each.includes('name="seen"')) ?? '')
  expect((await site.send('treasurer1', steps, form)).status).toBe(302)
  expect([await site.stateOf(agreed), await site.stateOf(back)]).toEqual([
    'EXPLAINED (SYSTEM)',
    'UNEXPLAINED (PAYMENT)',
  ])
})

test('the days of accounts say what of each statement is unexplained, and whether it joins', async () => {
  const statement = { iban: PAYER.iban, currency: 'EUR', day: '2026-11-02', balance: '1000.00' }
  await runs.answer('treasurer1', 'day.xml', camt053('S1', statement, [{ id: 'DAY1', amount: '19.00' }]))
  const { body } = await csv('/bank-inbox/accounts/export/account_days.csv')
  expect(body).toContain(PAYER.iban)
  expect(body).toMatch(/-19\.00.*1000\.00.*Balance missing/)
  expect((await site.page('finance1', '/bank-inbox/accounts')).html).toContain('Days of accounts')
})

test('a day that did not follow the one before joins once the missing statement is there', async () => {
  const upload = (day: string, opening: string, balance: string, amount: string) =>
    runs.answer(
      'treasurer1',
      `${day}.xml`,
      camt053(day, { iban: PAYER.iban, currency: 'EUR', day, opening, balance }, [{ id: day, amount, day }]),
    )
  const joins = async () => (await csv('/bank-inbox/accounts/export/account_days.csv')).body
  await upload('2026-09-01', '100.00', '90.00', '10.00')
  await upload('2026-09-03', '70.00', '60.00', '10.00')
  expect(await joins()).toMatch(/2026.*70\.00.*Does not follow/)
  await upload('2026-09-02', '90.00', '70.00', '20.00')
  expect(await joins()).not.toContain('Does not follow')
})

test('the rules say what settles by itself, what is proposed, and what was explained alike before', async () => {
  expect((await site.page('auditor1', '/bank-inbox')).html).toContain('href="/bank-inbox/rules"')
  const before = (await site.page('auditor1', '/bank-inbox/rules')).html.replaceAll('<!-- -->', '')
  for (const words of [
    'What settles a payment by itself',
    'to the cent',
    'two treasurers settle',
    'its reference (4 characters or more)',
    'within 5 days',
  ])
    expect(before).toContain(words)
  const entryId = await booked({ id: 'POSTAGE1', amount: '2.10' }, 'POSTAGE OCT 2026')
  await inbox.explain('treasurer1', entryId, { kind: 'charges' })
  await booked({ id: 'POSTAGE2', amount: '2.20' }, 'POSTAGE NOV 2026')
  expect((await site.page('finance1', '/bank-inbox/rules')).html).toContain('POSTAGE')
  const { body } = await csv('/bank-inbox/rules/export/bank_rules.csv')
  expect(body).toMatch(/POSTAGE[,;]charges[,;]1[,;]/)
})

test('a month is closed by one treasurer and reopened by another, on its page', async () => {
  const facts = { iban: PAYER.iban, currency: 'EUR', day: '2026-10-30', opening: '60.00', balance: '41.00' }
  await runs.answer(
    'treasurer1',
    'october.xml',
    camt053('S2', facts, [{ id: 'O1', amount: '19.00', day: '2026-10-30' }]),
  )
  const list = (await site.page('finance1', '/bank-inbox/months')).html
  expect(list).toContain('1 entry is not explained')
  expect((await csv('/bank-inbox/months/export/account_months.csv')).body).toMatch(/60\.00.*-19\.00.*41\.00/)
  const [entry] = await site.ownerSql<
    { id: number }[]
  >`select id::int from bank_entry where end_to_end_id = 'O1'`
  await inbox.explain('treasurer1', entry?.id ?? 0, { kind: 'charges' })

  const path = `/bank-inbox/months/${encodeURIComponent(`${PAYER.iban}~EUR~2026-10`)}`
  expect((await site.page('finance1', path)).html).toContain('Treasurers close months')
  const journal = await site.ask('treasurer1', `${path}/journal.xlsx`)
  expect([journal.status, (await journal.text()).includes('Close the month first')]).toEqual([422, true])
  const { html } = await site.page('treasurer1', path)
  expect((await site.send('treasurer1', path, formOf(html, 'close'))).status).toBe(302)
  const own = (await site.page('treasurer1', path)).html
  expect([own.includes('Another treasurer can reopen it'), own.includes('journal.xlsx')]).toEqual([
    true,
    true,
  ])
  expect((await site.ask('treasurer1', `${path}/journal.xlsx`)).status).toBe(200)

  const form = formOf((await site.page('treasurer2', path)).html, 'reopen')
  const refused = await site.send('treasurer2', path, { ...form, comment: ' ' })
  expect([refused.status, refused.html.includes('Enter the reason')]).toEqual([422, true])
  const again = { ...form, ...formOf(refused.html, 'reopen'), comment: 'The bank corrected it' }
  expect((await site.send('treasurer2', path, again)).status).toBe(302)
  expect((await site.page('auditor1', path)).html).toContain('The bank corrected it')
})

test('a treasurer takes an entry over; finance and auditors read, and change nothing', async () => {
  const path = `/bank-inbox/${await booked({ id: 'MINE', amount: '5.00' })}`
  const { html } = await site.page('treasurer2', path)
  expect((await site.send('treasurer2', path, formOf(html, 'owner'))).status).toBe(302)
  expect((await site.page('treasurer1', '/bank-inbox')).html).toContain('Luca Moretti')
  for (const user of ['finance1', 'auditor1']) {
    const seen = await site.page(user, path)
    expect([seen.status, seen.html.includes('name="intent"')]).toEqual([200, false])
    expect((await site.send(user, path, formOf(html, 'accept'))).status).toBe(403)
  }
  expect((await site.page('accountant1', '/bank-inbox')).status).toBe(403)
})

test('both sides of a transfer are chosen on the page of one entry', async () => {
  const at = new Date('2026-01-05T09:00:00Z')
  const iban = 'LU980019400644750001'
  await site.ownerSql`insert into bank_account (legal_entity_id, iso3_currency, iban, bic, creation_date, update_date)
    select legal_entity_id, 'EUR', ${iban}, bic, ${at}, ${at} from bank_account where iban = ${PAYER.iban}`
  const out = await booked({ id: 'OUT', amount: '77.00' }, 'LIQUIDITY')
  files += 1
  const credit = camt054(`P${files}`, [{ id: 'IN', amount: '77.00', returned: 'AC04' }])
    .replace(PAYER.iban, iban)
    .replace(/<RtrInf>.*<\/RtrInf>/, '')
  const { answerId } = await runs.answer('treasurer1', `file-${files}.xml`, credit)
  const [back] = await inbox.entries(answerId)
  const path = `/bank-inbox/${out}`
  const { html } = await site.page('treasurer1', path)
  expect(html).toContain('Internal transfer to LU98 0019 4006 4475 0001')
  expect(html).toContain(`<option value="transfer ${back?.id}"`)
  const chosen = { ...formOf(html, 'explain'), how: `transfer ${back?.id}` }
  expect(await site.send('treasurer1', path, chosen)).toMatchObject({ status: 302 })
  expect(await inbox.postings(back?.id ?? 0)).toEqual(['internal transfer 77.00'])
})

test('a run takes credits off as its form says, shows them, and gives the payee a remittance advice', async () => {
  const [invoiceId = 0] = await runs.approvedInvoices([
    { gross: '90.00', ref: 'NET-90' },
    { gross: '-40.00', ref: 'CN-40' },
  ])
  const make = `/payments/new/make?invoices=${invoiceId}`
  const popup = (await site.page('treasurer1', make)).html.replaceAll('<!-- -->', '')
  expect(popup).toContain('40.00 EUR less for credit CN-40')
  expect(popup).toMatch(/name="takeCredits"[^>]*checked/)
  const forms = popup.match(/<form[\s\S]*?<\/form>/g) ?? []
  const form = hidden(forms.find((each) => each.includes('name="takeCredits"')) ?? '')
  const fields = { ...form, executionDate: '2026-11-30', takeCredits: 'on' }
  const made = await site.send('treasurer1', make, fields)
  expect([made.status, made.to]).toEqual([302, expect.stringMatching(/^\/payments\/\d+/)])
  const runId = Number(/\d+/.exec(made.to ?? '')?.[0])
  expect((await runs.payments(runId)).map(({ amount }) => amount)).toEqual(['50.00'])
  const page = (await site.page('treasurer2', `/payments/${runId}`)).html.replaceAll('<!-- -->', '')
  expect(page).toContain('Credits taken off')
  expect(page).toContain('CN-40 40.00')
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  await runs.step('treasurer1', runId, 'sent')
  const advice = `/payments/${runId}/remittance/${invoiceId}.pdf`
  expect((await site.page('treasurer1', `/payments/${runId}`)).html).toContain(advice)
  const answer = await site.ask('treasurer1', advice)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('a run says again which invoices are paid another time, and why the bank refused before', async () => {
  const before = await sent('64.00')
  await runs.answer(
    'treasurer1',
    'refused.xml',
    pain002('AGAIN', before.messageId, [
      { id: before.id, status: 'RJCT', reason: 'AC04', words: 'Closed in May' },
    ]),
  )
  const form = await site.page('treasurer1', `/payments/new/make?invoices=${before.invoiceId}`)
  const html = form.html.replaceAll('<!-- -->', '')
  expect(html).toContain('One invoice is paid again after its payment failed')
  expect(html).toMatch(
    new RegExp(`Invoice ${before.invoiceId} of [^<]+, attempt 2: account closed \\(AC04\\)`),
  )
  const { runId } = await runs.make('treasurer1', [before.invoiceId])
  const run = (await site.page('treasurer2', `/payments/${runId}`)).html.replaceAll('<!-- -->', '')
  expect(run).toContain('is paid again: attempt 2')
  expect(run).toMatch(/The payment before failed: account closed \(AC04\)[^<]*Closed in May/)
})
