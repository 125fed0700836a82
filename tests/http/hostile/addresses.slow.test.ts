import { opened } from 'tests/support/opened'
import { shareOf } from 'tests/support/rounds'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, expect, test } from 'vitest'
import { samePage } from '~/http/address'
import { raw, statusOf } from '../../support/http/hostile/raw'

const site = await opened(httpSite())
const fund = await site.addFund({ fundCode: 'LUX001' })
const navId = fund.navId
const controlId = (await site.control('accountant1', fund)).controlId
const [row] = await site.ownerSql`select id from document where object_id = ${navId} limit 1`
const documentId = Number(row?.id)
const cookie = await site.cookieOf('accountant1')
afterAll(() => expect(site.crashes()).toEqual([]))

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${cookie}\r\nConnection: close\r\n${more}\r\n`

const ODD_IDS = [
  '99999999999999999999',
  '999999999999999',
  '9007199254740993',
  '2147483648',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  '01',
  'abc',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '%00',
  '%0d%0aX-Evil:1',
  '%E2%80%AE',
  '%F0%9F%98%80',
  '%FF',
  "1'--",
  '1;select',
  '..%2f..%2fetc%2fpasswd',
  '٣',
  'x'.repeat(3_000),
]

test('an invalid id is 404 or 400, on pages, in their data, in downloads and calls', async () => {
  const wrong: string[] = []
  for (const [place, id] of ODD_IDS.entries()) {
    const paths = [
      `/nav-controls/${id}`,
      `/nav-controls/${id}.data`,
      `/nav-controls/${id}/checks`,
      `/nav-controls/${navId}/controls/${id}/delta/nav`,
      `/nav-controls/${navId}/controls/${controlId}/rules/${id}`,
      `/nav-controls/${navId}/controls/${id}/report.xlsx`,
      `/documents/${id}`,
      `/api/documents/${id}`,
      `/api/dashboard/nav/${id}`,
      `/api/workflows/instances/${id}`,
    ]
    for (const path of shareOf(paths, place, 2)) {
      const { status } = await site.ask('accountant1', path)
      if (status !== 404 && status !== 400) wrong.push(`${status} ${path.slice(0, 80)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('an address with a line break is refused before any lookup', async () => {
  for (const path of [
    '/nav-controls/%0A',
    '/documents/1%0d%0aX-Evil:1',
    '/api/layouts/a%0D',
    '/api/%E2%80%A8',
  ]) {
    const answer = await site.ask('accountant1', path)
    expect([path, answer.status]).toEqual([path, 400])
    expect(await answer.text()).toContain('The request has no valid address. Check the link.')
  }
})

test('odd values in the query of a page are ignored or refused, never an error', async () => {
  const names = ['control', 'round', 'page', 'size', 'sort', 'filter.fundcode', 'filter.navdate', 'search']
  const more = [
    'against',
    'redirectTo',
    'done',
    '_routes',
    'index',
    'rules.sort',
    'elements.page',
    'group',
    'x',
  ]
  const paths = [
    '/nav-controls',
    `/nav-controls/${navId}`,
    `/nav-controls/${navId}/checks`,
    `/nav-controls/${navId}/controls/${controlId}/delta/nav`,
  ]
  const wrong: string[] = []
  for (const [place, path] of paths.entries())
    for (const value of shareOf(ODD_IDS, place, 2)) {
      const query = [...names, ...more]
        .map((name) => `${name}=${value}&${name}=${value.slice(0, 20)}`)
        .join('&')
      const { status } = await site.ask('accountant1', `${path}?${query.slice(0, 12_000)}`)
      if (status >= 500) wrong.push(`${status} ${path}?…=${value.slice(0, 40)}`)
    }
  for (const [place, path] of paths.entries())
    for (const name of shareOf([...names, ...more], place, 4))
      for (const value of ['1e999', '__proto__']) {
        const { status } = await site.ask('accountant1', `${path}?${name}=${value}`)
        if (status >= 500) wrong.push(`${status} ${path}?${name}=${value}`)
      }
  expect(wrong).toEqual([])
})

test('a query of 100 KB gets its page, one of a megabyte is refused at once', async () => {
  const long = await raw(site.port, head('GET', `/nav-controls?search=${'x'.repeat(100_000)}`))
  expect(statusOf(long)).toBe(200)
  expect(statusOf(await raw(site.port, head('GET', `/nav-controls?search=${'x'.repeat(1_000_000)}`)))).toBe(
    431,
  )
  const anonymous = await site.ask(null, `/nav-controls?search=${'x'.repeat(100_000)}`)
  expect(anonymous.headers.get('location')).toBe('/login?redirectTo=%2Fnav-controls')
  const names = Array.from({ length: 1_500 }, (_, at) => `a${at}=1`).join('&')
  expect((await site.ask('accountant1', `/nav-controls?${names}`)).status).toBe(200)
  const words = `token${'token'.repeat(2_500)}`
  const start = performance.now()
  expect((await site.ask('accountant1', `/nav-controls?${words}`)).status).toBe(200)
  expect(performance.now() - start).toBeLessThan(2_000)
})

test('login never redirects to another site', async () => {
  const evil = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/x/..//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '/\r\nLocation: https://evil.example',
    'evil.example',
    '@evil.example',
    '',
  ]
  const here = 'https://fundesk.example'
  for (const each of evil) {
    const to = samePage(each)
    expect(to, each).toMatch(/^\/(?![/\\])/)
    expect(new URL(to, here).origin, each).toBe(here)
  }
  for (const path of ['/nav-controls?page=2', '/nav-controls/7?a=%2F%2Fb', '/%2F/evil'])
    expect(samePage(path)).toBe(path)
  // Some calls change data by GET; the documentation of the calls is a page.
  for (const call of [
    '/api',
    '/api/documents/1/delete',
    '/API/budget/delete/1',
    '/%61pi/costs/1/delete',
    '/%2Fapi/x',
  ])
    expect(samePage(call), call).toBe('/')
  expect(samePage('/api/docs?search=nav')).toBe('/api/docs?search=nav')
  expect(samePage(null)).toBe('/')
  const path = await site.ask(null, '//evil.example/%2e%2e')
  expect(path.headers.get('location') ?? '/login').toMatch(/^\/login/)
  const login = await site.ask(null, `/login?redirectTo=${encodeURIComponent('/.//evil.example')}`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'accountant1', password: 'fundesk-demo' }),
  })
  expect([login.status, login.headers.get('location')]).toEqual([302, '/'])
})

