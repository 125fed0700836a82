import { mkdtemp, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Spool, sweepSpool } from '~/http/uploads/spool'

const MB = 1024 * 1024

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundesk-spool-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a form of 4 MB stays in memory; with one more byte all of it is on disk', async () => {
  const spool = new Spool(folder)
  await spool.write(Buffer.alloc(4 * MB, 'a'))
  expect(spool.isOnDisk).toBe(false)
  await spool.write(Buffer.from('b'))
  expect([spool.isOnDisk, spool.size]).toEqual([true, 4 * MB + 1])
  expect(Buffer.from(await spool.bytes(4 * MB - 2, 3)).toString()).toBe('aab')
  await spool.close()
})

test.each([
  ['in memory', 10],
  ['on disk', MB],
])('any part of content held %s comes back', async (_, scale) => {
  const spool = new Spool(folder)
  const chunks = [1, 3, 2].map((size, n) => Buffer.alloc(size * scale, 'xyz'[n]))
  for (const chunk of chunks) await spool.write(chunk)
  const all = Buffer.concat(chunks)
  for (const [from, to] of [
    [0, 6],
    [0, 1],
    [1, 4],
    [0.5, 5.5],
    [2, 2],
    [5, 6],
  ] as const) {
    const [at, end] = [from * scale, to * scale]
    const bytes = await spool.bytes(at, end - at)
    expect(all.subarray(at, end).equals(bytes), `${from} to ${to}`).toBe(true)
  }
  await spool.close()
})

test('content on disk has no file name, survives no process, and is removed when released', async () => {
  const spool = new Spool(folder)
  await spool.write(Buffer.alloc(5 * MB))
  expect(await readdir(folder)).toEqual([])
  if (process.platform === 'linux') {
    const open = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      )
      return (await Promise.all(links)).filter((target) => target.startsWith(folder))
    }
    expect(await open()).toEqual([expect.stringMatching(/\/[0-9a-f]{32}\.part \(deleted\)$/)])
    await spool.close()
    expect(await open()).toEqual([])
  }
  await spool.close()
  await spool.write(Buffer.alloc(5 * MB))
  expect(spool.isOnDisk).toBe(false)
})

test('a disk that accepts nothing is reported in a sentence', async () => {
  await writeFile(join(folder, 'file'), '')
  const spool = new Spool(join(folder, 'file', 'uploads'))
  await expect(spool.write(Buffer.alloc(5 * MB))).rejects.toMatchObject({
    name: 'Unreachable',
    message: expect.stringMatching(
      /^The server has no room for your files just now, and nothing was saved\./,
    ),
    cause: { code: 'ENOTDIR' },
  })
  await expect(sweepSpool(join(folder, 'file', 'uploads'))).rejects.toThrow('ENOTDIR')
})

test('the start removes what an earlier process left, and nothing else', async () => {
  const uploads = join(folder, 'uploads')
  await sweepSpool(uploads)
  if (process.platform !== 'win32') expect((await stat(uploads)).mode & 0o777).toBe(0o700)
  await writeFile(join(uploads, `${'0'.repeat(32)}.part`), 'left')
  await writeFile(join(uploads, 'README'), 'not ours')
  const spool = new Spool(uploads)
  await spool.write(Buffer.alloc(5 * MB, 'kept'))
  await sweepSpool(uploads)
  expect(await readdir(uploads)).toEqual(['README'])
  expect(Buffer.from(await spool.bytes(0, 4)).toString()).toBe('kept')
  await spool.close()
})
