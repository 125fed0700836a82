import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExportFormat, ExportHead, ExportLine } from '~/platform/exports/table'
import { openExports } from '~/platform/exports/worker/open-exports'
import { spread } from './figures'

// Files of invoices, each written by a thread of the built app while the main thread is polled every 5 ms.
const BATCH = 1_000
const RUNS: [format: ExportFormat, rows: number][] = [
  ['xlsx', 100_000],
  ['csv', 100_000],
  ['pdf', 20_000],
]

const built = new URL('../../build/server/export-worker.js', import.meta.url)
if (!existsSync(built)) throw new Error('The app is not built')
const exports = openExports({ url: built, execArgv: [] })

const kinds = [
  'text',
  'text',
  'text',
  'number',
  'number',
  'number',
  'day',
  'day',
  'instant',
  'text',
  'text',
  'boolean',
  'number',
  'text',
] as ExportHead['columns'][number]['kind'][]

function headOf(lines: number): ExportHead {
  return {
    title: 'Invoices',
    columns: kinds.map((kind, at) => ({
      label: `Column ${at + 1}`,
      kind,
      ...(kind === 'number' && { decimals: 2 }),
    })),
    filters: ['Gross is above 100'],
    createdAt: new Date('2026-11-02T08:00:00Z'),
    by: 'Benchmark',
    timeZone: 'Europe/Luxembourg',
    lines,
  }
}

function rowOf(at: number): ExportLine {
  const day = String(1 + (at % 28)).padStart(2, '0')
  const instant = new Date(1_760_000_000_000 + at * 61_000).toISOString()
  return {
    row: [
      `INV-${at}`,
      `Supplier number ${at % 377}`,
      `Société Générale «${at % 50}»`,
      String((at * 791_937) / 100),
      (at / 7).toFixed(2),
      '0.00',
      '2026-10-30',
      `2026-11-${day}`,
      instant,
      `Comment about invoice ${at} and why`,
      'EUR',
      String(at % 2 === 0),
      String(at),
      'PENDING (ACCOUNTING)',
    ],
  }
}

async function* linesOf(rows: number): AsyncGenerator<ExportLine[]> {
  for (let at = 0; at < rows; at += BATCH) yield Array.from({ length: BATCH }, (_, more) => rowOf(at + more))
}

const MB = 1024 * 1024

for (const [format, rows] of RUNS) {
  const before = process.memoryUsage().rss
  let peak = before
  let over = false
  const waits: number[] = []
  const beats = (async () => {
    for (let last = performance.now(); !over; last = performance.now()) {
      await wait(5)
      waits.push(performance.now() - last - 5)
      peak = Math.max(peak, process.memoryUsage().rss)
    }
  })()
  const start = performance.now()
  const usage = process.cpuUsage()
  let first = 0
  let bytes = 0
  for await (const chunk of await exports.file({
    format,
    userId: 1,
    content: async () => ({ head: headOf(rows), lines: linesOf(rows) }),
  })) {
    first ||= performance.now() - start
    bytes += chunk.byteLength
  }
  const time = performance.now() - start
  const { user, system } = process.cpuUsage(usage)
  over = true
  await beats
  console.log(
    `${format}: ${rows} rows x ${kinds.length}, ${(bytes / MB).toFixed(1)} MB in ${Math.round(time)} ms (${Math.round((user + system) / 1000)} ms of processor)`,
  )
  console.log(
    `  first bytes after ${Math.round(first)} ms; memory of the process grew by ${Math.round((peak - before) / MB)} MB`,
  )
  console.log(`  the main thread was late by: ${spread(waits)}`)
}
await exports.close()