test('line breaks in an address or a header inject nothing', async () => {
  for (const path of ['/login?redirectTo=/%0d%0aSet-Cookie:%20a=b', '/nav-controls%0d%0aSet-Cookie:%20a=b']) {
    const answer = await site.ask(null, path)
    const cookies = answer.headers.getSetCookie().filter((each) => !each.startsWith('styles='))
    expect(cookies, path).toEqual([])
    expect(answer.status, path).toBeLessThan(500)
  }
  expect(statusOf(await raw(site.port, head('GET', '/login', 'X: a\rb: c\r\n')))).toBe(400)
  expect(statusOf(await raw(site.port, head('GET', '/login', 'Cookie: session=\0\r\n')))).toBe(400)
  const folded = await raw(site.port, head('GET', '/login', 'X-A: b\r\n Transfer-Encoding: chunked\r\n'))
  expect(statusOf(folded)).toBe(400)
})

test('no path leaves the site’s own files and rows', async () => {
  for (const path of [
    '/../../../../etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/..%5c..%5cpackage.json',
    '/documents/../../package.json',
    '/documents/..%2f..%2fpackage.json',
    '/documents/%2e%2e%2fpackage.json',
    '/documents/package.json',
    '/.git/config',
    '/.env',
    '/package.json',
    '/app/root.tsx',
    '/build/server/index.js',
    '/__manifest?p=/admin&version=1',
    '/%c0%ae%c0%ae/package.json',
  ]) {
    const answer = await raw(site.port, head('GET', path))
    // An undecodable address is refused as such.
    expect([path, statusOf(answer)]).toEqual([path, path.includes('%c0') ? 400 : 404])
    expect(answer, path).not.toMatch(/"dependencies"|root:x:|createApp/)
  }
})

