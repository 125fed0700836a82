import { get, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { settings } from 'tests/support/http/server/serve'
import { opened } from 'tests/support/opened'
import { batches, headOf, rowsOf } from 'tests/support/platform/exports/tables'
import { THREADS } from 'tests/support/threads'
import { expect, test } from 'vitest'
import { fileLoader } from '~/http/downloads/download'
import type { Services } from '~/http/server/services'
import { stepOf } from '~/http/uploads/work-steps'
import type { ExportFormat, ExportLine } from '~/platform/exports/table'
import { openExports } from '~/platform/exports/worker/open-exports'
import { exportAnswer } from '~/platform/grids/export-file'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { serveRoute } from '../../support/http/route-server'

const exports = await opened(openExports({ url: THREADS.exports }))
const database = { transaction: async () => {} }
const services = { exports, settings, database } as unknown as Services

const rows = rowsOf(Array.from({ length: 2_500 }, (_, at) => [`Row ${at}`, String(at)]))

interface Asking {
  format?: ExportFormat
  lines?: AsyncIterable<ExportLine[]>
  count?: number
  key?: string
}

function exportRoute({ format = 'csv', lines = batches(rows), count = rows.length, key }: Asking = {}) {
  const loader = fileLoader(({ request, context: { signal } }) =>
    exportAnswer({
      request,
      signal,
      services,
      format,
      key,
      actor: { id: 7 },
      fileName: 'Invoices of März',
      content: async () => ({ head: headOf(['text', 'number'], { lines: count }), lines }),
    }),
  )
  return serveRoute({ loader }, { requestId: 'r1' })
}

function fetched(url: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(url, { headers, method }, async (response) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of response) chunks.push(chunk)
      } catch (error) {
        reject(error)
      }
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

test('a file is sent as a download, uncached, and complete', async () => {
  const { url } = await exportRoute({ format: 'xlsx' })
  const { status, headers, body } = await fetched(url)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="Invoices of Marz.xlsx"; filename*=UTF-8''Invoices%20of%20M%C3%A4rz.xlsx`,
    'cache-control': 'private, no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  })
  const { sheets } = await readWorkbook(body, 'a.xlsx')
  expect(sheets[0]?.rows).toHaveLength(2_501)
})

test.each([
  ['csv', 'text/csv; charset=utf-8; header=present', '\ufefftext,number\r\n'],
  ['pdf', 'application/pdf', '%PDF-1.7'],
] as const)('%s is sent as %s', async (format, mediaType, start) => {
  const { url } = await exportRoute({ format })
  const { headers, body } = await fetched(url)
  expect(headers['content-type']).toBe(mediaType)
  expect(headers['content-disposition']).toContain(`.${format}"`)
  expect(body.toString().startsWith(start)).toBe(true)
})

test('a file reports its progress, only to its requester', async () => {
  const { url } = await exportRoute({ key: 'k1', count: 10_000 })
  await fetched(url)
  expect(stepOf(services, 7, 'k1')).toEqual({ step: '2,500 of 10,000 rows', percent: 25 })
  expect(stepOf(services, 8, 'k1')).toBeNull()
})

test('a queued file says so, and its requester can cancel it', async () => {
  async function* endless() {
    for (;;) yield rows
  }
  const first = await exportRoute({ lines: endless() })
  const taken = connect(first.port, '127.0.0.1')
  taken.on('error', () => {})
  taken.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await new Promise<void>((resolve) => taken.once('data', () => resolve()))
  const words = (key: string) => stepOf(services, 7, key)?.step
  const until = async (key: string, step: string) => {
    while (words(key) !== step) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const second = await exportRoute({ key: 'k2' })
  const waiting = fetched(second.url)
  const third = await exportRoute({ key: 'k3' })
  const leaving = connect(third.port, '127.0.0.1')
  leaving.on('error', () => {})
  leaving.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await Promise.all(['k2', 'k3'].map((key) => until(key, 'Waiting for your other export')))
  leaving.resetAndDestroy()
  taken.resetAndDestroy()
  expect((await waiting).status).toBe(200)
  expect(words('k2')).toBe('2,500 of 2,500 rows')
  expect(words('k3')).toBe('Waiting for your other export')
})

test('a HEAD request writes no file', async () => {
  let read = false
  async function* lines() {
    read = true
    yield rows
  }
  const { url } = await exportRoute({ lines: lines() })
  const { status, headers } = await fetched(url, {}, 'HEAD')
  expect([status, headers['content-disposition']?.slice(0, 10), read]).toEqual([200, 'attachment', false])
})

const REFUSAL =
  'The list has 20,001 lines, and a PDF file holds 20,000 at most. Filter the list to fewer rows, or choose Excel or CSV.'

test('a refusal is a page to a browser, JSON to a script', async () => {
  const { url } = await exportRoute({ format: 'pdf', count: 20_001 })
  const page = await fetched(url, { Accept: 'text/html,*/*' })
  expect([page.status, page.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  expect(page.headers['content-disposition']).toBeUndefined()
  expect(page.body.toString()).toContain(REFUSAL)
  const json = await fetched(url, { Accept: 'application/json' })
  expect(json.status).toBe(413)
  expect(JSON.parse(json.body.toString())).toMatchObject({ errorMessage: REFUSAL, code: 'refused' })
})

test('rows that can no longer be read break the response, so that a part never passes as complete', async () => {
  async function* lines(): AsyncGenerator<ExportLine[]> {
    for (let batch = 0; batch < 20; batch += 1) yield rows
    throw new Error('database lost')
  }
  const { url } = await exportRoute({ lines: lines() })
  await expect(fetched(url)).rejects.toThrow()
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

test('writing and reading end when the client leaves', async () => {
  let ended = false
  async function* lines() {
    try {
      for (;;) yield rows
    } finally {
      ended = true
    }
  }
  const { port } = await exportRoute({ lines: lines() })
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /file HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  // An export takes minutes, and the Request of its loader is garbage collected meanwhile.
  collectGarbage()
  socket.resetAndDestroy()
  while (!ended) await new Promise((resolve) => setTimeout(resolve, 10))
  const { url } = await exportRoute()
  expect((await fetched(url)).status).toBe(200)
})
