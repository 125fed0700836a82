import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { opened } from 'tests/support/opened'
import { THREADS } from 'tests/support/threads'
import { expect, test } from 'vitest'
import { EXPORT_FORMATS, type ExportFormat, type ExportLine } from '~/platform/exports/table'
import { type FileRequest, openExports } from '~/platform/exports/worker/open-exports'
import { WRITERS } from '~/platform/exports/worker/serve-export'
import { readWorkbook } from '~/platform/workbooks/read-workbook'
import { batches, bytesOf, headOf, rowsOf } from '../../../support/platform/exports/tables'

const url = THREADS.exports
const exports = await opened(openExports({ url }))

const head = headOf(['text', 'number'], { lines: 3_000 })
const rows = rowsOf(Array.from({ length: 3_000 }, (_, at) => [`Row ${at}`, String(at)]))

/** A file requested by user 1. */
const input = (
  format: ExportFormat,
  lines: AsyncIterable<ExportLine[]> = batches(rows),
  more: Partial<FileRequest> = {},
): FileRequest => ({ format, userId: 1, content: async () => ({ head, lines }), ...more })

/** Text that hardly compresses: few lines fill what is written at a time. */
const dense = rowsOf(Array.from({ length: 200 }, (_, at) => [randomBytes(40).toString('hex'), String(at)]))

