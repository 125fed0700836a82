import { randomUUID } from 'node:crypto'
import { currency } from 'db/schema/lookups'
import { contextOf, userWork } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { describe, expect, test } from 'vitest'
import { draftView } from '~/areas/drafts/draft-view.server'
import { type UploadSite, uploadDraft } from '~/areas/drafts/upload/upload-draft.server'
import type { EInvoice } from '~/platform/einvoices/einvoice'
import type { PdfFacts } from '~/platform/files/read-pdf'
import { DomainError } from '~/platform/values/domain-error'

const site = await opened(testSite())
const reference = await expenseReference(site)
await site.transaction((tx) => tx.insert(currency).values([{ code: 'EUR', name: 'Euro' }]))

const pdf = (text: string) => ({
  fileName: `${text}.pdf`,
  bytes: new TextEncoder().encode(`%PDF-1.4\n1 0 obj\n(${text})\nendobj\nstartxref\n0\n%%EOF`),
})
const PLAIN: PdfFacts = { pages: 1, encrypted: false, scripts: false, eInvoice: null, eInvoiceFault: null }

/** A site whose reader finds these facts in every PDF. */
const reading = (facts: Partial<PdfFacts> | DomainError): UploadSite => ({
  ...site.services,
  files: {
    run: (async () => {
      if (facts instanceof DomainError) throw facts
      return { ...PLAIN, ...facts }
    }) as unknown as UploadSite['files']['run'],
  },
})

const found = <Value>(value: Value) => ({ value, source: 'ExchangedDocument › ID' })
const invoiceOf = (fields: EInvoice['fields'], fault: string | null = null): EInvoice => ({
  format: 'Factur-X',
  profile: 'urn:cen.eu:en16931:2017',
  fileName: 'factur-x.xml',
  typeCode: '380',
  isCreditNote: false,
  fields,
  fault,
})

const upload = (facts: Partial<PdfFacts> | DomainError, name: string, key = randomUUID()) =>
  uploadDraft(userWork(site, site.actor('finance1'), key), reading(facts), {
    file: pdf(name),
    comment: ' October ',
  })
const viewOf = (draftId: number) =>
  draftView(contextOf({ read: site.read, actor: site.actor('finance1') }), draftId)

test('one PDF becomes a draft in entry, received today, with its uploader', async () => {
  site.setClock('2026-11-03T09:00:00Z')
  const { draftId, duplicates, notes } = await upload(PLAIN, 'plain')
  expect({ duplicates, notes }).toEqual({ duplicates: [], notes: [] })
  const { draft, file, instance, history, editing, flags, eInvoice, lines, checks } = await viewOf(draftId)
  expect(draft).toMatchObject({
    receivedDate: '2026-11-03',
    transactionComment: 'October',
    grossAmount: null,
    netAmount: null,
    revision: 1,
    createdBy: site.actor('finance1').id,
  })
  expect(file?.fileName).toBe('plain.pdf')
  expect(instance).toMatchObject({ queue: 'ACCOUNTING', status: 'IN ENTRY', class: 'new' })
  expect(history.map(({ name, type }) => [name, type])).toEqual([
    ['upload draft', 'act'],
    ['create', 'system'],
  ])
  expect(editing).toEqual({ may: 'all', reason: null })
  expect(flags).toEqual({
    is_validation_step: false,
    is_cancellation_step: false,
    is_completion_step: false,
    is_editable: true,
  })
  expect(eInvoice).toBeNull()
  expect(lines).toEqual([])
  expect(checks.missing.map(({ label }) => label)).toEqual([
    'Supplier Company',
    'Settling Entity',
    'Reference',
    'Invoice Date',
    'Currency',
    'Gross',
    'Expense Type',
  ])
})

test('the same key makes one draft, and returns it again', async () => {
  const key = randomUUID()
  const [first, second] = await Promise.all([upload(PLAIN, 'twice', key), upload(PLAIN, 'twice', key)])
  expect(second).toEqual(first)
  const [row] = await site.ownerSql`select count(*)::int as n from document where file_name = 'twice.pdf'`
  expect(row?.n).toBe(1)
  await expect(upload(PLAIN, 'another file', key)).rejects.toMatchObject({ code: 'conflict' })
})

