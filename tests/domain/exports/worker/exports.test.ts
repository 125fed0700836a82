import { afterAll, expect, test } from 'vitest'
import { EXPORT_FORMATS, type ExportLine } from '~/domain/exports/contract'
import { openExports } from '~/domain/exports/worker/open-exports'
import { WRITERS } from '~/domain/exports/writers'
import { readWorkbook } from '~/domain/workbooks/read-workbook'
import { batches, bytesOf, headOf, rowsOf } from '../tables'

const url = new URL('../../../../app/domain/exports/worker/from-source.mjs', import.meta.url)
const exports = openExports({ url })
afterAll(() => exports.close())

const head = headOf(['text', 'number'], { lines: 3_000 })
const rows = rowsOf(Array.from({ length: 3_000 }, (_, at) => [`Row ${at}`, String(at)]))

/** Lines without end that tell how far they were read, and when reading ended. */
function watched(batch: ExportLine[] = rows.slice(0, 1_000)) {
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
  const file = await exports.file(format, head, batches(rows), { onLines: (count) => counts.push(count) })
  const bytes = await bytesOf(file)
  expect(counts).toEqual([1_000, 2_000, 3_000])
  const expected = await bytesOf(WRITERS[format](head, batches(rows)))
  if (format === 'xlsx') {
    // The times of its zip entries differ.
    expect((await readWorkbook(bytes, 'a')).sheets).toEqual((await readWorkbook(expected, 'a')).sheets)
  } else expect(Buffer.from(bytes).equals(expected)).toBe(true)
})

test('a list that is too long is refused before a line of it is read', async () => {
  const { seen, lines } = watched()
  const long = { ...head, lines: 20_001 }
  await expect(exports.file('pdf', long, lines)).rejects.toMatchObject({ code: 'too-large' })
  expect(seen.pulled).toBe(0)
})

test.each(EXPORT_FORMATS)('%s: nothing is read ahead of who takes the bytes', async (format) => {
  const { seen, lines } = watched()
  const file = await exports.file(format, head, lines)
  // What was read until the first bytes came, and a few parcels more.
  let before = seen.pulled
  for (let taken = 0; taken < 3; taken += 1) {
    await new Promise((resolve) => setTimeout(resolve, 300))
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
  const file = await alone.file('csv', head, first.lines, { signal: controller.signal })
  const second = alone.file('csv', head, batches(rows))
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
  await expect(exports.file('csv', head, lines(), { signal: controller.signal })).rejects.toThrow('gone')
  await expect(exports.file('csv', head, batches(rows), { signal: controller.signal })).rejects.toThrow(
    'gone',
  )
})

test('who finds no place waits, and is refused in the end', async () => {
  const two = openExports({ url, atOnce: 2, waitMs: 50 })
  const files = await Promise.all([1, 2].map(() => two.file('csv', head, watched().lines)))
  await expect(two.file('csv', head, batches(rows))).rejects.toMatchObject({
    code: 'busy',
    message: 'Other exports are being written at the moment. Wait a minute, then try again.',
  })
  const controller = new AbortController()
  const waiting = two.file('csv', head, batches(rows), { signal: controller.signal })
  controller.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await files[0]?.return?.()
  expect(await two.file('csv', head, watched().lines)).toBeDefined()
  await two.close()
  await expect(two.file('csv', head, batches(rows))).rejects.toThrow('closed')
})

test('lines that cannot be read reject the file, later they break it off', async () => {
  const faults: unknown[] = []
  const own = openExports({ url, onFault: (error) => faults.push(error) })
  async function* lost(after: number): AsyncGenerator<ExportLine[]> {
    for (let at = 0; at < after; at += 1) yield rows
    throw new Error('database lost')
  }
  await expect(own.file('csv', head, lost(0))).rejects.toThrow('database lost')
  expect(faults).toEqual([])
  await expect(own.file('csv', head, lost(20)).then(bytesOf)).rejects.toThrow('database lost')
  expect(faults).toEqual([new Error('database lost')])
  await own.close()
})
