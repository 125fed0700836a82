import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { invoiceFile } from 'tests/support/browser/invoice-files'
import { userWork } from 'tests/support/context'
import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { checkout } from 'tests/support/postgres/throwaway'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { uploadDraft } from '~/areas/drafts/upload/upload-draft.server'

const site = await opened(httpSite())
const { name: fileName, buffer: bytes } = await invoiceFile({ ref: 'ROUTE-1' })
const done = await uploadDraft(userWork(site, site.actor('finance1')), site.services, {
  file: { fileName, bytes },
  comment: 'By post',
})
const draftId = done.draftId

const page = (path: string, user = 'finance1') => site.page(user, path)

const send = (path: string, fields: Record<string, string>, user = 'finance1') =>
  site.send(user, path, fields)

/** The hidden fields of the draft’s form, as a browser sends them. */
function hiddenOf(html: string): Record<string, string> {
  const form = (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes('name="invoiceRef"'))
  return Object.fromEntries(
    [...(form ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
}

test('without scripts an invoice over the size limit is refused with a message', async () => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(25 * 1024 * 1024 + 1)]), 'large.pdf')
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const answer = await site.ask('finance1', '/drafts/new', { method: 'POST', headers, body: form })
  expect(answer.status).toBe(413)
  const html = await answer.text()
  expect(html).toContain('File size error')
  expect(html).toMatch(
    /The file (&quot;|")large\.pdf(&quot;|") is larger than 25 MB\. Choose a smaller file\./,
  )
})

test('without scripts several files are uploaded at once; an unreadable one is reported with the others', async () => {
  const sample = readFileSync(`${checkout}public/samples/invoices/e-invoice.xml`, 'utf8')
  const good = await invoiceFile({ ref: 'ROUTE-2' })
  const form = new FormData()
  form.append('files', new Blob([sample.replace('<Invoice', '<!DOCTYPE Invoice><Invoice')]), 'hostile.xml')
  form.append('files', new Blob([new Uint8Array(good.buffer)]), 'good.pdf')
  form.append('comment', '')
  form.append('idempotencyKey', randomUUID())
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const answer = await site.ask('finance1', '/drafts/batch', { method: 'POST', headers, body: form })
  const html = await answer.text()
  expect(html).toContain('Results by file')
  expect(html).toMatch(/hostile\.xml.*declares a document type/s)
  expect(html).toMatch(/good\.pdf.*Draft (<!-- -->)?\d+/s)
})

test('below an expanded draft is the requested tab, without scripts', async () => {
  const audit = await page(`/drafts?expanded=${draftId}&detail=audit`)
  expect(audit.html).toContain(`Payment Workflow Audit of draft ${draftId}`)
  expect(audit.html).toContain('ROUTE-1.pdf')
  const documents = await page(`/drafts?expanded=${draftId}&detail=documents`)
  expect(documents.html).toMatch(/href="\/documents\/\d+"[^>]*download/)
  const invoices = await page(`/drafts?expanded=${draftId}&detail=nonsense`)
  expect(invoices.html).toContain('No invoices yet.')
})

test('the list is exported with the columns of its grid', async () => {
  const answer = await site.ask('auditor1', '/drafts/export/drafts.csv?columns=id,invoice_ref,gross_amount')
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain('Draft')
  expect(text).toContain(`${draftId}`)
  expect(text).toMatch(/ROUTE-1.*1,?463[.,]09/)
})

test('fields filled by the e-invoice say so, and show its value if the draft differs', async () => {
  const before = await page(`/drafts/${draftId}/edit`)
  expect(before.html).toContain('From the e-invoice')
  expect(before.html).toContain('ExchangedDocument › ID')
  const saved = await send(`/drafts/${draftId}/edit`, {
    ...hiddenOf(before.html),
    invoiceRef: 'ROUTE-OTHER',
    invoiceDate: '2026-10-02',
    grossAmount: '1,463.09',
    taxes: '212.59',
  })
  expect([saved.status, saved.to]).toEqual([302, `/drafts/${draftId}`])
  const after = await page(`/drafts/${draftId}`)
  expect(after.html).toContain('The e-invoice says ROUTE-1')
})

