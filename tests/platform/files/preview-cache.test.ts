import { expect, test } from 'vitest'
import type { Shown } from '~/platform/files/preview/pages'
import { PreviewCache } from '~/platform/files/preview/preview-of.server'

const pdf = (bytes: number): Shown => ({ as: 'pdf', bytes: new Uint8Array(bytes) })

/** Requests a preview; returns whether it had to be made. */
async function made(cache: PreviewCache, sha256: string, shown: Shown = pdf(10)): Promise<boolean> {
  let isMade = false
  await cache.get(sha256, async () => {
    isMade = true
    return shown
  })
  return isMade
}

test('a preview is made once, also for parallel requests', async () => {
  const cache = new PreviewCache()
  let times = 0
  const make = async () => {
    times++
    return pdf(1)
  }
  const [one, two] = await Promise.all([cache.get('a', make), cache.get('a', make)])
  expect(one).toBe(two)
  await cache.get('a', make)
  expect(times).toBe(1)
})

test('a failure is not cached', async () => {
  const cache = new PreviewCache()
  await expect(cache.get('a', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect(await made(cache, 'a')).toBe(true)
})

test('the least recently requested preview is evicted first, by bytes and by count', async () => {
  const cache = new PreviewCache(25, 3)
  await made(cache, 'a')
  await made(cache, 'b')
  expect(await made(cache, 'a')).toBe(false)
  await made(cache, 'c')
  expect(await made(cache, 'a')).toBe(false)
  expect(await made(cache, 'b')).toBe(true)

  const many = new PreviewCache(1_000, 2)
  for (const name of ['x', 'y', 'z']) await made(many, name, { as: 'itself' })
  expect(await made(many, 'z')).toBe(false)
  expect(await made(many, 'x')).toBe(true)
  // Larger than the cache: returned, but not cached.
  expect(await made(many, 'large', pdf(2_000))).toBe(true)
  expect(await made(many, 'large', pdf(2_000))).toBe(true)
})
