import { currency } from 'db/schema/lookups'
import { completeFields, expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { ublXml } from 'tests/support/platform/einvoices/invoice-xml'
import { writtenPdf } from 'tests/support/platform/files/raw-pdf'
import { describe, expect, test } from 'vitest'
import { apiSite, NOW } from '../support/api/site'
import { formOf } from '../support/api/uploads'

const site = await opened(apiSite())
const reference = await expenseReference({
  transaction: site.transaction,
} as Parameters<typeof expenseReference>[0])
await site.transaction((tx) => tx.insert(currency).values([{ code: 'EUR', name: 'Euro' }]))

const pdf = (name: string, text = name) => ({
  name,
  bytes: new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${text})\nendobj\nstartxref\n0\n%%EOF`),
})
const upload = (
  files: ReturnType<typeof pdf>[],
  path = 'uploadinvoice',
  headers: Record<string, string> = {},
) => site.call('finance1', 'POST', path, { body: formOf(files, { comment: 'From the API' }), headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  site.call('finance1', 'POST', path, { body: body as object, headers })

let count = 0
async function newDraft(): Promise<{ id: number; revision: number }> {
  count += 1
  return (await upload([pdf(`draft ${count}.pdf`)])).body
}

describe('uploadinvoice', () => {
  test('keeps the file of a refused invoice, and of a document of a draft, for another try', async () => {
    const form = formOf([pdf('kept.pdf')], { comment: 'x'.repeat(4_001) })
    const refused = await site.call('finance1', 'POST', 'uploadinvoice', { body: form })
    expect([refused.status, refused.body.details.stagedFiles]).toEqual([422, ['kept.pdf']])
    const { staged } = refused.body.details
    const body = formOf([], { comment: 'October', staged })
    const done = await site.call('finance1', 'POST', 'uploadinvoice', { body })
    expect(done.status).toBe(201)
    const other = { name: 'a.bin', bytes: new Uint8Array([0, 1, 2, 3]) }
    const path = `uploadbackupdocument/${done.body.id}`
    const document = await site.call('finance1', 'POST', path, { body: formOf([other]) })
    expect([document.status, document.body.details.stagedFiles]).toEqual([422, ['a.bin']])
  })

  test('makes a draft from one PDF, returns its detail, and warns about a duplicate file', async () => {
    const first = await upload([pdf('bill.pdf')])
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      file_name: 'bill.pdf',
      transactionComment: 'From the API',
      receivedDate: '2026-11-02',
      revision: 1,
      duplicates: [],
      draft_transaction_id: first.body.id,
    })
    const key = { 'Idempotency-Key': 'the-same-file-again' }
    const again = await upload([pdf('other name.pdf', 'bill.pdf')], 'uploadinvoice', key)
    expect(again.body.duplicates).toMatchObject([{ kind: 'draft', id: first.body.id, why: 'same file' }])
  })

  test('without a key the same file from the same user makes one draft for ten minutes', async () => {
    const send = (path?: string) => upload([pdf('unkeyed.pdf')], path)
    const first = await send()
    site.clock.now = new Date(NOW.getTime() + 9 * 60_000)
    const soon = await send()
    expect([soon.status, soon.body.id]).toEqual([201, first.body.id])
    const [inBatch] = (await send('uploadinvoices')).body
    expect(inBatch).toMatchObject({ draftId: first.body.id, errorMessage: null })
    site.clock.now = new Date(NOW.getTime() + 11 * 60_000)
    const later = await send()
    expect(later.body.id).not.toBe(first.body.id)
    expect(later.body.duplicates).toMatchObject([{ id: first.body.id, why: 'same file' }])
  })

  test('an Idempotency-Key makes one draft only', async () => {
    const headers = { 'Idempotency-Key': 'one-upload' }
    const [first, second] = [
      await upload([pdf('once.pdf')], 'uploadinvoice', headers),
      await upload([pdf('once.pdf')], 'uploadinvoice', headers),
    ]
    expect(second.body.id).toBe(first.body.id)
    const other = await upload([pdf('other.pdf')], 'uploadinvoice', headers)
    expect([other.status, other.body.title]).toEqual([409, 'File cannot be integrated, see error.'])
  })

  test('accepts an e-invoice in XML: its fields, a PDF made from it, its attachments and the XML itself', async () => {
    const sheet = new Uint8Array(await writtenPdf({}))
    const inside = (name: string, bytes: Uint8Array) =>
      `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${name}">${Buffer.from(bytes).toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
    const xml = ublXml().replace(
      '<cac:AccountingSupplierParty>',
      `${inside('hours.pdf', sheet)}${inside('hours.exe', new Uint8Array([0x4d, 0x5a, 0, 0]))}<cac:AccountingSupplierParty>`,
    )
    const bytes = new TextEncoder().encode(xml)
    const { status, body } = await upload([{ name: 'U-1.xml', bytes }])
    expect([status, body]).toMatchObject([
      201,
      {
        file_name: 'U-1.xml',
        invoiceRef: 'U-1',
        invoiceDate: '2026-01-31',
        dueDate: '2026-03-02',
        currency: 'EUR',
        grossAmount: '571.04',
        taxes: '75.04',
        netAmount: '496.00',
      },
    ])
    expect(body.notes).toContain('The file "hours.exe" inside the e-invoice is kept only in the XML.')
    const listed = (await site.call('finance1', 'GET', `documents/object/${body.id}`)).body
    expect(
      listed.map((each: { file_type: string; fileName: string; canDelete: boolean }) => [
        each.file_type,
        each.fileName,
        each.canDelete,
      ]),
    ).toEqual([
      ['INVOICE ATTACHMENT', 'hours.pdf', false],
      ['INVOICE', 'U-1.xml', false],
    ])
    const file = async (path: string) => {
      const { answer } = await site.call('finance1', 'GET', path)
      return [answer.headers.get('content-type'), new Uint8Array(await answer.arrayBuffer())] as const
    }
    const [type, made] = await file(`documents/invoice/${body.id}`)
    expect([type, new TextDecoder('latin1').decode(made.subarray(0, 5))]).toEqual([
      'application/pdf',
      '%PDF-',
    ])
    expect(await file(`documents/${listed[1].id}`)).toEqual(['application/xml', bytes])
    expect(await file(`documents/${listed[0].id}`)).toEqual(['application/pdf', sheet])
  })

  test.each([
    [
      'a document type',
      (xml: string) => xml.replace('<Invoice', '<!DOCTYPE Invoice><Invoice'),
      'document type (DTD)',
    ],
    ['a name of another kind', (xml: string) => xml, 'its name ends in ".pdf"'],
    ['an end too early', (xml: string) => xml.slice(0, -20), 'not well-formed XML'],
    ['no standard that it keeps', () => '<Invoice><ID>1</ID></Invoice>', 'Choose a PDF or e-invoice'],
  ])('an e-invoice with %s is refused by name', async (_, broken, why) => {
    const name = why.includes('.pdf') ? 'odd.pdf' : 'odd.xml'
    const { status, body } = await upload([{ name, bytes: new TextEncoder().encode(broken(ublXml())) }])
    expect([status, body.title]).toEqual([422, 'File cannot be integrated, see error.'])
    expect(body.error).toContain(why)
    expect(body.error).toContain(name)
  })

  test.each([
    ['no file', [], 422],
    ['two files', [pdf('a.pdf'), pdf('b.pdf')], 422],
    ['a text', [{ name: 'a.pdf', bytes: new TextEncoder().encode('hello') }], 422],
  ])('%s is refused, with the message in error as well', async (_, files, status) => {
    const refused = await upload(files)
    expect(refused.status).toBe(status)
    expect(refused.body.title).toBe('File cannot be integrated, see error.')
    expect(refused.body.error).toBe(refused.body.errorMessage)
    expect(refused.body.error).not.toBe('')
  })

  test('a batch returns a result for each file', async () => {
    const bad = { name: 'bad.pdf', bytes: new TextEncoder().encode('hello') }
    const { status, body } = await upload([pdf('batch 1.pdf'), bad, pdf('batch 2.pdf')], 'uploadinvoices')
    expect(status).toBe(201)
    expect(body).toMatchObject([
      { fileName: 'batch 1.pdf', draftId: expect.any(Number), errorMessage: null },
      { fileName: 'bad.pdf', draftId: null, errorMessage: expect.stringContaining('bad.pdf') },
      { fileName: 'batch 2.pdf', draftId: expect.any(Number), errorMessage: null },
    ])
    const six = Array.from({ length: 6 }, (_, at) => pdf(`six ${at}.pdf`))
    expect((await upload(six, 'uploadinvoices')).status).toBe(422)
    expect((await upload([bad], 'uploadinvoices')).status).toBe(422)
  })
})