test('input is checked as it would be saved; unreadable values change nothing', async () => {
  const ask = async (typed: Record<string, string>) => {
    const answer = await site.ask('finance1', `/drafts/${draftId}/checks?${new URLSearchParams(typed)}`, {
      headers: { Accept: 'application/json' },
    })
    return answer.json() as Promise<{ missing: { field: string }[] } | null>
  }
  const missing = (await ask({ invoiceRef: 'X' }))?.missing.map(({ field }) => field)
  expect(missing).toContain('grossAmount')
  expect(missing).not.toContain('invoiceRef')
  expect(await ask({ grossAmount: 'abc' })).toBeNull()
})

test('read-only users see the facts with names, and why there is no form', async () => {
  const { html } = await page(`/drafts/${draftId}`, 'auditor1')
  expect(html).toContain('Changing it needs the update permission')
  expect(html).not.toContain(`/drafts/${draftId}/edit`)
  expect(html).not.toContain('name="invoiceRef"')
  expect(html).toMatch(/<dt>Reference<\/dt><dd>ROUTE-OTHER.*The e-invoice says ROUTE-1/)
  expect(html).toMatch(/<dt>Gross<\/dt><dd>1,463.09/)
  expect((await page(`/drafts/${draftId}/edit`, 'auditor1')).status).toBe(403)
  const refused = await send(`/drafts/${draftId}/edit`, {}, 'auditor1')
  expect(refused.status).toBe(403)
})

test.each([
  ['client-validation', 'Upload Client authorisation document'],
  ['backup', 'Upload Backup document'],
])('the popup of %s has the title of the specification and takes xlsx, xls and pdf', async (what, title) => {
  const { html } = await page(`/drafts/${draftId}/add/${what}`)
  expect(html).toContain(title)
  expect(/accept="([^"]*)"/.exec(html)?.[1]?.match(/\.\w+/g)?.sort()).toEqual(['.pdf', '.xls', '.xlsx'])
})

test('opening a draft from the list is one answer of at most 4 KB', async () => {
  const answer = await site.ask('finance1', `/drafts/${draftId}.data?_routes=areas%2Fdrafts%2Froutes%2Fdraft`)
  const { length } = gzipSync(await answer.text())
  expect(length).toBeGreaterThan(500)
  expect(length).toBeLessThanOrEqual(4096)
})

/** The value chosen in a select of a page; undefined where it is blank. */
const chosenIn = (html: string, name: string) => {
  const [select = ''] = html.match(new RegExp(`<select[^>]* name="${name}"[\\s\\S]*?</select>`)) ?? []
  return /<option value="(\d+)" selected="">/.exec(select)?.[1]
}

test('a validator without a date is refused as specified; without scripts that user is cleared, and the other fields keep their values', async () => {
  const reference = await expenseReference(site)
  const [anna, bea] = [String(reference.anna), String(reference.bea)]
  const id = await expenses(site).newDraft('finance1', completeFields(reference))
  const path = `/drafts/${id}/edit`
  const typed = {
    ...hiddenOf((await page(path)).html),
    settlementLegalEntity: String(reference.clientId),
    invoiceRef: 'UNDATED-1',
    transactionComment: 'Agreed with the client',
    validatingUserA: anna,
    validationDateA: '2026-10-31',
    validatingUserB: bea,
    validationDateB: '',
  }
  // The answer with which scripts close the popup.
  const answer = await send(`${path}.data`, typed)
  expect([answer.status, answer.html]).toEqual([
    422,
    expect.stringContaining(
      'Please fill the following field(s) and click again on confirm button : Validation Date B',
    ),
  ])
  const refused = await send(path, typed)
  expect(refused.status).toBe(422)
  expect(refused.html).toMatch(
    /role="alert"[^>]*><strong>Validation Date is required<\/strong><p>Please fill the following field\(s\) and click again on confirm button : Validation Date B<\/p>/,
  )
  expect(refused.html).toContain('Validation Date B is required.')
  expect(refused.html).not.toContain('Validation Date A is required.')
  expect([chosenIn(refused.html, 'validatingUserA'), chosenIn(refused.html, 'validatingUserB')]).toEqual([
    anna,
    undefined,
  ])
  expect(refused.html).toContain('value="UNDATED-1"')
  expect(refused.html).toContain('Agreed with the client</textarea>')
  expect((await page(`/drafts/${id}`)).html).not.toContain('UNDATED-1')

  const saved = await send(path, { ...typed, ...hiddenOf(refused.html), validationDateB: '2026-11-02' })
  expect([saved.status, saved.to]).toEqual([302, `/drafts/${id}`])
  const again = (await page(path)).html
  expect([chosenIn(again, 'validatingUserA'), chosenIn(again, 'validatingUserB')]).toEqual([anna, bea])
})
