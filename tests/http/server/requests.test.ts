import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { serve } from '../../support/http/server/serve'

/** Sends raw bytes and returns the whole response. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
  })
}

test.each([
  ['another site says the browser', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a sibling site says the browser', { 'Sec-Fetch-Site': 'same-site' }],
  ['the origin is another one', { Origin: 'https://evil.example' }],
  ['the origin is hidden', { Origin: 'null' }],
  [
    'the browser and the origin disagree',
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
  ],
])('a post is refused when %s', async (_, headers) => {
  const { post, logged } = await serve()
  const answer = await post('/echo', 'a=b', headers)
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('sent from another site')
  expect(logged()).toContainEqual(expect.objectContaining({ msg: 'cross-site request refused' }))
})

test('posts from our own pages and from programs pass, as does reading from anywhere', async () => {
  const { post, get, origin } = await serve({ settings: { siteUrl: 'https://fundesk.example' } })
  const accepted: Record<string, string>[] = [
    {},
    { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'https://fundesk.example' },
    { 'Sec-Fetch-Site': 'none' },
  ]
  for (const headers of accepted) expect((await post('/echo', 'a=b', headers)).status).toBe(200)
  expect((await get('/page', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200)
})

test('another scheme or port is another site', async () => {
  const { post, origin, port } = await serve({ settings: { siteUrl: 'https://fundesk.example' } })
  for (const Origin of [
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.1:${port + 1}`,
    'http://fundesk.example',
    'https://fundesk.example:8443',
    'https://fundesk.example.evil.example',
    `${origin}/`,
    `${origin}, ${origin}`,
    '127.0.0.1',
    '',
  ])
    expect([Origin, (await post('/echo', 'a=b', { Origin })).status]).toEqual([Origin, 403])
  const behind = await serve({ settings: { trustProxy: 1 } })
  const forwarded = { 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Host': 'fundesk.example' }
  const from = async (Origin: string, proto: string) =>
    (await behind.post('/echo', 'a=b', { ...forwarded, 'X-Forwarded-Proto': proto, Origin })).status
  expect(await from('https://fundesk.example', 'https')).toBe(200)
  expect(await from('http://fundesk.example', 'https')).toBe(403)
  expect(await from('https://fundesk.example', 'http')).toBe(403)
  expect(await from('https://fundesk.example:444', 'https')).toBe(403)
})

test('a refused call gets JSON', async () => {
  const { post } = await serve()
  const answer = await post('/api/x', '{}', { Origin: 'https://evil.example' })
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ title: 'Request from another site', code: 'cross-site' })
})

test('a body over 1 MB is refused, with its length announced or not', async () => {
  const { post } = await serve()
  const mega = 1024 * 1024
  expect(await (await post('/echo', 'x'.repeat(mega))).json()).toEqual({ length: mega })
  const announced = await post('/echo', 'x'.repeat(mega + 1))
  expect(announced.status).toBe(413)
  const pieces = (count: number) =>
    new ReadableStream({
      pull(controller) {
        if (count-- > 0) controller.enqueue(new Uint8Array(64 * 1024).fill(120))
        else controller.close()
      },
    })
  const send = (count: number) => post('/echo', pieces(count), { 'Content-Type': 'text/plain' })
  expect(await (await send(16)).json()).toEqual({ length: mega })
  expect((await send(17)).status).toBe(413)
  expect((await send(160)).status).toBe(413)
})

test('uploads pass: each kind of file has its own limit, similar paths have none', async () => {
  const { post } = await serve()
  for (const type of [
    'multipart/form-data+json',
    'multipart/form-data-x; boundary=x',
    'x; multipart/form-data',
  ])
    expect((await post('/echo', 'x'.repeat(1024 * 1024 + 1), { 'Content-Type': type })).status, type).toBe(
      413,
    )
  const form = new FormData()
  form.set('files', new Blob(['x'.repeat(2 * 1024 * 1024)]), 'book.xlsx')
  expect((await post('/echo', form)).status).toBe(200)
})

test('a request with two conflicting length headers is refused', async () => {
  const { port } = await serve()
  const head = 'POST /echo HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n'
  const both = await raw(port, `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)
  expect(both).toMatch(/^HTTP\/1.1 400/)
  expect(await raw(port, `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\naaaa`)).toMatch(
    /^HTTP\/1.1 400/,
  )
})

test.each([
  'GET /page HTTP/1.1\r\nHost: 127.0.0.1:65536\r\nConnection: close\r\n\r\n',
  'GET /page HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
  'GET /page HTTP/1.1\r\nHost: a/b?c\r\nConnection: close\r\n\r\n',
  'GET http://evil.example/page HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  'GET /page HTTP/1.1\r\nConnection: close\r\n\r\n',
  'GET /page HTTP/1.0\r\n\r\n',
  'GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
  'GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: evil.example\r\nConnection: close\r\n\r\n',
])('a request without a usable address is refused: %j', async (text) => {
  const { port } = await serve()
  expect(await raw(port, text)).toMatch(/^HTTP\/1.1 400/)
})

test('proxy headers count only behind a trusted proxy', async () => {
  const claims = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-Host': 'evil.example',
  }
  const address = async (answer: Response) => ((await answer.json()) as { address: string }).address
  const alone = await serve()
  expect(await address(await alone.get('/who', claims))).toBe('127.0.0.1')
  const post = await alone.post('/echo', 'a=b', { ...claims, Origin: 'https://evil.example' })
  expect(post.status).toBe(403)
  const behind = await serve({ settings: { trustProxy: 1 } })
  expect(await address(await behind.get('/who', claims))).toBe('203.0.113.9')
  const elsewhere = await serve({ settings: { trustProxy: '10.0.0.0/8' } })
  expect(await address(await elsewhere.get('/who', claims))).toBe('127.0.0.1')
})

test('behind a proxy, a site with an https address is not served unencrypted', async () => {
  const { get, post } = await serve({ settings: { trustProxy: 1, siteUrl: 'https://fundesk.example' } })
  const http = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.9' }
  const answer = await get('/page?a=b', http)
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe('https://fundesk.example/page?a=b')
  expect((await post('/echo', 'a=b', http)).status).toBe(403)
  expect((await get('/page', { ...http, 'X-Forwarded-Proto': 'https' })).status).toBe(200)
})

test('a page has all its characters, and nothing extra', async () => {
  const { get } = await serve()
  const html = await (await get('/letters')).text()
  expect(html.match(/€<\/i>/g)).toHaveLength(3_000)
  expect(html).not.toContain('\0')
})
