import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  byteRange,
  bytesAnswer,
  contentDisposition,
  type Download,
  downloadAnswer,
} from '~/http/downloads/download'

const content = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)

function file(own: Partial<Download> = {}): Download {
  return {
    fileName: 'Invoice.pdf',
    mediaType: 'application/pdf',
    size: content.length,
    etag: 'abc',
    async *chunks(from, to) {
      for (let at = from; at <= to; at += 300) yield content.subarray(at, Math.min(at + 300, to + 1))
    },
    ...own,
  }
}

const input = (headers: Record<string, string> = {}, method = 'GET') => ({
  request: new Request('http://localhost/documents/1', { headers, method }),
  signal: new AbortController().signal,
})

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

const filenameStar = (header: string) =>
  decodeURIComponent(/filename\*=UTF-8''([^;]*)$/.exec(header)?.[1] ?? '?')

test('a file is sent in full, to be saved, with nothing that lets it act in our origin', async () => {
  const answer = downloadAnswer(file(), input())
  expect(answer.status).toBe(200)
  expect(await bytesOf(answer)).toEqual(content)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store, no-transform',
    'content-disposition': `attachment; filename="Invoice.pdf"; filename*=UTF-8''Invoice.pdf`,
    'content-length': '1000',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/pdf',
    'cross-origin-resource-policy': 'same-origin',
    etag: '"abc"',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test.each([
  ['application/pdf', 'inline'],
  ['image/png', 'inline'],
  ['text/csv; charset=windows-1252', 'inline'],
  ['text/html; charset=utf-8', 'attachment'],
  ['image/svg+xml', 'attachment'],
  ['application/xhtml+xml', 'attachment'],
  ['application/octet-stream', 'attachment'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'attachment'],
])('inline, %s is sent as %s', (mediaType, disposition) => {
  const { headers } = downloadAnswer(file({ mediaType }), input(), { inline: true })
  expect(headers.get('Content-Disposition')).toMatch(new RegExp(`^${disposition};`))
  expect(headers.get('Content-Type')).toBe(mediaType)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  const frames = disposition === 'inline' ? "frame-ancestors 'self'" : "frame-ancestors 'none'"
  expect(headers.get('Content-Security-Policy')).toContain(frames)
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('any range of any content gets exactly its bytes', async () => {
  const bound = fc.integer({ min: 0, max: 1_100 })
  await fc.assert(
    fc.asyncProperty(bound, bound, async (first, last) => {
      const answer = downloadAnswer(file(), input({ Range: `bytes=${first}-${last}` }))
      if (last < first) {
        expect(answer.status).toBe(200)
        expect(await bytesOf(answer)).toEqual(content)
      } else if (first >= 1_000) {
        expect(answer.status).toBe(416)
        expect(answer.headers.get('Content-Range')).toBe('bytes */1000')
      } else {
        const end = Math.min(last, 999)
        expect(answer.status).toBe(206)
        expect(answer.headers.get('Content-Range')).toBe(`bytes ${first}-${end}/1000`)
        expect(answer.headers.get('Content-Length')).toBe(String(end - first + 1))
        expect(await bytesOf(answer)).toEqual(content.slice(first, end + 1))
      }
    }),
  )
})

test.each([
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=999-', { from: 999, to: 999 }],
  ['bytes=-1', { from: 999, to: 999 }],
  ['bytes=-5000', { from: 0, to: 999 }],
  ['BYTES = 1 - 2', { from: 1, to: 2 }],
  ['bytes=-0', 'outside'],
  ['bytes=1000-', 'outside'],
  ['bytes=5-4', null],
  ['bytes=-', null],
  ['bytes=0-1,3-4', null],
  ['bytes=a-b', null],
  ['bytes=99999999999999999999-', null],
  ['items=0-1', null],
  ['', null],
  [null, null],
] as const)('the range %j of 1,000 bytes is %j', (header, range) => {
  expect(byteRange(header, 1_000)).toEqual(range)
})

test('a range never leaves the content, whatever the header says', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/))
  fc.assert(
    fc.property(header, fc.integer({ min: 0, max: 3_000 }), (text, size) => {
      const range = byteRange(text, size)
      if (range === null || range === 'outside') return true
      return 0 <= range.from && range.from <= range.to && range.to < size
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['"abc"', 304],
  ['W/"abc"', 304],
  ['"other", "abc"', 304],
  ['*', 304],
  ['"other"', 200],
  ['abc', 200],
])('If-None-Match %s gets %i', async (tag, status) => {
  const answer = downloadAnswer(file(), input({ 'If-None-Match': tag }))
  expect(answer.status).toBe(status)
  expect(answer.headers.get('ETag')).toBe('"abc"')
  if (status === 304) expect(await bytesOf(answer)).toHaveLength(0)
})

test.each([
  ['"abc"', 206],
  ['"other"', 200],
  ['W/"abc"', 200],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
])('a range with If-Range %s gets %i', (condition, status) => {
  expect(downloadAnswer(file(), input({ Range: 'bytes=0-9', 'If-Range': condition })).status).toBe(status)
})

test('HEAD returns the headers of the whole and reads nothing', () => {
  const chunks = () => {
    throw new Error('It was read')
  }
  const answer = downloadAnswer(file({ chunks }), input({ Range: 'bytes=0-9' }, 'HEAD'))
  expect([answer.status, answer.headers.get('Content-Length'), answer.body]).toEqual([200, '1000', null])
})

test('content that cannot be read to the end breaks the response instead of ending it', async () => {
  const chunks: Download['chunks'] = async function* () {
    yield content.subarray(0, 10)
    throw new Error('database lost')
  }
  await expect(bytesOf(downloadAnswer(file({ chunks }), input()))).rejects.toThrow('database lost')
})

test('generated bytes are sent to be saved', async () => {
  const answer = bytesAnswer(content, 'matching.xlsx', 'application/x')
  expect(await bytesOf(answer)).toEqual(content)
  expect(answer.headers.get('Content-Length')).toBe('1000')
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="matching.xlsx"/)
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
})

test.each([
  ['Rechnung März.pdf', 'Rechnung Marz.pdf', 'Rechnung März.pdf'],
  ['発注書 №7 😀.xlsx', '___ No7 _.xlsx', '発注書 №7 😀.xlsx'],
  ['say "hi"; 100%.pdf', 'say _hi__ 100_.pdf', 'say "hi"; 100%.pdf'],
  ["it's (1)*.pdf", "it's (1)*.pdf", "it's (1)*.pdf"],
  [
    'a\r\nSet-Cookie: x=1\r\n\r\n<html>.pdf',
    'a__Set-Cookie: x=1____<html>.pdf',
    'a__Set-Cookie: x=1____<html>.pdf',
  ],
  ['../../etc/passwd', '.._.._etc_passwd', '.._.._etc_passwd'],
  ['C:\\temp\\x.xlsx', 'C:_temp_x.xlsx', 'C:_temp_x.xlsx'],
  ['invoice\u202efdp.exe', 'invoice_fdp.exe', 'invoice_fdp.exe'],
  ['a\u0000b\u0085c.txt', 'a_b_c.txt', 'a_b_c.txt'],
  ['\ud800.pdf', '_.pdf', '_.pdf'],
  ['full＂width／＼％.pdf', 'full_width___.pdf', 'full＂width／＼％.pdf'],
  ['\u0300', 'download', '\u0300'],
  ['..', 'download', 'download'],
  ['', 'download', 'download'],
  ['.env', '.env', '.env'],
])('the name %j is sent as %j, and in full as %j', (name, ascii, whole) => {
  const header = contentDisposition('attachment', name)
  expect(/filename="([^"]*)"/.exec(header)?.[1]).toBe(ascii)
  expect(filenameStar(header)).toBe(whole)
})

test('a name too long for a file system is shortened before its extension', () => {
  const name = filenameStar(contentDisposition('attachment', `${'ü'.repeat(900)}.xlsx`))
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
  expect(name).toMatch(/^ü+\.xlsx$/)
})

test('no name breaks the header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const header = contentDisposition('attachment', name)
      expect(header).toMatch(
        /^attachment; filename="[^"%\\/\p{Cc}]{1,510}"; filename\*=UTF-8''(?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})+$/u,
      )
      expect(new Headers({ 'Content-Disposition': header }).get('Content-Disposition')).toBe(header)
    }),
    { numRuns: 2_000 },
  )
})
