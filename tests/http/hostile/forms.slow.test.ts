import type { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { BOUNDARY, fieldPart, filePart, multipart } from 'tests/support/http/multipart'
import { opened } from 'tests/support/opened'
import { rounds } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { raw, statusOf } from '../../support/http/hostile/raw'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
const navId = fund.navId
const { controlId } = await site.control('accountant1', fund)
const [rule] = await site.ownerSql`select id from rule_result where control_id = ${controlId} limit 1`
const nav = `/nav-controls/${navId}`
const forms = [
  '/login',
  '/appearance',
  '/layouts/navdashboard',
  nav,
  `${nav}/checks`,
  `${nav}/kpi`,
  `${nav}/controls/${controlId}/rules/${rule?.id}`,
  '/nav-controls/new/fia-3',
  `${nav}/new-matching`,
  '/admin/import',
  '/admin/changes',
]
/** One before the login, one of text fields, one with files: all others are parsed like one of these. */
const OF_EACH_WAY = ['/login', nav, '/nav-controls/new/fia-3']
for (const user of ['teamleader1', 'admin']) await site.cookieOf(user)
const counts = await site.rowCounts()
afterAll(() => expect(site.crashes()).toEqual([]))

const userOf = (path: string) =>
  path === '/login' ? null : path.startsWith('/admin') ? 'admin' : 'teamleader1'
const send = (path: string, type: string | null, body: BodyInit) =>
  site.ask(userOf(path), path, {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'Content-Type': type },
  })

const FORM = 'application/x-www-form-urlencoded'
const UPLOAD = `multipart/form-data; boundary=${BOUNDARY}`
const bytes = (text: string | Buffer) =>
  new Uint8Array(Buffer.from(text as string)) as Uint8Array<ArrayBuffer>

test('a body that is not a form is refused on the page itself, with a message', async () => {
  const bodies: [string | null, string | Buffer][] = [
    [null, ''],
    ['', 'a=b'],
    ['text/plain', 'a=b'],
    ['application/json', '{"__proto__":{"admin":true}}'],
    ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=', 'empty boundary'],
    [`multipart/form-data; boundary=${'x'.repeat(5_000)}`, 'long boundary'],
    [UPLOAD, ''],
    [UPLOAD, 'nothing of the sort'],
    [UPLOAD, `--${BOUNDARY}`],
    [UPLOAD, `--${BOUNDARY}\r\n\r\n`],
    [UPLOAD, `--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--`],
    [UPLOAD, `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a\r\n\r\nx`],
    [UPLOAD, `--${BOUNDARY}\r\n${'X-A: b\r\n'.repeat(3_000)}\r\nx\r\n--${BOUNDARY}--`],
    [UPLOAD, multipart([filePart('a.xlsx', 'x')], '')],
    [UPLOAD, multipart(Array.from({ length: 300 }, (_, at) => fieldPart(`a${at}`, 'x')))],
    [UPLOAD, multipart(Array.from({ length: 60 }, (_, at) => filePart(`a${at}.xlsx`, 'x')))],
    ['multipart/mixed; boundary=x', '--x\r\n\r\n--x--'],
  ]
  const wrong: string[] = []
  for (const path of forms)
    for (const [type, body] of OF_EACH_WAY.includes(path) ? bodies : bodies.filter((_, at) => at % 5 === 0)) {
      const answer = await send(path, type, bytes(body))
      const html = await answer.text()
      const what = `${answer.status} ${path} ${type?.slice(0, 60)} ${String(body).slice(0, 40)}`
      // The appearance accepts a form without fields: it uses the default.
      const accepted = path === '/appearance' && answer.status === 302
      if (![413, 422].includes(answer.status) && !accepted) wrong.push(what)
      else if (!accepted && !/role="alert"|Reference: /.test(html)) wrong.push(`no sentence: ${what}`)
    }
  expect(wrong).toEqual([])
  expect(await site.rowCounts()).toEqual(counts)
})

