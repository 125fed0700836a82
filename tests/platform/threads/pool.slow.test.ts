import { opened } from 'tests/support/opened'
import { THREADS } from 'tests/support/threads'
import { fundModel } from 'tests/support/workbooks/model'
import { readControl } from 'tests/support/workbooks/read-control'
import { BY_FUNDESK } from 'tests/support/workbooks/read-matching'
import { writeMatching, writeSet } from 'tests/support/workbooks/write'
import { zipOf } from 'tests/support/workbooks/zip'
import { expect, test } from 'vitest'
import { controlData, joinFiles } from '~/areas/navs/workbooks/read-control'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { workerPool } from '~/platform/threads/pool'
import type { oddJobs } from '../../support/platform/threads/odd-jobs'

const pool: ControlWorkers = await opened(workerPool({ url: THREADS.workers, size: 1 }))
const odd = await opened(
  workerPool<typeof oddJobs>({
    url: new URL('../../support/platform/threads/odd-jobs.mjs', import.meta.url),
    size: 1,
    heapMb: 32,
    deadlineMs: 1_500,
    queueLimit: 2,
  }),
)

const model = fundModel()

test('a control file is read off the main thread: its kind, and its tables as JSON', async () => {
  const files = await writeSet(model, 'FIA3')
  const read = await Promise.allSettled(files.map((file, index) => pool.run('readFile', [file, index])))
  expect(read.map((file) => (file.status === 'fulfilled' ? file.value.kinds : file.reason))).toEqual([
    ['NAV'],
    ['Balance'],
    ['Inventory'],
  ])
  const data = controlData(joinFiles(read, 'FIA3'))
  const { fundCode, navDate, nav, balance, inventory } = data
  const { fundName, fundCurrency } = nav.source.preamble
  expect({ fundCode, navDate, fundName: fundName?.value, fundCurrency: fundCurrency.value }).toEqual({
    fundCode: 'LUX001',
    navDate: '2026-10-30',
    fundName: 'Alpine Growth Fund',
    fundCurrency: 'EUR',
  })
  expect([nav, balance, inventory].map((table) => table?.lines.length)).toEqual([32, 23, 25])
  expect(data).toEqual(await readControl(files, 'FIA3'))
})

test('matching workbooks and any sheets are read likewise', async () => {
  const file = await writeMatching(model)
  const matching = await pool.run('readMatching', [file, BY_FUNDESK])
  expect(matching.summary).toEqual({ fundCode: 'LUX001', navDate: '2026-10-30', counts: { matching: 22 } })
  const sheets = await pool.run('readSheets', [file])
  expect(sheets.summary).toEqual({ sheets: ['Matching'] })
  expect(JSON.parse(sheets.json).sheets[0].rows[0].cells[0].text).toBe('Fund code')
})

test('refusals keep their code, message and options', async () => {
  const pdf = { name: 'NAV.xlsx', bytes: Buffer.from('%PDF-1.7') }
  await expect(pool.run('readMatching', [pdf, BY_FUNDESK])).rejects.toMatchObject({
    name: 'DomainError',
    code: 'invalid',
  })
  await expect(odd.run('refuse', [])).rejects.toMatchObject({
    name: 'DomainError',
    code: 'conflict',
    message: 'no',
    options: { title: 'T', fields: { a: 'b' }, list: ['x'] },
  })
})

test('a programming error stays an error, and the worker continues', async () => {
  await expect(odd.run('crash', [])).rejects.toThrow(/a mistake in the program/)
  await expect(odd.run('crash', [])).rejects.not.toMatchObject({ name: 'DomainError' })
  expect(await odd.run('double', [21])).toBe(42)
})

test('a job past its deadline is refused with its file name, the main thread stays free, and the worker is replaced', async () => {
  let beats = 0
  const beat = setInterval(() => {
    beats += 1
  }, 5)
  await expect(odd.run('spin', [], 'NAV.xlsx')).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^NAV\.xlsx took longer than 2 seconds/),
  })
  clearInterval(beat)
  expect(beats).toBeGreaterThan(20)
  expect(await odd.run('double', [1])).toBe(2)
})

test('a job out of memory is refused with its file name, and the worker is replaced', async () => {
  const file = { name: 'Balance.xlsx', bytes: new Uint8Array(8) }
  await expect(odd.run('hoard', [file])).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^Balance\.xlsx (is too large|took longer)/),
  })
  expect(await odd.run('double', [2])).toBe(4)
})

test('a worker that ends by itself rejects its job, and is replaced', async () => {
  await expect(odd.run('end', [])).rejects.toThrow(/ended with code 3/)
  expect(await odd.run('double', [3])).toBe(6)
})

test('a full queue is busy; waiting jobs are done in turn', async () => {
  const first = odd.run('pause', [200])
  const waiting = [odd.run('double', [5]), odd.run('double', [6])]
  await expect(odd.run('double', [7])).rejects.toMatchObject({ code: 'busy' })
  expect(await Promise.all([first, ...waiting])).toEqual([200, 10, 12])
})

test('the caller keeps its bytes', async () => {
  const bytes = new Uint8Array([1, 2, 3])
  expect(await odd.run('sizeOf', [{ name: 'a', bytes }])).toBe(3)
  expect(bytes).toEqual(new Uint8Array([1, 2, 3]))
})

test('a bomb is refused in a worker within its limits', async () => {
  const bomb = {
    name: 'bomb.xlsx',
    bytes: zipOf({ 'xl/workbook.xml': Buffer.alloc(120 * 1024 * 1024, ' ') }),
  }
  await expect(pool.run('readSheets', [bomb])).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(/^bomb\.xlsx/),
  })
})

test('a closed pool rejects waiting jobs and accepts no more', async () => {
  const closing = workerPool<typeof oddJobs>({
    url: new URL('../../support/platform/threads/odd-jobs.mjs', import.meta.url),
    size: 1,
  })
  const jobs = [closing.run('pause', [5_000]), closing.run('double', [1])]
  const settled = Promise.allSettled(jobs)
  await closing.close()
  expect((await settled).map((each) => each.status)).toEqual(['rejected', 'rejected'])
  await expect(closing.run('double', [1])).rejects.toThrow(/closed/)
})