describe('drafttransactions', () => {
  test('lists drafts with their count, filtered like the grid', async () => {
    const { id } = await newDraft()
    await post('drafttransactions', { id, ...completeFields(reference), invoiceRef: 'LISTED-1' })
    const { answer, body } = await site.call(
      'finance1',
      'GET',
      'drafttransactions?filter.invoice_ref=LISTED-1',
    )
    expect(answer.headers.get('X-Total-Count')).toBe('1')
    expect(body).toMatchObject([
      {
        id,
        legal_entity_name: 'Index Data House Ltd',
        invoice_fund_legal_entity_name: null,
        invoice_entity: 'Index Data House Ltd',
        invoiced_legal_entity_name: 'Alcyon SICAV',
        settling_entity: 'Hespéris Management SA',
        category: 'DATA',
        expense_type: 'Market data',
        pre_paid: false,
        received_date: '2026-10-30',
        currency: 'EUR',
        gross_amount: '1170.00',
        taxes: '170.00',
        net_amount: '1000.00',
        username: 'Test finance',
        last_user: 'Test finance',
        event_status: 'IN ENTRY',
        event_queue: 'ACCOUNTING',
        event_class: 'new',
      },
    ])
    expect(body[0].event_log).toContain('LISTED-1')
    const size = await site.call(
      'finance1',
      'GET',
      'drafttransactions?size=1&sort=-gross_amount&search=listed',
    )
    expect(size.body).toHaveLength(1)
  })

  test('a whole draft sent back as a form updates it, guarded by its revision', async () => {
    const { id } = await newDraft()
    const form = new FormData()
    const { body: read, answer } = await site.call('finance1', 'GET', `drafttransactions/${id}`)
    const tag = answer.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"1-/)
    const sent = { ...read, invoiceRef: 'FORM-1', grossAmount: '1,234.50', isSupplierFund: 'false' }
    for (const [name, value] of Object.entries(sent)) form.append(name, value === null ? '' : String(value))
    const saved = await site.call('finance1', 'POST', 'drafttransactions', { body: form })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ id, invoiceRef: 'FORM-1', grossAmount: '1234.50', revision: 2 })

    const stale = await post('drafttransactions', { ...read, invoiceRef: 'JSON-1' })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      code: 'conflict',
      details: { revision: 2, versions: [{ field: 'invoiceRef', stored: 'FORM-1', yours: 'JSON-1' }, {}] },
    })
    const staleTag = await post('drafttransactions', { id, invoiceRef: 'TAG' }, { 'If-Match': tag })
    expect(staleTag.status).toBe(409)
    // Without a revision only the fields sent are changed.
    const part = await post('drafttransactions', { id, invoiceRef: 'PART', taxes: 234.5 })
    expect(part.body).toMatchObject({ invoiceRef: 'PART', grossAmount: '1234.50', netAmount: '1000.00' })
  })

  test('its status says what is allowed', async () => {
    const { id } = await newDraft()
    expect((await site.call('finance1', 'GET', `drafttransactions/${id}/status`)).body).toEqual({
      is_validation_step: false,
      is_cancellation_step: false,
      is_completion_step: false,
      is_editable: true,
    })
  })

  test.each([
    ['grossAmount', '10000000000000000.00', /16 digits/],
    ['grossAmount', '1.005', /two ways|two decimals/],
    ['grossAmount', '1.0050', /two decimals/],
    ['grossAmount', '1,234', /two ways/],
    ['grossAmount', 'twelve', /not an amount/],
    ['grossAmount', '12%', /not an amount/],
    ['grossAmount', Number('12345678901234.56789'), /digits/],
    ['taxes', { a: 1 }, /not an amount/],
    ['invoiceDate', '2026-02-30', /not a date/],
    ['invoiceDate', '1989-12-31', /1990 to 2100/],
    ['invoiceDate', '2101-01-01', /1990 to 2100/],
    ['currency', 'EURO', /at most 3/],
    ['currency', 'eur', /not in the list/],
    ['invoicedLegalEntity', 'abc', /not in the list/],
    ['invoicedLegalEntity', -1, /not in the list/],
    ['invoiceRef', 'R'.repeat(201), /at most 200/],
    ['transactionComment', 'C'.repeat(4001), /at most 4,000/],
    ['prePaid', 'perhaps', /boolean/],
  ])('%s %j is refused with a message for the field', async (field, value, words) => {
    const { id } = await newDraft()
    const { status, body } = await post('drafttransactions', { id, [field]: value })
    expect(status).toBe(422)
    expect(body.fields).toEqual({ [field]: expect.stringMatching(words) })
  })

  test('an unknown draft is refused', async () => {
    expect((await post('drafttransactions', { invoiceRef: 'X' })).body.fields).toHaveProperty('id')
    expect((await post('drafttransactions', { id: 999_999, invoiceRef: 'X' })).status).toBe(404)
    expect((await site.call('finance1', 'GET', 'drafttransactions/999999/status')).status).toBe(404)
    expect((await post('drafttransactions', [1])).status).toBe(422)
  })
})

