import { randomUUID } from 'node:crypto'
import { FIELDS, formOf } from 'tests/support/api/uploads'
import { objectAt } from 'tests/support/areas/documents/object-at'
import { opened } from 'tests/support/opened'
import { ublXml } from 'tests/support/platform/einvoices/invoice-xml'
import { httpSite } from 'tests/support/routes/http-site'
import { EICAR, installedClamd, startClamd, startDouble } from 'tests/support/scanner/clamd'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { type ClamdAddress, clamdScan } from '~/platform/files/clamd'

const site = await opened(httpSite())
const double = await opened(startDouble())
const navId = (await site.addFund({ fundCode: 'LUX001' })).navId

const scanBy = (address: ClamdAddress | null) =>
  Object.assign(site.services.uploads, { scan: address && clamdScan(address, 500) })

async function send(fileName: string, content: string, objectId = navId) {
  const body = formOf([{ name: fileName, bytes: Buffer.from(content) }])
  const answer = await site.ask('accountant1', `/api/uploadDocument/OTHER/${objectId}`, {
    method: 'POST',
    body,
  })
  return { status: answer.status, ...(await answer.json()) }
}

const documents = async () =>
  (await (await site.ask('accountant1', `/api/documents/object/${navId}`)).json()) as {
    fileName: string
    scannedBy: string | null
  }[]

