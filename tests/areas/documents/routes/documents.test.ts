import { randomUUID } from 'node:crypto'
import { formOf } from 'tests/support/api/uploads'
import { bytesOf, objectAt, SMALL_PDF } from 'tests/support/areas/documents/object-at'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { storeDocument } from '~/platform/files/read-content.server'

const site = await opened(httpSite())
const draftId = await objectAt(site, 'draft', 'ACCOUNTING', 'IN ENTRY')
afterAll(() => expect(site.crashes()).toEqual([]))

const file = (name: string, text = name) => ({ name, bytes: bytesOf(text) })
const BACK = '/drafts?page=2&docs.sort=fileName'

const stored = (fileName: string, bytes: Uint8Array, fileType = 'OTHER') =>
  site.transaction((tx) =>
    storeDocument(tx, {
      objectKind: 'draft',
      objectId: draftId,
      fileType,
      fileName,
      bytes,
      createdBy: null,
      now: site.clock(),
    }),
  )
const preview = (id: number, user = 'accountant1', headers = {}) =>
  site.ask(user, `/documents/${id}/preview`, { headers })

/** The text of all pages of a PDF. */
async function textOf(answer: Response): Promise<{ pages: number; text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()))
  const { totalPages, text } = await extractText(pdf, { mergePages: true })
  return { pages: totalPages, text: text.replace(/\s+/g, ' ') }
}

test('without scripts one form uploads several files and redirects within the site', async () => {
  const path = `/documents/object/${draftId}/new?back=${encodeURIComponent(BACK)}`
  const page = await (await site.ask('accountant1', path)).text()
  expect(page).toMatch(/Upload documents to draft/)
  expect(page).toContain(`action="/documents/object/${draftId}/new?back=${encodeURIComponent(BACK)}"`)
  const fields = { idempotencyKey: randomUUID() }
  const send = (files: { name: string; bytes: Uint8Array }[], to = path) =>
    site.ask('accountant1', to, {
      method: 'POST',
      body: formOf(files, { ...fields, idempotencyKey: randomUUID() }),
    })
  const done = await send([file('a.txt'), file('b.txt')])
  expect([done.status, done.headers.get('location')]).toEqual([302, BACK])
  const refused = await send([file('c.txt'), file('d.exe', 'MZ\u0000\u0001'), file('e.pdf')])
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toMatch(/Upload Error.*d\.exe.*e\.pdf/s)
  expect(html.replaceAll('<!-- -->', '')).toContain('The server keeps c.txt, d.exe, e.pdf for an hour')
  const [{ count } = { count: 0 }] = await site.ownerSql`
    select count(*)::int as count from document where object_id = ${draftId}`
  expect(count).toBe(2)
  for (const foreign of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const to = `/documents/object/${draftId}/new?back=${encodeURIComponent(foreign)}`
    const answer = await send([file('f.txt')], to)
    expect([foreign, answer.headers.get('location')]).toEqual([foreign, `/drafts/${draftId}`])
  }
})

test('deleting asks for confirmation, or says why it is not possible', async () => {
  const id = await stored('old.txt', bytesOf('old'))
  const path = `/documents/${id}/delete?back=${encodeURIComponent(BACK)}`
  const page = await (await site.ask('accountant1', path)).text()
  expect(page).toMatch(/Delete this document\?.*old\.txt/s)
  const sent = (idempotencyKey: string) => ({
    method: 'POST',
    body: new URLSearchParams({ idempotencyKey }),
  })
  const form = sent(randomUUID())
  expect((await site.ask('clientdesk1', path, form)).status).toBe(403)
  const done = await site.ask('accountant1', path, form)
  expect([done.status, done.headers.get('location')]).toEqual([302, BACK])
  // Sent twice: nothing is lost, so it gets the first answer.
  const again = await site.ask('accountant1', path, form)
  expect([again.status, again.headers.get('location')]).toEqual([302, BACK])
  expect([done, again].map(({ headers }) => headers.has('x-saved-before'))).toEqual([false, true])
  // A popup that is still open shows the same, although another form deleted it.
  const other = await site.ask('accountant1', path, sent(randomUUID()))
  expect([other.status, other.headers.has('x-saved-before')]).toEqual([302, false])
  const deletions = await site.ownerSql`
    select from workflow_event where object_id = ${draftId} and name = 'delete document'`
  expect(deletions).toHaveLength(1)
  expect((await site.ask('clientdesk1', path, form)).status).toBe(404)
  expect((await site.ask('accountant1', path)).status).toBe(404)
  const main = await stored('invoice.pdf', SMALL_PDF, 'INVOICE')
  const kept = await site.ask('accountant1', `/documents/${main}/delete`)
  expect([kept.status, await kept.text()]).toEqual([200, expect.stringMatching(/are part of the books/)])
  expect((await site.ask('accountant1', `/documents/${main}/delete`, sent(randomUUID()))).status).toBe(422)
})

