import { opened } from 'tests/support/opened'
import { beforeEach, expect, test } from 'vitest'
import { type FileRequest, openExports } from '~/platform/exports/worker/open-exports'
import { batches, bytesOf, headOf, rowsOf } from '../../../support/platform/exports/tables'

const faults: unknown[] = []
const url = new URL('../../../support/platform/exports/worker/odd-writers.mjs', import.meta.url)
const odd = await opened(openExports({ url, heapMb: 32, onFault: (error) => faults.push(error) }))
beforeEach(() => {
  faults.length = 0
})

/** A file whose title names the mishap. */
const request = (title: string, userId = 1): FileRequest => ({
  format: 'csv',
  userId,
  content: async () => ({ head: headOf(['text'], { title }), lines: batches(rowsOf([['a']])) }),
})
const fileOf = (title: string) => odd.file(request(title))

const MISHAPS: [title: string, code: string, sentence: RegExp][] = [
  ['throw', 'refused', /^The file could not be written: .* Try again/],
  ['uncaught', 'refused', /^The file could not be written: .* Try again/],
  ['exit', 'refused', /^The file could not be written: .* Try again/],
  ['hoard', 'too-large', /more memory than an export may use\. Filter the list/],
]

test.each(MISHAPS)(
  'before the first byte, %s is refused as %s and its cause logged',
  async (title, code, message) => {
    await expect(fileOf(title)).rejects.toMatchObject({
      name: 'DomainError',
      code,
      message: expect.stringMatching(message),
    })
    expect(faults).toEqual([expect.objectContaining({ code, cause: expect.any(Error) })])
  },
)

test.each(MISHAPS)('after it, %s breaks the bytes off', async (title, code) => {
  const file = await fileOf(`${title} begun`)
  expect((await file.next()).value).toHaveLength(64 * 1024)
  await expect(file.next()).rejects.toMatchObject({ code })
  expect(faults).toHaveLength(1)
})

test('a refusal by the writer is passed on', async () => {
  await expect(fileOf('refuse')).rejects.toMatchObject({ code: 'too-large', message: 'Filter the list.' })
  expect(faults).toEqual([])
})

test('a stalled thread or client loses the file, and others get the place', async () => {
  const impatient = openExports({ url, atOnce: 2, stallMs: 5_000 })
  let userId = 0
  const begin = (title: string) => {
    userId += 1
    return impatient.file(request(title, userId))
  }
  const standstill = {
    code: 'busy',
    message: expect.stringMatching(/^The export made no progress for 5 seconds .* Try again/),
  }
  const [spinning, unread] = await Promise.all([begin('spin begun'), begin('none begun')])
  const third = begin('none')
  await spinning.next()
  await expect(spinning.next()).rejects.toMatchObject(standstill)
  expect((await bytesOf(await third)).byteLength).toBe(64 * 1024)
  await expect(bytesOf(unread)).rejects.toMatchObject(standstill)
  await impatient.close()
})
