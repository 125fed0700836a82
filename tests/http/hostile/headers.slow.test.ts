import { opened } from 'tests/support/opened'
import { type HttpSite, httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import type { Assets } from '~/http/server/assets'

const asset = (immutable: boolean) => ({
  type: 'text/javascript; charset=utf-8',
  immutable,
  etag: '"a"',
  bodies: { identity: Buffer.from('1') },
})
const assets: Assets = new Map([
  ['/assets/a-1b2c.js', asset(true)],
  ['/favicon.svg', { ...asset(false), type: 'image/svg+xml; charset=utf-8' }],
])

const plain = await opened(httpSite({ assets }))
const tls = await opened(httpSite({ assets, settings: { siteUrl: 'https://fundesk.example' } }))
let given = { nav: 0, document: 0 }
for (const site of [plain, tls]) {
  const fund = await site.addFund({ fundCode: 'LUX001' })
  await site.control('accountant1', fund)
  const [row] = await site.ownerSql`select id from document where object_id = ${fund.navId} limit 1`
  given = { nav: fund.navId, document: Number(row?.id) }
}
const paths: Record<
  string,
  [user: string | null, path: string, init?: { method: string; body?: BodyInit }][]
> = {
  pages: [
    [null, '/login'],
    ['accountant1', '/nav-controls'],
    ['accountant1', `/nav-controls/${given.nav}`],
    ['accountant1', '/nowhere'],
    ['finance1', '/nav-controls'],
    [
      'accountant1',
      `/nav-controls/${given.nav}`,
      { method: 'POST', body: new URLSearchParams({ intent: 'step' }) },
    ],
    ['accountant1', '/nav-controls', { method: 'POST', body: '' }],
    ['accountant1', '/nav-controls', { method: 'PUT' }],
    ['finance1', `/documents/${given.document}`],
    ['accountant1', '/documents/999999'],
    ['accountant1', '/login', { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) }],
  ],
  redirects: [
    [null, '/nav-controls'],
    ['accountant1', '/'],
    [null, `/documents/${given.document}`],
    ['accountant1', '/appearance', { method: 'POST', body: new URLSearchParams({ theme: 'dark' }) }],
  ],
  data: [
    [null, '/nav-controls.data'],
    ['accountant1', '/nav-controls.data'],
    ['finance1', '/nav-controls.data'],
    ['accountant1', '/nowhere.data'],
  ],
  calls: [
    [null, '/api/auth/user'],
    ['accountant1', '/api/auth/user'],
    ['finance1', '/api/dashboard/nav'],
    ['accountant1', '/api/nowhere'],
    ['accountant1', '/api/ruleresult', { method: 'POST', body: '{' }],
    ['accountant1', '/api/currencies', { method: 'DELETE' }],
  ],
  downloads: [
    ['accountant1', `/documents/${given.document}`],
    ['accountant1', `/api/documents/${given.document}`],
  ],
  probes: [
    [null, '/healthz'],
    [null, '/readyz'],
    [null, '/metrics'],
  ],
  files: [
    [null, '/favicon.svg'],
    [null, '/assets/a-1b2c.js'],
  ],
}

/** One response of every kind, with its body. */
async function answers(site: HttpSite, kinds: string[]) {
  const all = kinds.flatMap((kind) => (paths[kind] ?? []).map((asked) => ({ kind, asked })))
  return Promise.all(
    all.map(async ({ kind, asked: [user, path, init] }) => {
      const answer = await site.ask(user, path, init)
      const name = `${kind}: ${init?.method ?? 'GET'} ${path} as ${user} ${answer.status}`
      return {
        kind,
        path,
        name,
        answer,
        text: await answer.text(),
        of: (header: string) => answer.headers.get(header),
      }
    }),
  )
}

const DYNAMIC = ['pages', 'redirects', 'data', 'calls', 'downloads']

test('no response may be sniffed, framed by others or cached, except files that never change', async () => {
  for (const { name, of, kind, path } of await answers(plain, [...DYNAMIC, 'probes', 'files'])) {
    expect(of('x-content-type-options'), name).toBe('nosniff')
    expect(of('x-powered-by'), name).toBeNull()
    expect(of('server'), name).toBeNull()
    expect(of('access-control-allow-origin'), name).toBeNull()
    if (kind === 'files')
      expect(of('cache-control'), name).toBe(
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    else expect(of('cache-control'), name).toMatch(/\bno-store\b/)
    if (DYNAMIC.includes(kind)) {
      expect(of('content-security-policy'), name).toMatch(/frame-ancestors 'none'/)
      expect(of('x-request-id'), name).toMatch(/^[0-9a-f-]{36}$/)
    }
  }
})

test('a page runs only its own scripts, and sends other sites no referrer', async () => {
  const nonces = new Set<string>()
  const pages = [...(await answers(plain, ['pages', 'redirects']))].filter(
    ({ of }) => of('content-type')?.startsWith('text/html') ?? true,
  )
  expect(pages.length).toBeGreaterThan(12)
  for (const { name, of, text } of pages) {
    const policy = of('content-security-policy') ?? ''
    const [, nonce = ''] = /script-src 'self' 'nonce-([^']{20,})'(;|$)/.exec(policy) ?? []
    expect(nonce, `${name} ${policy}`).not.toBe('')
    nonces.add(nonce)
    expect(policy.replace(/style-src-attr[^;]*/, ''), name).not.toMatch(/unsafe|\*|data:(?!;)[^;]*script/)
    for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"])
      expect(policy, name).toContain(part)
    expect(of('referrer-policy'), name).toBe('same-origin')
    for (const script of text.match(/<script[^>]*>/g) ?? [])
      expect(script, name).toContain(`nonce="${nonce}"`)
    expect(text, name).not.toMatch(/ on(click|load|error)=/)
  }
  expect(nonces.size).toBe(pages.length)
})

