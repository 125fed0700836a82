import { connect } from 'node:net'
import { BOUNDARY, fieldPart, filePart, multipart } from 'tests/support/http/multipart'

const MB = 1024 * 1024

/** A request designed to take as long as possible, with little effort for its sender. */
export interface Attack {
  name: string
  method: 'GET' | 'POST'
  /** Appended to the attacked path. */
  path?: string
  headers?: Record<string, string>
  body?: Buffer
}

const many = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at))
const posted = (name: string, type: string, body: string | Buffer): Attack => ({
  name,
  method: 'POST',
  headers: { 'Content-Type': type },
  body: Buffer.from(body as string),
})
const request = (name: string, path: string, headers?: Record<string, string>): Attack => ({
  name,
  method: 'GET',
  path,
  headers,
})

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const UPLOAD = `multipart/form-data; boundary=${BOUNDARY}`

/** Deeply nested: { "a0": { "a1": … } } */
const nested = (count: number) => `${many(count, (at) => `{"a${at}":`).join('')}1${'}'.repeat(count)}`

export const BODIES: Attack[] = [
  posted('a form of 60,000 fields', FORM, many(60_000, (at) => `f${at}=`).join('&')),
  posted('a form of 110,000 fields', FORM, many(110_000, (at) => `f${at}=`).join('&')),
  posted('a form of 1,000,000 empty fields', FORM, '&'.repeat(MB)),
  posted('a form of 10 names of 100 KB', FORM, many(10, (at) => `${at}${'n'.repeat(100_000)}=`).join('&')),
  posted('a form of 60,000 steps in one name', FORM, `a${'[b]'.repeat(60_000)}=1`),
  posted('JSON of 60,000 keys', JSON_TYPE, `{${many(60_000, (at) => `"f${at}":1`)}}`),
  posted('JSON of 60,000 keys in each other', JSON_TYPE, nested(60_000)),
  posted('JSON of 60,000 keys of objects in a list', JSON_TYPE, `{"a":[${many(60_000, () => '{"a":1}')}]}`),
  posted('JSON of 500,000 values', JSON_TYPE, `{"a":[${many(500_000, () => '1')}]}`),
  posted('JSON of 500,000 lists in each other', JSON_TYPE, '['.repeat(500_000) + ']'.repeat(500_000)),
  posted('JSON of 500,000 escaped quotes', JSON_TYPE, `{"a":"${'\\"'.repeat(500_000)}"}`),
  posted('a form of 5,000 parts', UPLOAD, multipart(many(5_000, String).map((name) => fieldPart(name, '')))),
  posted(
    'an upload of 5,000 files',
    UPLOAD,
    multipart(many(5_000, (at) => `${at}.xlsx`).map((name) => filePart(name, ''))),
  ),
  posted(
    'a part with 100,000 headers',
    UPLOAD,
    `--${BOUNDARY}\r\n${'a: b\r\n'.repeat(100_000)}\r\n\r\n--${BOUNDARY}--`,
  ),
  posted(
    'JSON that says it is an upload',
    `${UPLOAD.replace(';', '+json;')}`,
    `{${many(60_000, (at) => `"f${at}":1`)}}`,
  ),
]

export const ADDRESSES: Attack[] = [
  request('10,000 parameters', `?${many(10_000, (at) => `a${at}=1`).join('&')}`),
  request('60,000 parameters', `?${many(60_000, (at) => `a${at}`).join('&')}`),
  request('250,000 parameters of one name', `?${'a&'.repeat(250_000)}`),
  request('40,000 values of a filter', `?${many(40_000, (at) => `in.id=${at}`).join('&')}`),
  request('a parameter of 500 KB', `?search=${'x'.repeat(500_000)}`),
  request('a parameter of 160,000 encoded letters', `?search=${'%41'.repeat(160_000)}`),
  request('100,000 words that look secret', `?${'token'.repeat(100_000)}`),
  request('a path of 500,000 slashes', `${'/'.repeat(500_000)}x`),
  request('a path of 160,000 encoded letters', `/${'%41'.repeat(160_000)}`),
]

export const HEADS: Attack[] = [
  request('2,000 cookies', '', { Cookie: many(2_000, (at) => `a${at}=1`).join('; ') }),
  request('60,000 cookies', '', { Cookie: many(60_000, (at) => `a${at}`).join(';') }),
  request('a cookie of 500 KB', '', { Cookie: `session=${'x'.repeat(500_000)}` }),
  request('250,000 media types', '', { Accept: `"${',a'.repeat(250_000)}` }),
  request('160,000 encodings', '', { 'Accept-Encoding': 'br,'.repeat(160_000) }),
  request('250,000 addresses', '', { 'X-Forwarded-For': '1,'.repeat(250_000) }),
  request('a type of 500 KB', '', { 'Content-Type': `a/b${';a=b'.repeat(120_000)}` }),
]

/** The raw head of an attack on a path, with a session’s cookie unless that is ''. */
export function headOf(
  path: string,
  { method, path: more = '', headers = {} }: Attack,
  cookie: string,
  length?: number,
): Buffer {
  const cookies = [headers.Cookie, cookie].filter(Boolean).join('; ')
  const lines = Object.entries({
    Host: '127.0.0.1',
    Connection: 'close',
    ...headers,
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
    ...(cookies ? { Cookie: cookies } : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path}${more} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

export const wholeOf = (path: string, attack: Attack, cookie: string) =>
  Buffer.concat([headOf(path, attack, cookie, attack.body?.length), attack.body ?? Buffer.alloc(0)])

export interface Flood {
  path: string
  type: string
  megabytes: number
  /** By Content-Length; otherwise in chunks. */
  isAnnounced: boolean
}

/** Sends this many megabytes, as fast as they are accepted, and returns the response. */
export function pour(
  port: number,
  { path, type, megabytes, isAnnounced }: Flood,
  cookie: string,
): Promise<string> {
  const piece = Buffer.alloc(MB, 'x')
  const headers = { 'Content-Type': type, ...(isAnnounced ? {} : { 'Transfer-Encoding': 'chunked' }) }
  const length = isAnnounced ? megabytes * MB : undefined
  const head = headOf(path, { name: type, method: 'POST', headers }, cookie, length)
  return new Promise((resolve) => {
    let answer = ''
    const next = (left: number) => {
      if (left === 0) return isAnnounced || socket.write('0\r\n\r\n')
      if (!isAnnounced) socket.write(`${MB.toString(16)}\r\n`)
      socket.write(piece, () => next(left - 1))
      if (!isAnnounced) socket.write('\r\n')
    }
    const socket = connect(port, '127.0.0.1', () => socket.write(head, () => next(megabytes)))
    socket.on('data', (part) => {
      answer += part.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    socket.setTimeout(10_000, () => socket.destroy())
  })
}
