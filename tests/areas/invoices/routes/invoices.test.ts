import { bankAccount } from 'db/schema/bank-accounts'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { describe, expect, test } from 'vitest'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)

async function page(path: string, user = 'auditor1'): Promise<string> {
  const answer = await site.ask(user, path)
  expect(answer.status, path).toBe(200)
  return answer.text()
}

async function post(user: string, path: string, fields: Record<string, string | number>) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  return site.ask(user, path, { method: 'POST', body, headers: { 'Sec-Fetch-Site': 'same-origin' } })
}

/** What a form of the page sends with a step. */
async function step(user: string, invoiceId: number, name: string, more: Record<string, string> = {}) {
  const stepId = await site.stepId(invoiceId, name)
  const [at] = await site.ownerSql`select last_event_id from workflow_instance where object_id = ${invoiceId}`
  const fields = { intent: 'step', stepId, seenEventId: Number(at?.last_event_id) }
  return post(user, `/invoices/${invoiceId}?sort=provider`, {
    ...fields,
    idempotencyKey: crypto.randomUUID(),
    ...more,
  })
}

test('“Paid” is confirmed on a page with amount and supplier, which keeps what was typed when refused', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  for (const [user, name] of [
    ['finance1', 'book'],
    ['treasurer1', 'first approval'],
    ['treasurer2', 'second approval'],
    ['treasurer3', 'payment sent'],
  ] as const)
    await its.invoiceStep(user, invoiceId, name)
  const panel = await page(`/invoices/${invoiceId}`, 'treasurer3')
  expect(panel).toContain(`href="/invoices/${invoiceId}/confirm/paid"`)
  expect(panel).not.toContain('name="paymentDate"')
  const path = `/invoices/${invoiceId}/confirm/paid?sort=provider`
  const question = (await page(path, 'treasurer3')).replaceAll('<!-- -->', '')
  expect(question).toContain(`Mark invoice ${invoiceId} as paid?`)
  for (const part of ['Index Data House Ltd', 'Paid 1,170.00 EUR']) expect(question).toContain(part)
  // The safe answer has the focus, with scripts or without.
  expect(question).toMatch(
    /<a[^>]*data-safe="true"[^>]*autofocus=""|<a[^>]*autofocus=""[^>]*data-safe="true"/i,
  )

  const [at] = await site.ownerSql`select last_event_id from workflow_instance where object_id = ${invoiceId}`
  const fields = {
    stepId: await site.stepId(invoiceId, 'paid'),
    seenEventId: Number(at?.last_event_id),
    eventLog: 'Booked by the bank',
  }
  const send = (more: Record<string, string>) =>
    post('treasurer3', path, { ...fields, idempotencyKey: crypto.randomUUID(), ...more })
  const refused = await send({})
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringMatching(/Enter the day on which the invoice was paid\..*Booked by the bank/s),
  ])
  const done = await send({ paymentDate: '2026-11-02' })
  expect([done.status, done.headers.get('location')]).toEqual([
    302,
    `/invoices/${invoiceId}?sort=provider&done=1`,
  ])
  // Asked about again, the page says why it cannot be taken.
  expect(await page(path, 'treasurer3')).toContain(`You cannot mark invoice ${invoiceId} as paid now.`)
})

async function cancelled(): Promise<number> {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'cancel')
  return invoiceId
}

test('a row expands to its history, and its other tab to its documents', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference)
  const list = await page('/invoices')
  expect(list).toContain(`Details of invoice ${invoiceId}`)
  expect(list).not.toContain('Payment Workflow Audit')
  const history = await page(`/invoices?expanded=${invoiceId}`)
  expect(history).toContain(`Payment Workflow Audit of invoice ${invoiceId}`)
  expect(history).toMatch(new RegExp(`Created from draft ${draftId}.*By <!-- -->SYSTEM`, 's'))
  const documents = await page(`/invoices?expanded=${invoiceId}&detail=documents`)
  expect(documents).toContain('Download authorisation.pdf')
  expect(documents.includes(`Payment Workflow Audit of invoice ${invoiceId}`)).toBe(false)
})

