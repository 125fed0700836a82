import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readAssets } from '~/http/server/assets'
import { compressAssets } from '~/start/build.mjs'
import { serve } from '../../support/http/server/serve'

const script = `export const words = '${'word '.repeat(500)}'\n`

async function built() {
  const folder = mkdtempSync(join(tmpdir(), 'fundesk-assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'assets/root-1a2b.js'), script)
  writeFileSync(
    join(folder, 'favicon.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(200)}</svg>`,
  )
  writeFileSync(join(folder, 'notes.md'), 'not for browsers')
  await compressAssets(folder)
  return serve({ assets: readAssets(folder) })
}

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
])('a browser that accepts %s gets %s, with the same content', async (accepted, encoding) => {
  const { get } = await built()
  const answer = await get('/assets/root-1a2b.js', { 'Accept-Encoding': accepted })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  expect(await answer.text()).toBe(script)
})

test('a file with a hash in its name is cached for ever; others are revalidated', async () => {
  const { get } = await built()
  const hashed = (await get('/assets/root-1a2b.js')).headers
  expect(hashed.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(hashed.get('content-type')).toBe('text/javascript')
  expect(hashed.get('x-content-type-options')).toBe('nosniff')
  const favicon = await get('/favicon.svg')
  expect(favicon.headers.get('cache-control')).toBe('public, max-age=3600')
  const again = await get('/favicon.svg', { 'If-None-Match': favicon.headers.get('etag') ?? '' })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('browsers find an icon under its old name too', async () => {
  const { get } = await built()
  const answer = await get('/favicon.ico')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
})

test('nothing else in the folder is served, by any path', async () => {
  const { get } = await built()
  for (const path of [
    '/notes.md',
    '/.vite/manifest.json',
    '/assets/../notes.md',
    '/assets/%2e%2e/notes.md',
    '/assets/',
  ])
    expect((await get(path)).status, path).toBe(404)
})

test('files are read-only whatever the method', async () => {
  const { get, post, origin } = await built()
  const head = await fetch(`${origin}/assets/root-1a2b.js`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await post('/assets/root-1a2b.js', 'x')).status).toBeGreaterThanOrEqual(400)
  expect(await (await get('/assets/root-1a2b.js')).text()).toBe(script)
})