test('every response has its true type, and a refusal shows its request id', async () => {
  const types: Record<string, RegExp> = {
    pages: /^text\/html; charset=utf-8$/,
    data: /^text\/x-script; charset=utf-8$/,
    calls: /^application\/json; charset=utf-8$/,
  }
  for (const { kind, name, of, answer, text } of await answers(plain, ['pages', 'data', 'calls'])) {
    expect(of('content-type'), name).toMatch(types[kind] as RegExp)
    expect(text, name).not.toMatch(/\bat \/|node_modules|PostgresError|app\/routes\/|did not provide/i)
    if (kind === 'pages' && [403, 404, 405, 413].includes(answer.status))
      expect(text.replaceAll('<!-- -->', ''), name).toContain(`Reference: ${of('x-request-id')}`)
  }
})

test('an unexpected error reveals nothing of its cause, on a page, in its data, in a download and in a call', async () => {
  await plain.ownerSql`alter table reason rename to gone`
  await plain.ownerSql`alter table document rename to lost`
  try {
    for (const [user, path] of [
      ['accountant1', '/nav-controls/new/fia-3'],
      ['accountant1', '/nav-controls/new/fia-3.data'],
      ['accountant1', '/documents/1'],
      ['accountant1', '/api/reasons'],
      ['accountant1', '/api/documents/1'],
    ] as const) {
      const answer = await plain.ask(user, path, { fails: true })
      const text = await answer.text()
      expect([path, answer.status]).toEqual([path, 500])
      expect(text, path).not.toMatch(/relation|does not exist|select |StatementFailed|\.tsx?:\d|at async/)
      const id = answer.headers.get('x-request-id') ?? 'none'
      if (!path.endsWith('.data')) expect(text, path).toContain(id)
      const lines = plain
        .logged()
        .filter(({ requestId, msg }) => requestId === id && msg === 'unexpected error')
      expect(lines.length, path).toBe(1)
      expect(answer.headers.get('cache-control'), path).toBe('no-store')
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
    }
  } finally {
    await plain.ownerSql`alter table gone rename to reason`
    await plain.ownerSql`alter table lost rename to document`
  }
})

test('only a site with an https address sends HSTS', async () => {
  for (const { name, of } of await answers(tls, DYNAMIC)) {
    expect(of('strict-transport-security'), name).toBe('max-age=31536000; includeSubDomains')
  }
  for (const { name, of } of await answers(plain, DYNAMIC))
    expect(of('strict-transport-security'), name).toBeNull()
})

test('cookies are limited to this site: no script, no other site, and on https nothing unencrypted', async () => {
  const body = new URLSearchParams({ username: 'accountant2', password: 'fundesk-demo' })
  for (const [site, session, device, look] of [
    [plain, 'session', 'device', 'appearance'],
    [tls, '__Host-session', '__Host-device', '__Host-appearance'],
  ] as const) {
    const login = await site.ask(null, '/login', { method: 'POST', body })
    const themed = await site.ask('accountant1', '/appearance', {
      method: 'POST',
      body: new URLSearchParams({ theme: 'dark' }),
    })
    const out = await site.ask('accountant1', '/logout', { method: 'POST', fresh: true })
    const cookies = [login, themed, out].flatMap(({ headers }) => headers.getSetCookie())
    expect(cookies.map((each) => each.split('=', 1)[0])).toEqual([session, device, look, session])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).toMatch(/; SameSite=Lax/)
      expect(cookie).toMatch(/; Path=\//)
      expect(/; Secure/.test(cookie)).toBe(site === tls)
      expect(cookie).not.toMatch(/Domain=/)
    }
    const both = `${await site.cookieOf('accountant1')}; ${cookies[2]?.split(';', 1)[0]}`
    const page = await site.ask(null, '/appearance', { headers: { Cookie: both } })
    expect(await page.text()).toContain('data-theme="dark"')
  }
})

test('a form forwarded by a proxy from the https site is accepted, on pages and by their scripts', async () => {
  for (const path of ['/appearance', '/appearance.data']) {
    const answer = await tls.ask('accountant1', path, {
      method: 'POST',
      body: new URLSearchParams({ theme: 'dark' }),
      headers: { Origin: 'https://fundesk.example', 'Sec-Fetch-Site': 'same-origin' },
    })
    expect([path, answer.status]).toEqual([path, path.endsWith('.data') ? 202 : 302])
  }
})