test('the list has the same columns for treasurers as for others', async () => {
  await its.newInvoice(reference)
  const columns = async (user: string) =>
    [...(await page('/invoices', user)).matchAll(/<th[^>]* data-column="([^"]+)"/g)].map(([, id]) => id)
  const shown = await columns('treasurer1')
  expect(shown).toEqual(await columns('accountant1'))
  expect([shown[0], ...shown.slice(-3)]).toEqual(['provider', 'payment', 'event_status', 'days_late'])
})

test('an invoice begins with its row, from which it is consulted, and its report and loader downloaded', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const row = async () =>
    (await page(`/invoices/${invoiceId}`, 'finance1')).match(
      /<table(?:(?!<\/table>)[\s\S])*>Consultation<[\s\S]*?<\/table>/,
    )?.[0]
  const links = (html = '') =>
    [...html.slice(html.indexOf('<tr data-key')).matchAll(/<a [^>]*href="([^"?]*)[^>]*>/g)].map(
      ([, href]) => href,
    )
  const html = (await row()) ?? ''
  expect(html.match(/<tr data-key/g)).toHaveLength(1)
  expect(/ data-column="([^"]+)"/.exec(html)?.[1]).toBe('files')
  const [consultation, report, loader] = ['consultation/invoice', 'report.pdf', 'loader.xlsx'].map(
    (file) => `/invoices/${invoiceId}/${file}`,
  )
  expect(links(html)).toEqual([consultation, report])
  const whole = await page(`/invoices/${invoiceId}`, 'finance1')
  expect(whole.indexOf(html)).toBeLessThan(whole.indexOf('aria-label="Headline"'))
  await step('finance1', invoiceId, 'book')
  expect(links(await row())).toEqual([consultation, report, loader])
})

test('an invoice links to its neighbours in the list, and to its pack for those who may build one', async () => {
  await its.newInvoice(reference)
  const { invoiceId } = await its.newInvoice(reference)
  const html = await page(`/invoices/${invoiceId}?sort=-id`)
  // The list has a column for held payments; beside an open invoice it is narrower.
  expect(await page('/invoices')).toContain('data-column="payment"')
  expect(html).toContain('data-column="settling_entity"')
  expect(html).not.toContain('data-column="payment"')
  expect(html).toContain('drawer__neighbour')
  expect(html).toContain(`/evidence/pack.zip?kind=invoice&amp;id=${invoiceId}`)
  expect(await page(`/invoices/${invoiceId}`, 'teamleader1')).not.toContain('/evidence/pack.zip')
})

test('an address with an unknown row or tab shows the list', async () => {
  for (const query of ['expanded=999999', 'expanded=x&detail=documents', 'detail=nothing'])
    expect(await page(`/invoices?${query}`)).not.toContain('Download authorisation.pdf')
})

test('the drawer shows the invoice, its draft, its signatories and its steps', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference)
  const text = await page(`/invoices/${invoiceId}`, 'finance1')
  for (const part of [
    `Invoice ${invoiceId}`,
    'Index Data House Ltd',
    '1,170.00 EUR',
    'Anna Ackermann, 31/10/2026',
    `href="/drafts/${draftId}"`,
    '<h2>Actions</h2>',
    'Type a message...',
    '>Book<',
    '>Cancel this invoice…<',
    `invoice-${invoiceId}.pdf`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('loader.xlsx')
  expect(text).not.toContain('name="paymentDate"')
  const reader = await page(`/invoices/${invoiceId}`)
  expect(reader).not.toContain('>Book<')
  expect(reader).toMatch(/You have no action here\. Waiting for [A-Z]+ since \d\d\/\d\d\/\d{4}\./)
})

test('a step returns to the same list, with a status line; the loader appears', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const booked = await step('finance1', invoiceId, 'book', { eventLog: 'Period 10' })
  expect([booked.status, booked.headers.get('location')]).toEqual([
    302,
    `/invoices/${invoiceId}?sort=provider&done=1`,
  ])
  const text = await page(`/invoices/${invoiceId}`, 'finance1')
  expect(text).toContain('Period 10')
  expect(text).toContain(`/invoices/${invoiceId}/loader.xlsx`)
  // It is a report, not also a document.
  expect(text.match(new RegExp(`aria-label="Download loader-${invoiceId}.xlsx"`, 'g'))).toHaveLength(1)
  const loader = await site.ask('finance1', `/invoices/${invoiceId}/loader.xlsx`)
  expect(loader.headers.get('content-disposition')).toContain(`loader-${invoiceId}.xlsx`)
  expect((await sheetOf(loader)).length).toBeGreaterThan(2)
  const report = await site.ask('auditor1', `/invoices/${invoiceId}/report.pdf`)
  expect(report.headers.get('content-type')).toBe('application/pdf')
  expect((await report.text()).slice(0, 5)).toBe('%PDF-')
  const early = (await its.newInvoice(reference)).invoiceId
  expect((await site.ask('finance1', `/invoices/${early}/loader.xlsx`)).status).toBe(404)
})

