import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { arrivedError, type CarriedError, DomainError } from '~/platform/values/domain-error'
import type { ExportFormat, ExportHead, ExportLine } from '../table'

/** What a thread is started with. */
export interface Order {
  format: ExportFormat
  head: ExportHead
}

/** Messages to the thread: more lines, the end of the lines, or that its bytes were taken and it may send more. */
export type ToThread = { lines: ExportLine[] } | { end: true } | { more: true }

/** Messages from the thread: that it can take lines, bytes of the file, that it is done, or why it failed. */
export type FromThread = { wants: true } | { bytes: Uint8Array } | { done: true } | CarriedError

/** Messages in the order of their arrival; each is delivered to one caller. */
class Inbox<Message> {
  readonly #come: Message[] = []
  #waiting: ((message: Message) => void) | null = null

  put(message: Message): void {
    if (!this.#waiting) this.#come.push(message)
    else {
      this.#waiting(message)
      this.#waiting = null
    }
  }

  /** The next message; one call at a time. */
  next(): Promise<Message> {
    const message = this.#come.shift()
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }
}

const TITLE = 'Export failed'

/** The thread ended before the file was complete; the reason is the error's cause. */
function crashed(cause: Error & { code?: string }): DomainError {
  const error =
    cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new DomainError(
          'too-large',
          'The file needs more memory than an export may use. Filter the list to fewer rows, show fewer columns, or choose CSV.',
          { title: TITLE },
        )
      : new DomainError(
          'refused',
          'The file could not be written: the export ended unexpectedly. Try again; if it happens again, choose another format and report it.',
          { title: TITLE },
        )
  error.cause = cause
  return error
}

/** No lines or bytes moved for `stallMs` milliseconds. */
function stalled(stallMs: number): DomainError {
  const seconds = Math.max(1, Math.round(stallMs / 1000))
  const error = new DomainError(
    'busy',
    `The export made no progress for ${seconds} seconds and was stopped. Try again, or filter the list to fewer rows.`,
    { title: TITLE },
  )
  error.cause = new Error('no progress')
  return error
}

export interface ThreadOptions {
  /** The thread's entry: build/server/export-worker.js in production, from-source.mjs in tests and development. */
  url: URL
  /** Node options for the thread. Default: those of the process. */
  execArgv?: string[]
  /** Heap of the thread in MB. Default 256. */
  heapMb?: number
  /** Longest time without progress, in milliseconds: no line read, no byte written or taken. Default 60 seconds. */
  stallMs?: number
}

interface ThreadEvents {
  /** Called with the number of lines handed over so far. */
  onLines?: (count: number) => void
  /** Called when the thread and the reading of lines have ended. */
  onEnd: () => void
}

export interface ExportThread extends AsyncIterableIterator<Uint8Array> {
  /** Aborts everything: a waiting reader gets this error. */
  end(error: Error): void
  return(): Promise<IteratorResult<Uint8Array>>
}

/** Longest pause between two reads, in milliseconds. */
const MAX_REST = 250

/**
 * Writes one file in its own thread, as fast as its bytes are taken: no line is read before the thread can use it.
 * After each read the thread rests for as long as the read took, so that all files together use at most half of the
 * main thread and of the connection. Any failure (the reading, the thread, its memory) rejects the bytes; they never
 * just end early.
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
    // A running read ends by itself; its result is not needed.
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
          await until(pause(Math.min(performance.now() - began, MAX_REST)))
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
