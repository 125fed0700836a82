import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { arrivedError } from '~/platform/values/carried-error'
import type { ExportLine } from '../contract'
import { crashed, stalled } from './export-faults'
import { Inbox } from './inbox'
import type { FromThread, Order, ToThread } from './messages'

export interface ThreadOptions {
  /** The thread's entry: build/server/export-worker.js in production, from-source.mjs in tests and development. */
  url: URL
  /** Node's own options for the thread. Default: those of the process. */
  execArgv?: string[]
  /** Heap of the thread in MB. Default 256. */
  heapMb?: number
  /** So long may nothing move, in milliseconds: no line read, no byte written or taken. Default 60 seconds. */
  stallMs?: number
}

interface ThreadEvents {
  /** How many lines have been handed over so far. */
  onLines?: (count: number) => void
  /** The thread and the reading of lines have been ended. */
  onEnd: () => void
}

export interface ExportThread extends AsyncIterableIterator<Uint8Array> {
  /** Ends everything: who waits for bytes gets this error. */
  end(error: Error): void
  return(): Promise<IteratorResult<Uint8Array>>
}

/** Longest rest between two reads, in milliseconds. */
const MOST_REST = 250

/**
 * One file written by a thread of its own. It goes as fast as its bytes are taken: no line is read that the thread has
 * no use for yet, and after each read it rests for as long as that took, so that all files together take half of what
 * they read through (main thread and connection) at most. Whatever breaks (the reading, the thread, its memory) rejects the bytes; they never just end early.
 */
export function exportThread(
  order: Order,
  lines: AsyncIterable<ExportLine[]>,
  { url, execArgv, heapMb = 256, stallMs = 60_000 }: ThreadOptions,
  { onLines, onEnd }: ThreadEvents,
): ExportThread {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb }
  const worker = new Worker(url, { execArgv, workerData: order, resourceLimits })
  const source = lines[Symbol.asyncIterator]()
  const inbox = new Inbox<FromThread>()
  let fail: (error: Error) => void = () => {}
  const failure = new Promise<never>((_, reject) => {
    fail = reject
  })
  failure.catch(() => {})
  let ended = false
  const end = (error: Error) => {
    if (ended) return
    ended = true
    clearTimeout(stall)
    fail(error)
    void worker.terminate()
    // A read that is under way ends by itself; nobody is left to hear how.
    source.return?.().catch(() => {})
    onEnd()
  }
  const stall = setTimeout(() => end(stalled(stallMs)), stallMs)
  worker.on('message', (message: FromThread) => inbox.put(message))
  worker.on('messageerror', (error) => end(crashed(error)))
  worker.on('error', (error) => end(crashed(error)))
  worker.on('exit', (code) => end(crashed(new Error(`the export's thread ended with code ${code}`))))

  const until = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await Promise.race([work, failure])
    stall.refresh()
    return result
  }
  const send = (message: ToThread) => worker.postMessage(message)

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let count = 0
    try {
      for (;;) {
        const message = await until(inbox.next())
        if ('wants' in message) {
          const began = performance.now()
          const { done, value } = await until(source.next())
          send(done ? { end: true } : { lines: value })
          if (done) continue
          count += value.length
          onLines?.(count)
          await until(pause(Math.min(performance.now() - began, MOST_REST)))
        } else if ('bytes' in message) {
          yield message.bytes
          stall.refresh()
          send({ more: true })
        } else if ('done' in message) return
        else if ('failure' in message) throw crashed(arrivedError(message))
        else throw arrivedError(message)
      }
    } finally {
      end(new Error('the export has ended'))
    }
  }

  const iterator = bytes()
  return {
    end,
    next: () => iterator.next(),
    return: () => {
      end(new Error('the export was given up'))
      return iterator.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
