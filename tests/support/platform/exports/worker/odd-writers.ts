import { parentPort, workerData } from 'node:worker_threads'
import { serveExport, type Writer } from '~/platform/exports/worker/serve-export'
import { DomainError } from '~/platform/values/domain-error'

const PARCEL = Buffer.alloc(64 * 1024, 'x')

/** The mishap, by the title of the table; `begun` writes bytes first. */
const faults: Record<string, () => unknown> = {
  throw: () => {
    throw new TypeError('a mistake in the program')
  },
  refuse: () => {
    throw new DomainError('too-large', 'Filter the list.')
  },
  uncaught: () => {
    setImmediate(() => {
      throw new Error('out of nowhere')
    })
    return new Promise(() => {})
  },
  exit: () => process.exit(3),
  hoard: () => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, () => Math.random()))
  },
  spin: () => {
    for (;;) Math.random()
  },
}

const odd: Writer = async function* ({ title }, lines) {
  const [fault = '', begun] = title.split(' ')
  if (begun) yield PARCEL
  for await (const batch of lines) if (batch.length < 0) return
  await faults[fault]?.()
  yield PARCEL
}

if (parentPort) void serveExport(parentPort, workerData, { xlsx: odd, csv: odd, pdf: odd })