test('a form without any field of the page is refused', async () => {
  const bodies: [string, string | Buffer][] = [
    [UPLOAD, `--${BOUNDARY}--`],
    [UPLOAD, multipart([fieldPart('__proto__', 'x'), fieldPart('constructor', 'y')])],
    [`${FORM}; charset=utf-7`, 'comment=+ADw-script+AD4-'],
    [FORM, '&&=&a&=b&%=%zz&%ff=%c3'],
  ]
  for (const path of forms.filter((each) => each !== '/appearance'))
    for (const [type, body] of bodies) {
      const answer = await send(path, type, bytes(body))
      expect([path, String(body), answer.status]).toEqual([path, String(body), 422])
    }
  expect(await site.rowCounts()).toEqual(counts)
})

test('a file or a flood sent to a text form is not held in memory', async () => {
  const big = multipart([filePart('big.bin', Buffer.alloc(8 * 1024 * 1024))])
  for (const path of forms.filter((each) => !/new|import/.test(each))) {
    const answer = await send(path, UPLOAD, bytes(big))
    expect([path, answer.status]).toEqual([path, 422])
    expect(await answer.text()).toContain('No form was received')
  }
  const long = multipart([fieldPart('comment', 'x'.repeat(2 * 1024 * 1024))])
  expect((await send('/appearance', UPLOAD, bytes(long))).status).toBe(422)
  expect((await send('/appearance', FORM, `comment=${'x'.repeat(2 * 1024 * 1024)}`)).status).toBe(413)
})

test('a field sent twice, or as a list or an object, is refused', async () => {
  const twice = ['rank=3&rank=4', 'rank[]=3', 'rank[0]=3', 'rank[a]=3', 'rank.a=3']
  for (const body of twice) {
    const answer = await send(`/nav-controls/${navId}/checks`, FORM, body)
    expect([body, answer.status]).toEqual([body, 422])
  }
  const parts = multipart([fieldPart('rank', '3'), fieldPart('rank', '4')])
  expect((await send(`/nav-controls/${navId}/checks`, UPLOAD, bytes(parts))).status).toBe(422)
  expect(await site.rowCounts()).toEqual(counts)
})

const PROTOTYPE = [
  '__proto__=x',
  '__proto__[admin]=true',
  '__proto__.admin=true',
  'constructor[prototype][admin]=true',
  'constructor.prototype.admin=true',
  'rank.__proto__.admin=true',
  '__proto__[]=1&__proto__[]=2',
  'toString=x&hasOwnProperty=y&valueOf=z',
  'a[__proto__][b]=1',
]

test('prototype keys change no prototype', async () => {
  for (const path of OF_EACH_WAY)
    for (const body of PROTOTYPE) {
      const answer = await send(path, FORM, `${body}&rank=99&comment=x`)
      expect(answer.status, `${path} ${body}`).toBeLessThan(500)
      expect(({} as Record<string, unknown>).admin, body).toBeUndefined()
    }
  for (const path of ['ruleresult', 'kpi/reportdata/comments', 'account/tokens'])
    for (const body of [
      '{"__proto__":{"readOnly":true,"admin":true}}',
      '{"constructor":{"prototype":{"admin":1}}}',
    ]) {
      const answer = await site.ask('teamleader1', `/api/${path}`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      })
      expect([path, answer.status]).toEqual([path, 422])
      expect(({} as Record<string, unknown>).admin).toBeUndefined()
    }
})

const FIELDS = [
  'username',
  'password',
  'theme',
  'density',
  'shortcuts',
  'intent',
  'stepId',
  'seenEventId',
  'eventLog',
  'documentReceptionDate',
  'clientValidationDate',
  'reasonCode',
  'currentControlId',
  'idempotencyKey',
  'controlId',
  'rank',
  'comment',
  'kpiMethodId',
  'kpiCommentId',
  'kpiCommentLog',
  'result',
  'id',
  'decision',
]
const ODD = [
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m',
  '\u202egpj.exe',
  '\ufeff',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'e\u0301',
  '\ufffe\uffff',
  '99999999999999999999',
  '999999999999999',
  '2147483648',
  '-1',
  '1.5',
  '1e308',
  'Infinity',
  'NaN',
  '2026-02-30',
  '0000-00-00',
  '9999999-01-01',
  "'; drop table app_user; --",
  '<script>alert(1)</script>',
  '#{7*7}',
  '=cmd|calc!A1',
  'x'.repeat(20_000),
  ' ',
  '',
]