/** A UBL invoice with an attached text, which scanning its own bytes does not find. */
function invoiceWith(inside: string) {
  const content = Buffer.from(inside).toString('base64')
  const reference = `<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject filename="hours.txt">${content}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
  // A new reference each time: the same file again would be the same upload.
  const xml = ublXml()
    .replace('<cbc:ID>U-1<', `<cbc:ID>${randomUUID()}<`)
    .replace('<cac:AccountingSupplierParty>', `${reference}<cac:AccountingSupplierParty>`)
  return { name: 'U-1.xml', bytes: Buffer.from(xml) }
}

async function sendInvoice(inside: string) {
  const body = formOf([invoiceWith(inside)], { comment: '' })
  const answer = await site.ask('finance1', '/api/uploadinvoice', { method: 'POST', body })
  return { status: answer.status, ...(await answer.json()) }
}

async function uploadsAreScanned(address: ClamdAddress, by: RegExp) {
  scanBy(address)
  const name = `${randomUUID()}.txt`
  expect(await send(name, 'harmless')).toMatchObject({ status: 201, scannedBy: expect.stringMatching(by) })
  expect((await documents()).find(({ fileName }) => fileName === name)?.scannedBy).toMatch(by)
  const before = (await documents()).length
  expect(await send('evil.txt', EICAR)).toMatchObject({
    status: 422,
    title: 'Upload Error',
    errorMessage: expect.stringMatching(
      /^The file "evil\.txt" was refused: the virus scanner found Eicar-Test-Signature\S* in it\.$/,
    ),
  })
  expect(await documents()).toHaveLength(before)

  // The files inside an e-invoice are scanned too.
  const { status, id } = await sendInvoice('harmless')
  expect(status).toBe(201)
  const stored = (await (await site.ask('finance1', `/api/documents/object/${id}`)).json()) as {
    fileName: string
    scannedBy: string | null
  }[]
  expect(stored.map(({ fileName }) => fileName)).toEqual(['hours.txt', 'U-1.xml'])
  for (const { scannedBy } of stored) expect(scannedBy).toMatch(by)
  const rows = await site.rowCounts()
  expect(await sendInvoice(EICAR)).toMatchObject({
    status: 422,
    errorMessage: expect.stringMatching(
      /^The file "hours\.txt \(inside U-1\.xml\)" was refused: the virus scanner found Eicar-Test-Signature/,
    ),
  })
  expect(await site.rowCounts()).toEqual(rows)
}

describe.runIf(installedClamd)('with a real clamd', () => {
  test('a document records its scanner, and EICAR is refused', async () => {
    const clamd = await startClamd(installedClamd ?? '')
    try {
      for (const address of clamd.addresses) await uploadsAreScanned(address, /^ClamAV \d/)
    } finally {
      await clamd.stop()
    }
  })
})

test('with a clamd double, a document records its scanner, and EICAR is refused', async () => {
  await uploadsAreScanned(double.address, /^Double 1\.0/)
})

test('without a scanner a document is marked as not scanned, on its page and in its call', async () => {
  scanBy(null)
  expect(await send('unseen.txt', 'harmless')).toMatchObject({ status: 201, scannedBy: null })
  const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
  expect(await send('unseen.txt', 'harmless', draftId)).toMatchObject({ status: 201, scannedBy: null })
  scanBy(double.address)
  expect((await send('seen.txt', 'harmless', draftId)).status).toBe(201)
  const { html } = await site.page('accountant1', `/drafts/${draftId}`)
  const rows = [...html.matchAll(/<tr data-key.*?<\/tr>/g)].map(([row]) => row.replace(/<[^>]*>/g, ' '))
  const says = (name: string, words: string) =>
    rows.some((row) => row.includes(` ${name}`) && row.includes(words))
  expect([says('unseen.txt', 'Not scanned'), says('seen.txt', 'Clean (Double 1.0)')]).toEqual([true, true])
  expect([says('unseen.txt', 'Clean'), says('seen.txt', 'Not scanned')]).toEqual([false, false])
})

test('a form with files is refused as a whole, on its page, with the input', async () => {
  scanBy(double.address)
  const answer = await site.ask('accountant1', `/documents/object/${navId}/new`, {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: formOf(
      [
        { name: 'good.txt', bytes: Buffer.from('harmless') },
        { name: 'evil.txt', bytes: Buffer.from(EICAR) },
      ],
      { idempotencyKey: randomUUID() },
    ),
  })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('the virus scanner found Eicar-Test-Signature in it')
  expect((await documents()).map(({ fileName }) => fileName)).not.toContain('good.txt')
})

test('if the scanner does not answer, every upload is refused, and the log says why', async () => {
  scanBy(double.address)
  double.behave('silent')
  const sentence =
    'The file "late.txt" could not be checked for viruses, so nothing was saved: the virus scanner does not answer. Try again in a minute, and tell your administrator if this continues.'
  expect(await send('late.txt', 'harmless')).toMatchObject({
    status: 503,
    code: 'unavailable',
    errorMessage: sentence,
  })
  await double.stop()
  expect(await send('late.txt', 'harmless')).toMatchObject({
    status: 503,
    code: 'unavailable',
    errorMessage: sentence,
  })
  expect((await documents()).map(({ fileName }) => fileName)).not.toContain('late.txt')
  expect(site.crashes().map((each) => each.split(':')[0])).toEqual([
    'the virus scanner cannot tell',
    'the virus scanner cannot tell',
  ])
})

test('a control is scanned like any other upload, and its workbooks record the scanner', async () => {
  const again = await startDouble()
  scanBy(again.address)
  const { model } = await site.addFund({ fundCode: 'LUX009' })
  const body = formOf(await writeSet(model, 'FIA3'), FIELDS)
  const answer = await site.ask('accountant1', '/api/uploadfilesFIA/3', { method: 'POST', body })
  expect(answer.status).toBe(201)
  const rows = await site.ownerSql<{ scannedBy: string | null }[]>`
    select scanned_by as "scannedBy" from document where object_kind = 'nav' and file_type <> 'OTHER'`
  expect(rows.map(({ scannedBy }) => scannedBy?.split('/')[0])).toEqual(Array(3).fill('Double 1.0'))
  await again.stop()
})

/** The scanner checks this many files, and fails at the next. */
function scanOnly(files: number, message: string): void {
  let scanned = 0
  Object.assign(site.services.uploads, {
    scan: async () => {
      if (++scanned > files) throw new Error(message)
      return { by: 'Double 1.0', threat: null }
    },
  })
}

test('if the scanner fails before the files inside an e-invoice, it is refused and nothing is stored', async () => {
  scanOnly(1, 'gone')
  const rows = await site.rowCounts()
  expect(await sendInvoice('harmless')).toMatchObject({ status: 503, code: 'unavailable' })
  expect(await site.rowCounts()).toEqual(rows)
})

test('the same in a batch refuses only that invoice, and the log says why', async () => {
  scanOnly(3, 'gone in the middle')
  const before = site.crashes().length
  const body = formOf([invoiceWith('first'), invoiceWith('second')], { comment: '' })
  const answer = await site.ask('finance1', '/api/uploadinvoices', { method: 'POST', body })
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    [
      { draftId: expect.any(Number) },
      { draftId: null, errorMessage: expect.stringContaining('virus scanner') },
    ],
  ])
  expect(site.crashes().slice(before)).toEqual([
    expect.stringMatching(/^the virus scanner cannot tell:.*gone in the middle/),
  ])
})
