import { parentPort } from 'node:worker_threads'
import { serveJobs } from '~/platform/threads/worker-thread'
import { DomainError } from '~/platform/values/domain-error'

/** Jobs that misbehave, for the tests of the pool. */
export const oddJobs = {
  double: (value: number) => value * 2,
  refuse: (): never => {
    throw new DomainError('conflict', 'no', { title: 'T', fields: { a: 'b' }, list: ['x'] })
  },
  crash: (): never => {
    throw new TypeError('a mistake in the program')
  },
  spin: (): never => {
    for (;;) Math.random()
  },
  hoard: (file: { name: string; bytes: Uint8Array }): number => {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, () => Math.random() + file.bytes.length))
  },
  end: (): never => process.exit(3),
  pause: (ms: number) => new Promise<number>((resolve) => setTimeout(() => resolve(ms), ms)),
  sizeOf: (file: { name: string; bytes: Uint8Array }) => file.bytes.length,
}

if (parentPort) serveJobs(parentPort, oddJobs)