test('at the completion step the page offers no upload, and its form says why', async () => {
  const done = await objectAt(site, 'draft', 'SYSTEM', 'COMPLETED')
  expect((await site.page('accountant1', `/drafts/${draftId}`)).html).toContain('Upload New Document')
  expect((await site.page('accountant1', `/drafts/${done}`)).html).not.toContain('Upload New Document')
  const { html } = await site.page('accountant1', `/documents/object/${done}/new`)
  expect(html).toContain('Documents can no longer be added')
})

test('a PDF is previewed unchanged, inline, framed only by the site', async () => {
  const id = await stored('invoice.pdf', SMALL_PDF)
  const answer = await preview(id)
  const { headers } = answer
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(/^inline; filename="invoice\.pdf"/)
  expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'self'/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), Buffer.from(SMALL_PDF))).toBe(0)
  const part = await preview(id, 'accountant1', { Range: 'bytes=0-3' })
  expect([part.status, await part.text()]).toEqual([206, '%PDF'])
})

test('text and CSV files are previewed as PDF with their content, in their own charset', async () => {
  const latin = Uint8Array.from(Buffer.from('Rechnung f\u00fcr M\u00fcller\tzu 5 %\n', 'latin1'))
  const text = await textOf(await preview(await stored('a.txt', latin)))
  expect(text).toMatchObject({ pages: 1, text: expect.stringContaining('Rechnung für Müller zu 5 %') })
  const csv = 'Name;Amount\n"Smith; ""Sons""";1.234,50\nÉlan €;-5\n'
  const table = await textOf(await preview(await stored('b.csv', bytesOf(csv))))
  for (const part of ['Name', 'Smith; "Sons"', '1.234,50', 'Élan €', '-5']) expect(table.text).toContain(part)
  const long = await textOf(await preview(await stored('c.txt', bytesOf('line\n'.repeat(40_000)))))
  expect(long.pages).toBe(200)
  expect(long.text).toMatch(/[\d,]+ more lines are left out here: download the file/)
})

test('a file that is unsafe or cannot be shown has a message with the download', async () => {
  const script = bytesOf(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
  const gif = Uint8Array.from(Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'))
  const notes: [string, Uint8Array, RegExp][] = [
    ['script.pdf', script, /contains scripts/],
    ['broken.pdf', bytesOf('%PDF-1.7\nnothing of a PDF'), /damaged or incomplete/],
    ['a.rtf', bytesOf('{\\rtf1 hello}'), /no program that converts it/],
    ['a.gif', gif, /GIF, which cannot be previewed/],
    ['<b>.png', Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]), /./],
  ]
  for (const [name, bytes, why] of notes) {
    const id = await stored(name, bytes)
    const answer = await preview(id)
    const html = await answer.text()
    expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
      name,
      200,
      'text/html; charset=utf-8',
    ])
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'/)
    expect(html).toMatch(why)
    expect(html).toContain(`<a href="/documents/${id}" download>`)
    expect(html).not.toContain('<b>')
  }
})

test('previews need access to the page of the object', async () => {
  const id = await stored('a.txt', bytesOf('secret'))
  expect((await preview(id, 'operations1')).status).toBe(403)
  expect((await site.ask(null, `/documents/${id}/preview`)).status).toBe(302)
  expect((await preview(999_999)).status).toBe(404)
})