/** Endless lines that record how far they were read, and when reading ended. */
function watched(batch: ExportLine[] = dense) {
  const seen = { pulled: 0, ended: false }
  async function* lines() {
    try {
      for (;;) {
        seen.pulled += 1
        yield batch
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, lines: lines() }
}

async function until(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test.each(EXPORT_FORMATS)('a thread writes the same %s as its writer', async (format) => {
  const counts: number[] = []
  const file = await exports.file(input(format, batches(rows), { onLines: (count) => counts.push(count) }))
  const bytes = await bytesOf(file)
  expect(counts).toEqual([0, 1_000, 2_000, 3_000])
  const expected = await bytesOf(WRITERS[format](head, batches(rows)))
  if (format === 'xlsx') {
    // The times of its zip entries differ.
    expect((await readWorkbook(bytes, 'a')).sheets).toEqual((await readWorkbook(expected, 'a')).sheets)
  } else expect(Buffer.from(bytes).equals(expected)).toBe(true)
})

test('a too long list is refused before reading a line', async () => {
  const { seen, lines } = watched()
  const long = { ...head, lines: 20_001 }
  const content = async () => ({ head: long, lines })
  await expect(exports.file(input('pdf', lines, { content }))).rejects.toMatchObject({ code: 'too-large' })
  expect(seen.pulled).toBe(0)
})

test.each(EXPORT_FORMATS)('%s: nothing is read ahead of the client', async (format) => {
  const { seen, lines } = watched()
  const file = await exports.file(input(format, lines))
  // What was read before the first bytes, plus a few batches.
  let before = seen.pulled
  for (let taken = 0; taken < 3; taken += 1) {
    // Meanwhile another thread reads and writes a whole file.
    await bytesOf(await exports.file(input(format, batches(rows), { userId: 2 })))
    expect(seen.pulled).toBe(before)
    await file.next()
    before = seen.pulled
  }
  await file.return?.()
  await until(() => seen.ended)
})

test('an abort ends the thread and the reading, and frees the place', async () => {
  const alone = openExports({ url, atOnce: 1, waitMs: 60_000 })
  const controller = new AbortController()
  const first = watched()
  const file = await alone.file(input('csv', first.lines, { signal: controller.signal }))
  const second = alone.file(input('csv'))
  controller.abort(new Error('gone'))
  await expect(file.next().then(() => file.next())).rejects.toThrow('gone')
  await until(() => first.seen.ended)
  expect((await bytesOf(await second)).byteLength).toBeGreaterThan(10_000)
  await alone.close()
})

test('an abort ends the wait for lines that never come', async () => {
  const controller = new AbortController()
  async function* lines(): AsyncGenerator<ExportLine[]> {
    controller.abort(new Error('gone'))
    await new Promise(() => {})
  }
  await expect(exports.file(input('csv', lines(), { signal: controller.signal }))).rejects.toThrow('gone')
  await expect(exports.file(input('csv', batches(rows), { signal: controller.signal }))).rejects.toThrow(
    'gone',
  )
})

test('one file per user is written at a time; the next waits, with a reason, and can be cancelled', async () => {
  const own = openExports({ url })
  const first = watched()
  const file = await own.file(input('csv', first.lines))
  const waits: string[] = []
  const onWait = (what: string) => waits.push(what)
  const controller = new AbortController()
  const started: string[] = []
  const look = (name: string) => async () => {
    started.push(name)
    return { head, lines: batches(rows) }
  }
  const given = own.file(
    input('csv', undefined, { content: look('given up'), onWait, signal: controller.signal }),
  )
  const second = own.file(input('csv', undefined, { content: look('second'), onWait }))
  // This does not delay another user.
  expect((await bytesOf(await own.file(input('csv', undefined, { userId: 2 })))).byteLength).toBeGreaterThan(
    9,
  )
  controller.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect([waits, started]).toEqual([['own', 'own'], []])
  await file.return?.()
  expect((await bytesOf(await second)).byteLength).toBeGreaterThan(10_000)
  expect(started).toEqual(['second'])
  await own.close()
  await expect(own.file(input('csv'))).rejects.toThrow('closed')
})

test('a request without a place waits, and is finally refused', async () => {
  const one = openExports({ url, atOnce: 1, waitMs: 50 })
  const file = await one.file(input('csv', watched().lines))
  const waits: string[] = []
  const late = input('csv', undefined, { userId: 2, onWait: (what) => waits.push(what) })
  await expect(one.file(late)).rejects.toMatchObject({
    code: 'busy',
    message: 'This export waited too long: others are still running. Try again in a few minutes.',
    options: { title: 'Too many exports' },
  })
  expect(waits).toEqual(['others'])
  await file.return?.()
  expect((await bytesOf(await one.file(late))).byteLength).toBeGreaterThan(10_000)
  await one.close()
})

test('a failing query gives the place back', async () => {
  const one = openExports({ url, atOnce: 1 })
  const content = () => Promise.reject(new Error('database lost'))
  await expect(one.file(input('csv', undefined, { content }))).rejects.toThrow('database lost')
  expect((await bytesOf(await one.file(input('csv')))).byteLength).toBeGreaterThan(10_000)
  await one.close()
})

/** The kernel’s status line of one thread of this process; empty if the thread has ended. */
const statOf = (id: string) => {
  try {
    return [readFileSync(`/proc/self/task/${id}/stat`, 'utf8')]
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** The niceness of each thread of this process: 0 as usual, 19 most. */
const niceness = () =>
  readdirSync('/proc/self/task').flatMap((id) =>
    statOf(id).map((stat) => {
      const [, after = ''] = stat.split(/\) /)
      return { id: Number(id), nice: Number(after.split(' ')[16]) }
    }),
  )

test.runIf(process.platform === 'linux')('a file is written by a low-priority thread', async () => {
  const before = niceness()
  const file = await exports.file(input('csv', watched().lines))
  // Other pools of the process may have such threads, too.
  const usual = new Set(before.filter(({ nice }) => nice !== 10).map(({ id }) => id))
  const low = new Set(before.filter(({ nice }) => nice === 10).map(({ id }) => id))
  expect(niceness().filter(({ id, nice }) => !low.has(id) && nice === 10)).toHaveLength(1)
  expect(niceness().filter(({ id, nice }) => usual.has(id) && nice === 10)).toEqual([])
  await file.return?.()
})

test('lines that cannot be read reject the file, later they interrupt it', async () => {
  const faults: unknown[] = []
  const own = openExports({ url, onFault: (error) => faults.push(error) })
  async function* lost(after: number): AsyncGenerator<ExportLine[]> {
    for (let at = 0; at < after; at += 1) yield rows
    throw new Error('database lost')
  }
  await expect(own.file(input('csv', lost(0)))).rejects.toThrow('database lost')
  expect(faults).toEqual([])
  await expect(own.file(input('csv', lost(20))).then(bytesOf)).rejects.toThrow('database lost')
  expect(faults).toEqual([new Error('database lost')])
  await own.close()
})