test('the booker sees why they may not approve, and without its day a payment is refused', async () => {
  await site.ownerSql`
    insert into user_queue (user_id, queue) select id, 'PAYMENT' from app_user where user_name = 'finance2'`
  await site.reloadUsers()
  const { invoiceId } = await its.newInvoice(reference)
  expect((await step('finance2', invoiceId, 'book')).status).toBe(302)
  const text = await page(`/invoices/${invoiceId}`, 'finance2')
  expect(text).toContain('needs another person: you booked it yourself')
  expect(text).not.toContain('>First approval<')
  expect((await step('finance2', invoiceId, 'first approval')).status).toBe(403)
  for (const [user, name] of [
    ['treasurer1', 'first approval'],
    ['treasurer2', 'second approval'],
    ['treasurer3', 'payment sent'],
  ] as const)
    expect((await step(user, invoiceId, name)).status).toBe(302)
  const refused = await step('treasurer3', invoiceId, 'paid', { eventLog: 'Value date' })
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Value date')])
  expect((await step('treasurer3', invoiceId, 'paid', { paymentDate: '2026-10-30' })).status).toBe(302)
  const paid = await page(`/invoices/${invoiceId}`, 'treasurer3')
  expect(paid).toContain('30/10/2026')
  expect(paid).toContain('This invoice is paid')
})

describe('Recreate Draft', () => {
  test('a recreated draft compares the IBAN of its e-invoice with the supplier’s accounts', async () => {
    const from = await its.newDraft('finance1', { ...completeFields(reference), ...validations(reference) })
    const iban = { value: 'DE02 1203 0000 0000 2020 51', source: 'IBANID' }
    await its.addEInvoice(from, { fields: { iban } })
    await its.addProof(from)
    const steps = [
      ['finance1', 'send to check'],
      ['teamleader1', 'approve'],
      ['clientdesk1', 'client validated'],
      ['clientdesk1', 'create invoice'],
    ] as const
    for (const [user, name] of steps) await its.draftStep(user, from, name)
    const [invoice] = await its.invoicesOf(from)
    await its.invoiceStep('finance1', invoice?.id ?? 0, 'cancel')
    const path = `/invoices/${invoice?.id}/recreate`
    const seenEventId = /name="seenEventId" value="(\d+)"/.exec(await page(path, 'finance2'))?.[1] ?? ''
    const answer = await post('finance2', path, { seenEventId, idempotencyKey: crypto.randomUUID() })
    const draft = /\/drafts\/\d+/.exec(answer.headers.get('location') ?? '')?.[0]
    const since = new Date(site.clock().getTime() - 400 * 24 * 60 * 60_000)
    await site.transaction((tx) =>
      tx.insert(bankAccount).values({
        legalEntityId: reference.supplierId,
        iso3Currency: 'USD',
        bic: 'FDSKIE2D',
        iban: 'IE12FDSK99000012345678',
        creationDate: since,
        updateDate: since,
      }),
    )
    const ssi = await page(`${draft}?doc=ssi`, 'finance2')
    await site.ownerSql`delete from bank_account where legal_entity_id = ${reference.supplierId}`
    for (const part of ['DE02 1203 0000 0000 2020 51', 'Where it is in the e-invoice', 'IBANID'])
      expect(ssi).toContain(part)
    expect(ssi).not.toContain('holds no e-invoice')
    expect(ssi.replaceAll('<!-- -->', '')).toContain('It is not a stored account of Index Data House Ltd.')
  })

  test('is offered for a cancelled invoice to users who add drafts, instead of the steps', async () => {
    const invoiceId = await cancelled()
    const text = await page(`/invoices/${invoiceId}`, 'finance1')
    expect(text).toContain('>Recreate Draft<')
    expect(text).not.toContain('Type a message...')
    expect(text).not.toContain('>Actions</h2>')
    expect(await page(`/invoices/${invoiceId}`, 'treasurer1')).not.toContain('Recreate Draft')
    expect((await site.ask('treasurer1', `/invoices/${invoiceId}/recreate`)).status).toBe(403)
  })

  test('asks for confirmation, then opens the draft; a second attempt names the existing draft', async () => {
    const invoiceId = await cancelled()
    const path = `/invoices/${invoiceId}/recreate`
    const form = await page(path, 'finance1')
    const seenEventId = /name="seenEventId" value="(\d+)"/.exec(form)?.[1] ?? ''
    const key = () => ({ seenEventId, idempotencyKey: crypto.randomUUID() })
    const made = await post('finance1', path, key())
    expect(made.status).toBe(302)
    const draftId = /^\/drafts\/(\d+)$/.exec(made.headers.get('location') ?? '')?.[1]
    expect(draftId).toBeDefined()
    const again = await post('finance1', path, key())
    expect(again.status).toBe(422)
    expect(await again.text()).toContain(`draft ${draftId}`)
    const text = await page(`/invoices/${invoiceId}`, 'finance1')
    expect(text).toContain(`href="/drafts/${draftId}"`)
    expect(text).toContain('RECREATED')
    expect(text).not.toContain('>Recreate Draft<')
  })
})