test('unsupported methods are refused in the caller’s format', async () => {
  for (const method of [
    'TRACE',
    'PROPFIND',
    'LOCK',
    'MKCOL',
    'SEARCH',
    'PURGE',
    'REPORT',
    'SUBSCRIBE',
    'M-SEARCH',
  ]) {
    const page = await raw(site.port, head(method, '/nav-controls', 'Accept: text/html\r\n'))
    expect([method, statusOf(page)]).toEqual([method, 405])
    expect(page).toMatch(/\r\nAllow: GET, HEAD, POST, OPTIONS\r\n/)
    expect(page).toContain('<h1')
    expect(page, 'nothing is echoed').not.toContain(cookie)
    const call = await raw(site.port, head(method, '/api/currencies'))
    expect([method, statusOf(call)]).toEqual([method, 405])
    expect(call).toMatch(/"code":"method"/)
  }
  expect(statusOf(await raw(site.port, head('BREW', '/')))).toBe(400)
  expect(statusOf(await raw(site.port, head('CONNECT', 'evil.example:443')))).not.toBe(200)
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await site.ask('accountant1', '/nav-controls', { method })).status).toBe(405)
  const options = await site.ask(null, '/nav-controls', { method: 'OPTIONS' })
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  for (const path of ['/nav-controls', `/documents/${documentId}`, '/api/currencies', '/login', '/nowhere']) {
    const [get, asked] = [
      await site.ask('accountant1', path),
      await site.ask('accountant1', path, { method: 'HEAD' }),
    ]
    expect([path, asked.status, await asked.text()]).toEqual([path, get.status, ''])
  }
})

test('conditional requests work for documents and calls, ranges only for documents, both by the standard', async () => {
  const path = `/documents/${documentId}`
  const ask = (headers: Record<string, string>, to = path) => site.ask('accountant1', to, { headers })
  const whole = await ask({})
  const etag = whole.headers.get('etag') ?? ''
  const { byteLength } = await whole.arrayBuffer()
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
  expect((await ask({ 'If-None-Match': 'W/"x", *' })).status).toBe(304)
  const part = await ask({ Range: 'bytes=0-9' })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  const statuses: Record<string, number> = {
    'bytes=0-0,-1': 200,
    'bytes=9-0': 200,
    'bytes=-0': 416,
    [`bytes=${byteLength}-`]: 416,
    'bytes=99999999999999999999-': 200,
    'bytes=a-b': 200,
    'lines=1-2': 200,
    [`bytes=${'0-1,'.repeat(1_000)}0-1`]: 200,
  }
  for (const [Range, status] of Object.entries(statuses)) {
    const answer = await ask({ Range })
    await answer.arrayBuffer()
    expect([Range.slice(0, 40), answer.status]).toEqual([Range.slice(0, 40), status])
  }
  // Pages are always fresh; calls have an ETag, but no ranges.
  for (const [to, status] of [
    ['/nav-controls', 200],
    ['/nav-controls.data', 200],
    ['/api/currencies', 304],
  ] as const) {
    expect([to, (await ask({ Range: 'bytes=0-9' }, to)).status]).toEqual([to, 200])
    const answer = await ask({ Range: 'bytes=0-9', 'If-None-Match': '*', 'If-Modified-Since': 'never' }, to)
    expect([to, answer.status]).toEqual([to, status])
  }
  expect((await site.ask('finance1', path, { headers: { 'If-None-Match': etag } })).status).toBe(403)
  expect((await site.ask(null, path, { headers: { 'If-None-Match': etag } })).status).toBe(302)
})