test('anything but a PDF is refused and stores nothing', async () => {
  const before = await site.rowCounts()
  const file = { fileName: 'invoice.pdf', bytes: new TextEncoder().encode('only a text') }
  await expect(
    uploadDraft(userWork(site, site.actor('finance1'), randomUUID()), reading(PLAIN), { file, comment: '' }),
  ).rejects.toMatchObject({ code: 'invalid', options: { title: 'File cannot be integrated, see error.' } })
  expect(await site.rowCounts()).toEqual(before)
})

describe('an e-invoice', () => {
  const fields: EInvoice['fields'] = {
    invoiceRef: found('FX-2026-8'),
    invoiceDate: found('2026-10-28'),
    dueDate: found('2026-11-27'),
    currency: found('EUR'),
    grossAmount: found('1170'),
    taxes: found('170.0000'),
    netAmount: found('1000'),
    sellerName: found('INDEX DATA HOUSE LTD'),
    iban: found('LU28 0019 4006 4475 0000'),
  }

  test('fills the draft, and stores all its facts with their sources', async () => {
    const { draftId, notes } = await upload({ eInvoice: invoiceOf(fields) }, 'filled')
    expect(notes).toEqual([])
    const { draft, eInvoice } = await viewOf(draftId)
    expect(draft).toMatchObject({
      invoiceRef: 'FX-2026-8',
      invoiceDate: '2026-10-28',
      dueDate: '2026-11-27',
      currency: 'EUR',
      grossAmount: '1170.00',
      taxes: '170.00',
      netAmount: '1000.00',
      invoicedLegalEntity: reference.supplierId,
    })
    expect(eInvoice).toMatchObject({ format: 'Factur-X', fault: null, awaitsConfirmation: false, fields })
  })

  test('with wrong totals keeps the draft, pending confirmation', async () => {
    const fault = 'Gross 1,170.00 is not net 900.00 plus taxes 170.00.'
    const { draftId, notes } = await upload({ eInvoice: invoiceOf(fields, fault) }, 'faulty')
    expect(notes).toEqual([fault])
    expect((await viewOf(draftId)).eInvoice).toMatchObject({ fault, awaitsConfirmation: true })
  })

  test('leaves fields blank that the form would refuse, and says so', async () => {
    const odd = invoiceOf({
      invoiceRef: found('R'.repeat(201)),
      invoiceDate: found('1889-10-28'),
      dueDate: found('2026-11-27'),
      currency: found('XAU'),
      grossAmount: found('12345678901234567.00'),
      taxes: found('1.005'),
    })
    const { draftId, notes } = await upload({ eInvoice: odd }, 'odd')
    expect(notes).toHaveLength(5)
    expect((await viewOf(draftId)).draft).toMatchObject({
      invoiceRef: null,
      invoiceDate: null,
      dueDate: '2026-11-27',
      currency: null,
      grossAmount: null,
      taxes: null,
    })
  })

  test('without a gross amount gets the sum of net and taxes', async () => {
    const part = invoiceOf({ netAmount: found('100.10'), taxes: found('17.02') })
    const { draftId } = await upload({ eInvoice: part }, 'part')
    expect((await viewOf(draftId)).draft).toMatchObject({ grossAmount: '117.12', netAmount: '100.10' })
  })
})

test('a PDF that cannot be read still makes a draft, with a note', async () => {
  const refused = new DomainError('invalid', 'The file takes too long to read.')
  const { draftId, notes } = await upload(refused, 'slow')
  expect(notes).toEqual(['The PDF was saved, but could not be read: The file takes too long to read.'])
  expect((await viewOf(draftId)).file?.fileName).toBe('slow.pdf')
  await expect(upload(new DomainError('busy', 'Many files are being read.'), 'busy')).rejects.toThrow('Many')
})

test('describes what a PDF is', async () => {
  const { notes } = await upload(
    { pages: null, encrypted: true, scripts: true, eInvoiceFault: 'Its XML is broken.' },
    'odd facts',
  )
  expect(notes).toHaveLength(3)
  expect(notes.at(-1)).toBe('Its XML is broken.')
})

test('the real reader accepts a broken PDF as well', async () => {
  const file = pdf('really read')
  const { draftId } = await uploadDraft(userWork(site, site.actor('accountant1')), site.services, {
    file,
    comment: '',
  })
  expect((await viewOf(draftId)).file?.fileName).toBe('really read.pdf')
})