describe('costs', () => {
  const line = { feesType: 'AUDIT', grossAmount: '100.00', taxes: 17, comment: 'Audit' }

  test('cost lines are added, changed, listed and deleted, and make up the totals', async () => {
    const { id: transactionDraftId } = await newDraft()
    const added = await post('costs', { ...line, transactionDraftId })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ transactionDraftId, netAmount: '83.00', revision: 2 })
    const { id } = added.body
    const changed = await post('costs', {
      ...line,
      id,
      transactionDraftId,
      grossAmount: '50.00',
      revision: 2,
    })
    expect(changed).toMatchObject({ status: 200, body: { id, netAmount: '33.00', revision: 3 } })
    expect((await site.call('finance1', 'GET', `costs/${transactionDraftId}`)).body).toMatchObject([
      { id, grossAmount: '50.00', comment: 'Audit' },
    ])
    expect((await post('costs', { ...line, transactionDraftId, revision: 2 })).status).toBe(409)
    const foreign = await site.call('finance1', 'GET', `costs/${id}/delete`)
    expect(foreign.status).toBe(403)
    const own = { headers: { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Dest': 'empty' } }
    expect((await site.call('finance1', 'GET', `costs/${id}/delete`, own)).body).toMatchObject({
      id,
      revision: 4,
    })
    expect((await site.call('finance1', 'DELETE', `costs/${id}/delete`)).status).toBe(404)
    const detail = await site.call('finance1', 'GET', `drafttransactions/${transactionDraftId}`)
    // As before the first line, when no totals were entered.
    expect(detail.body).toMatchObject({ grossAmount: null, netAmount: null })
    // Above the database’s integer range.
    const far = await site.call('finance1', 'DELETE', 'costs/999999999999999/delete')
    expect([far.status, far.body.title]).toEqual([404, 'Delete Error'])
    const barred = await site.call('auditor1', 'DELETE', 'costs/1/delete')
    expect([barred.status, barred.body.title]).toEqual([403, 'Delete Error'])
  })

  test('missing values are refused with a message for each field', async () => {
    const { id: transactionDraftId } = await newDraft()
    const { status, body } = await post('costs', { transactionDraftId, taxes: '1.999' })
    expect(status).toBe(422)
    expect(Object.keys(body.fields).sort()).toEqual(['grossAmount', 'taxes'])
    const unknown = await post('costs', { ...line, transactionDraftId, feesType: 'NOTHING' })
    expect(unknown.body.fields).toHaveProperty('feesType')
  })
})
