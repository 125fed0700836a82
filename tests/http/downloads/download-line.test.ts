import { createHash } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { expect, test } from 'vitest'
import { deleteDocument } from '~/areas/documents/remove-document.server'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { downloadAnswer } from '~/http/downloads/download'
import { storeDocument } from '~/platform/files/read-content.server'
import { serveRoute } from '../../support/http/route-server'
import { testDatabase } from '../../support/postgres/database'

const database = await opened(testDatabase())

const now = new Date('2026-10-30T12:00:00Z')

function store(fileName: string, bytes: Uint8Array, objectKind = 'draft') {
  const values = { objectKind, objectId: 1, fileType: 'INVOICE', fileName, bytes, createdBy: null, now }
  return database.transaction((tx) => storeDocument(tx, values))
}

/** Only documents of drafts may be read. */
async function documentsRoute() {
  const { url } = await serveRoute({
    loader: async ({ request, context }) => {
      const query = new URL(request.url).searchParams
      const inline = query.has('inline')
      const mayRead = ({ objectKind }: { objectKind: string }) => objectKind === 'draft'
      const { signal } = context
      return documentDownload({ ...database, signal }, request, query.get('id') ?? undefined, mayRead, {
        inline,
      })
    },
  })
  return (id: number | string, headers: Record<string, string> = {}, more = '') =>
    fetched(`${url}?id=${id}${more}`, headers)
}

function fetched(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(700_000, 'pages and pages ')])

test('a stored document is sent in full and in ranges across its chunks', async () => {
  const id = await store('Größe.pdf', pdf)
  const download = await documentsRoute()
  const whole = await download(id)
  expect(whole.status).toBe(200)
  expect(whole.body.equals(pdf)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'content-disposition': `attachment; filename="Gro_e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
    etag: `"${createHash('sha256').update(pdf).digest('hex')}"`,
  })
  for (const [from, to] of [
    [0, 0],
    [262_143, 262_144],
    [200_000, 600_000],
    [524_288, pdf.length - 1],
  ] as const) {
    const part = await download(id, { Range: `bytes=${from}-${to}` })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${pdf.length}`])
    expect(part.body.equals(pdf.subarray(from, to + 1))).toBe(true)
  }
  expect((await download(id, { 'If-None-Match': String(whole.headers.etag) })).status).toBe(304)
  expect((await download(id, { Range: `bytes=${pdf.length}-` })).status).toBe(416)
})

test('file name and declared type do not matter: an HTML page is sent as text to be saved', async () => {
  const download = await documentsRoute()
  const html = await download(
    await store('page.html', Buffer.from('<html><script>alert(1)</script></html>')),
    {},
    '&inline',
  )
  expect(html.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(html.headers['content-security-policy']).toContain('sandbox;')
  expect(html.headers['x-content-type-options']).toBe('nosniff')
  const latin = await download(await store('umsätze.csv', Buffer.from('Umsätze;Größe\n1;2\n', 'latin1')))
  expect(latin.headers['content-type']).toBe('text/csv; charset=windows-1252')
})

test('unknown, deleted or forbidden documents are not sent', async () => {
  const download = await documentsRoute()
  for (const id of [
    '0',
    '-1',
    '1.5',
    '1e3',
    'x',
    '',
    '9007199254740993',
    '99999999999999999999',
    "1' or '1'='1",
  ])
    expect((await download(encodeURIComponent(id))).status, id).toBe(404)
  expect((await download(999_999_999)).status).toBe(404)
  const other = await download(await store('other.pdf', pdf, 'nav'))
  expect([other.status, other.body.includes('%PDF')]).toEqual([403, false])
  const id = await store('gone.pdf', pdf)
  await database.transaction((tx) => deleteDocument(contextOf({ tx, now }), id))
  expect((await download(id)).status).toBe(404)
})

test('hostile names arrive in a valid header', async () => {
  const download = await documentsRoute()
  const names = [
    'a"; filename=evil.exe',
    '\r\nX-Evil: 1',
    '../../etc/passwd',
    '\u202excod.exe',
    '😀'.repeat(300),
    ' ',
    '%00',
  ]
  for (const name of names) {
    const { status, headers } = await download(await store(name, pdf))
    expect(status, name).toBe(200)
    expect(headers['x-evil']).toBeUndefined()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\\/]+"; filename\*=UTF-8''\S+$/)
  }
})

test('reading stops soon after the client left', async () => {
  let made = 0
  let ended = false
  const { port } = await serveRoute({
    loader: async ({ request, context }) => {
      async function* chunks() {
        try {
          for (; made < 2_000; made++) {
            // The client leaves while the source is slower: the pause is what is tested.
            await new Promise((resolve) => setTimeout(resolve, 2))
            yield Buffer.alloc(64 * 1024)
          }
        } finally {
          ended = true
        }
      }
      return downloadAnswer(
        { fileName: 'a', mediaType: 'application/x', size: 2_000 * 65_536, etag: 'e', chunks },
        { request, signal: context.signal },
      )
    },
  })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.resetAndDestroy()
  for (let waited = 0; !ended && waited < 5_000; waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10))
  expect(ended).toBe(true)
  expect(made).toBeLessThan(500)
})

test('broken content breaks the response, so that half a file never passes as complete', async () => {
  const { url } = await serveRoute({
    loader: async ({ request, context }) => {
      async function* chunks() {
        yield Buffer.alloc(1_000)
        throw new Error('database lost')
      }
      return downloadAnswer(
        { fileName: 'a', mediaType: 'application/x', size: 2_000, etag: 'e', chunks },
        { request, signal: context.signal },
      )
    },
  })
  await expect(fetched(url, {})).rejects.toThrow()
})