describe('Consultation', () => {
  test('shows the invoice, the matrix of its client on its date, and each proof', async () => {
    const { invoiceId } = await its.newInvoice(reference)
    await its.addFile('invoice', invoiceId, FILE_TYPES.invoice, 'October “data”.pdf')
    const base = `/invoices/${invoiceId}/consultation`
    expect(await page(`${base}/invoice`)).toContain('October “data”.pdf')
    expect(await page(`${base}/authorisation`)).toContain(
      `src="/authorisation-matrix/${reference.clientId}/2026-10-28.pdf`,
    )
    const [proof] = await site.ownerSql`
      select id from document where object_kind = 'invoice' and object_id = ${invoiceId} and file_type = ${FILE_TYPES.proof}`
    expect(await page(`${base}/${proof?.id}`)).toContain(`src="/documents/${proof?.id}/preview`)
    for (const none of ['nothing', '999999'])
      expect((await site.ask('auditor1', `${base}/${none}`)).status).toBe(404)
  })

  test('an invoice without a stored PDF says so', async () => {
    const { invoiceId } = await its.newInvoice(reference)
    expect(await page(`/invoices/${invoiceId}/consultation/invoice`)).toContain(
      'This invoice has no supplier’s PDF',
    )
  })
})

test('a prepaid invoice shows its schedule, which adds up to the cent', async () => {
  const { invoiceId } = await its.newInvoice(reference, {
    prePaid: true,
    serviceFrom: '2026-10-15',
    serviceTo: '2026-12-14',
    grossAmount: '1000.00',
    taxes: '0.00',
  })
  const text = await page(`/invoices/${invoiceId}`)
  expect(text).toContain('Prepaid schedule')
  // 61 days: 17 in October, 30 in November, 14 in December.
  for (const amount of ['278.69', '491.80', '229.51', '1,000.00']) expect(text).toContain(amount)
})

test('codes are shown by name', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await site.ownerSql`insert into mapping (key, code, display, sorting_order)
    values ('FEES_TYPE', 'F-CODE', 'Fees of auditors', 90), ('POSTING_FILTER', 'P-CODE', 'All the ledgers', 91)
    on conflict do nothing`
  await site.ownerSql`update invoice set fees_type = 'F-CODE', posting_filter = 'P-CODE', allocation_rule = 'GONE'
    where id = ${invoiceId}`
  const text = await page(`/invoices/${invoiceId}`)
  for (const part of ['Fees of auditors', 'All the ledgers', '<dd>GONE</dd>']) expect(text).toContain(part)
  expect(text).not.toContain('F-CODE')
})