test('with any text in any field, a form is accepted or refused', { timeout: 120_000 }, async () => {
  const good: Record<string, string> = {
    idempotencyKey: '00000000-0000-4000-8000-000000000000',
    intent: 'step',
    stepId: '1',
  }
  const fields = fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom(...ODD), { maxKeys: 6 })
  const paths = fc.constantFrom(...forms.filter((path) => path !== '/login'))
  await fc.assert(
    fc.asyncProperty(paths, fields, fc.boolean(), async (path, odd, asData) => {
      const body = new URLSearchParams({ seenEventId: '1', rank: '3', kpiMethodId: '1', ...good, ...odd })
      const answer = await send(asData ? `${path}.data` : path, FORM, body)
      const text = await answer.text()
      expect(answer.status, `${path} ${body}`.slice(0, 500)).toBeLessThan(500)
      if (!asData) expect(text).not.toContain('<script>alert(1)')
    }),
    { numRuns: rounds(40, 80) },
  )
  for (const path of [forms[2], forms[3], forms[4], forms[5]] as string[])
    for (const [at, field] of FIELDS.entries()) {
      const text = ['a\u0000b', '999999999999999', '2147483648', '1e308'][at % 4] ?? ''
      const { status } = await send(path, FORM, new URLSearchParams({ ...good, [field]: text }))
      expect(status, `${path} ${field}=${text}`).toBeLessThan(500)
    }
})

test('unusual names and passwords do not get in, and get the usual message', async () => {
  const texts: string[] = []
  for (const odd of ODD.filter((text) => text.trim() !== '' && text.length < 100)) {
    const answer = await send('/login', FORM, new URLSearchParams({ username: `u${odd}`, password: odd }))
    const html = await answer.text()
    expect([odd, answer.status]).toEqual([odd, 422])
    expect(answer.headers.getSetCookie().join()).not.toMatch(/session=\w/)
    expect(html).not.toContain('<script>alert(1)')
    if (!odd.includes('\u0000')) texts.push(/role="alert"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '')
  }
  expect(new Set(texts).size).toBe(1)
})

test('a sender who disconnects leaves nothing behind', async () => {
  const before = await site.rowCounts()
  let open = 0
  const count = (_: IncomingMessage, answer: ServerResponse) => {
    open += 1
    answer.once('close', () => {
      open -= 1
    })
  }
  site.server.on('request', count)
  const cookie = await site.cookieOf('teamleader1')
  const body = multipart([fieldPart('comment', 'x'), filePart('a.xlsx', Buffer.alloc(300_000))])
  const uploads = [
    '/nav-controls/new/fia-3',
    '/api/uploadfilesFIA/3',
    `/api/uploadmatching/${navId}`,
    '/appearance',
  ]
  await Promise.all(
    uploads.flatMap((path) =>
      [0, 10, 1_000, 200_000].map((sent) => {
        const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nContent-Type: ${UPLOAD}\r\nContent-Length: ${body.length}\r\n\r\n`
        const cut = Buffer.concat([Buffer.from(head), body.subarray(0, sent)])
        return raw(site.port, cut, { hangUp: true })
      }),
    ),
  )
  const short = `POST /appearance HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nContent-Type: ${FORM}\r\nContent-Length: 100\r\n\r\ntheme=dark`
  await raw(site.port, short, { hangUp: true })
  const cut = `POST /appearance HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\ntheme=dark\r\n`
  expect(statusOf(await raw(site.port, cut))).toBe(400)
  // Later requests are served later: all of them had started by now, and they end by themselves.
  expect((await site.ask('teamleader1', '/nav-controls')).status).toBe(200)
  await expect.poll(() => open).toBe(0)
  site.server.off('request', count)
  expect(await site.rowCounts()).toEqual(before)
})
