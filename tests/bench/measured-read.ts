import { Connection } from 'db/connection'
import type { Read } from 'db/database'
import { drizzleOver } from 'db/session'

export interface MeasuredRead {
  read: Read
  /** Runs work and returns its total time and the time of its statements, in milliseconds. */
  measure(work: () => Promise<unknown>): Promise<{ all: number; sql: number }>
  close(): Promise<void>
}

/** `read` on one connection that sends one statement at a time, to separate SQL from our own time. */
export async function measuredRead(url: string): Promise<MeasuredRead> {
  const connection = await Connection.open({ url, connectMs: 5_000, settings: {} })
  let spent = 0
  let last: Promise<unknown> = Promise.resolve()
  const send = (text: string, params: unknown[], values: boolean) => {
    const answer = last.then(async () => {
      const start = performance.now()
      try {
        return await connection.send(text, params, { values, limitMs: 60_000 })
      } finally {
        spent += performance.now() - start
      }
    })
    last = answer.catch(() => {})
    return answer
  }
  return {
    read: drizzleOver(send),
    async measure(work) {
      spent = 0
      const start = performance.now()
      await work()
      return { all: performance.now() - start, sql: spent }
    },
    close: () => connection.end(),
  }
}