test('the history of an invoice can be downloaded', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference)
  const rows = await sheetOf(
    await site.ask('auditor1', `/invoices/${invoiceId}/export/invoice_workflow.xlsx`),
  )
  expect(rows[0]).toEqual(['Event Date', 'Status and comments'])
  expect(rows[1]?.[1]).toContain(`Created from draft ${draftId}`)
  expect((await site.ask('auditor1', `/invoices/${invoiceId}/export/other.xlsx`)).status).toBe(404)
})

test('payers see the account and that it changed; others do not', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const account = { legalEntityId: reference.supplierId, iso3Currency: 'EUR', bic: 'FDSKIE2D' }
  const at = site.clock()
  const day = 24 * 60 * 60_000
  const since = new Date(at.getTime() - 3 * day)
  await site.transaction((tx) =>
    tx.insert(bankAccount).values({
      ...account,
      iban: 'IE12FDSK99000012345678',
      creationDate: new Date(at.getTime() - 400 * day),
      updateDate: since,
    }),
  )
  expect(await page(`/invoices/${invoiceId}`, 'treasurer1')).not.toContain('Paid to')
  await its.invoiceStep('finance1', invoiceId, 'book')
  const text = await page(`/invoices/${invoiceId}`, 'treasurer1')
  for (const part of [
    'Paid to',
    'IE12 FDSK 9900 0012 3456 78',
    'Index Data House Ltd: bank details changed 3 days ago.',
  ])
    expect(text).toContain(part)
  expect(await page(`/invoices/${invoiceId}`, 'clientdesk1')).not.toContain('IE12 FDSK')
})

test('an approval is for the account shown: another one refuses it and voids earlier ones, on page and by call', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book')
  const path = `/invoices/${invoiceId}`
  const seenOn = async (user: string) =>
    /name="accountSeen" value="(\w{64})"/.exec(await page(path, user))?.[1] ?? ''
  const byCall = async (user: string, name: string, accountHash: string) => {
    const body = JSON.stringify({
      objectId: invoiceId,
      workflowId: await site.stepId(invoiceId, name),
      eventLog: '',
      accountHash,
    })
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
    return site.ask(user, '/api/task/instance/create/invoice', { method: 'POST', body, headers })
  }
  const accountSeen = await seenOn('treasurer1')
  const load = (user: string) => site.ask(user, `/api/transactions/${invoiceId}`).then((it) => it.json())
  expect(await load('treasurer1')).toMatchObject({ accountHash: accountSeen })
  expect(await load('clientdesk1')).toMatchObject({ accountHash: null })

  const bic = 'BGLLLULLXXX'
  await site.ownerSql`update bank_account set bic = ${bic} where legal_entity_id = ${reference.supplierId}`
  const refused = await step('treasurer1', invoiceId, 'first approval', { accountSeen, eventLog: 'Fits' })
  expect(refused.status).toBe(409)
  const text = await refused.text()
  expect(text).toContain('changed after you opened this page')
  for (const part of ['Fits', bic]) expect(text).toContain(part)
  expect((await byCall('treasurer1', 'first approval', accountSeen)).status).toBe(409)

  const fresh = { accountSeen: await seenOn('treasurer1') }
  const first = await site.stepId(invoiceId, 'first approval')
  expect((await step('treasurer1', invoiceId, 'first approval', fresh)).status).toBe(302)
  // The step is gone; its input is not.
  const late = await step('treasurer1', invoiceId, 'second approval', {
    stepId: String(first),
    eventLog: 'Mine was first',
  })
  const lateText = await late.text()
  expect([late.status, lateText]).toEqual([
    409,
    expect.stringContaining('Check its history, then decide again.'),
  ])
  expect(lateText).toMatch(/<textarea[^>]*readOnly[^>]*>Mine was first<\/textarea>/i)
  await site.ownerSql`update bank_account set bic = 'BILLLULL' where legal_entity_id = ${reference.supplierId}`
  const call = await byCall('treasurer2', 'second approval', await seenOn('treasurer2'))
  expect([call.status, await call.json()]).toMatchObject([
    409,
    {
      title: 'Workflow cannot move to next step.',
      errorMessage: expect.stringContaining('approvals are void'),
    },
  ])
  const shown = await page(path, 'treasurer2')
  expect(shown).toContain('Approvals voided: the bank details of Index Data House Ltd')
  expect(shown).toContain('>First approval<')
})
