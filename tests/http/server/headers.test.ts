import { expect, test } from 'vitest'
import { serve } from '../../support/http/server/serve'

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]

test('a page has a strict policy, and its scripts the nonce of this response', async () => {
  const { get } = await serve()
  const answer = await get('/page')
  const html = await answer.text()
  const nonce = nonceOf(answer)
  expect(answer.status).toBe(200)
  expect(html).toContain('<h1>A page</h1>')
  expect(html.match(/<script/g)?.length).toBeGreaterThan(1)
  for (const script of html.match(/<script[^>]*>/g) ?? []) expect(script).toContain(`nonce="${nonce}"`)
  expect(nonceOf(await get('/page'))).not.toBe(nonce)
  const policy = answer.headers.get('content-security-policy')
  for (const part of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(answer.headers.get('referrer-policy')).toBe('same-origin')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-powered-by')).toBeNull()
})

test('nothing dynamic may be cached', async () => {
  const { get } = await serve()
  for (const path of ['/page', '/page.data', '/nowhere', '/broken', '/healthz', '/readyz'])
    expect((await get(path)).headers.get('cache-control'), path).toBe('no-store')
})

test('responses to scripts carry few headers, but still no permission to be framed or sniffed', async () => {
  const { get } = await serve()
  const { headers } = await get('/page.data')
  expect(headers.get('content-type')).toBe('text/x-script; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  expect([...headers.keys()].length).toBeLessThan(14)
})

test('the policy of a route replaces the default one', async () => {
  const { get } = await serve()
  const { headers } = await get('/preview')
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'self'")
  expect(headers.get('cache-control')).toBe('private')
})

const FILE = { type: 'text/plain', immutable: true, etag: '"1"', bodies: { identity: Buffer.from('file') } }
const EVERY = [
  '/page',
  '/page.data',
  '/nowhere',
  '/broken',
  '/preview',
  '/assets/a.js',
  '/healthz',
  '/readyz',
]

test('HSTS is on every response of a site with an https address, files too, and never otherwise', async () => {
  const assets = new Map([['/assets/a.js', FILE]])
  const plain = await serve({ assets })
  const tls = await serve({ assets, settings: { siteUrl: 'https://fundesk.example' } })
  for (const path of EVERY) {
    expect((await plain.get(path)).headers.get('strict-transport-security'), path).toBeNull()
    expect((await tls.get(path)).headers.get('strict-transport-security'), path).toBe(
      'max-age=31536000; includeSubDomains',
    )
  }
  expect(await (await tls.get('/assets/a.js')).text()).toBe('file')
})

test('the upgrade to https appears only on a site with an https address', async () => {
  const plain = (await (await serve()).get('/page')).headers
  expect(plain.get('content-security-policy')).not.toContain('upgrade-insecure-requests')
  const tls = (await (await serve({ settings: { siteUrl: 'https://fundesk.example' } })).get('/page')).headers
  expect(tls.get('content-security-policy')).toContain('upgrade-insecure-requests')
})

test('pages and data are compressed for clients that accept it', async () => {
  const { get } = await serve()
  for (const path of ['/page', '/page.data']) {
    expect((await get(path, { 'Accept-Encoding': 'gzip, br' })).headers.get('content-encoding'), path).toBe(
      'br',
    )
    expect(
      (await get(path, { 'Accept-Encoding': 'identity' })).headers.get('content-encoding'),
      path,
    ).toBeNull()
  }
})

test('content that supports ranges is not compressed', async () => {
  const { get } = await serve()
  expect((await get('/ranged', { 'Accept-Encoding': 'br' })).headers.get('content-encoding')).toBeNull()
})

test('an unexpected error shows a page without its message, and the log has it with the request id', async () => {
  const { get, logged } = await serve()
  const answer = await get('/broken')
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('inner words')
  const id = answer.headers.get('x-request-id')
  expect(logged()).toContainEqual(
    expect.objectContaining({ requestId: id, err: expect.objectContaining({ message: 'inner words' }) }),
  )
})

test('if the database is down, pages, data and calls answer 503', async () => {
  const { get } = await serve()
  const page = await get('/down')
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBe('5')
  expect(await page.text()).toContain('The database cannot be reached just now.')
  expect((await get('/down.data')).status).toBe(503)
})

test('a refusal by a route keeps its status', async () => {
  const { get } = await serve()
  expect((await get('/missing')).status).toBe(404)
  expect((await get('/nowhere')).status).toBe(404)
})
