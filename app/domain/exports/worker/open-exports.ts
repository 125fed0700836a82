import { DomainError } from '~/domain/values/domain-error'
import type { ExportFormat, ExportHead, ExportLine } from '../contract'
import { refuseTooMany } from '../most-lines'
import { type ExportThread, exportThread, type ThreadOptions } from './export-thread'
import { openPlaces } from './places'

export interface ExportsOptions extends ThreadOptions {
  /** Files written at a time by the whole process. Default 2. */
  atOnce?: number
  /** So long waits who finds no place, in milliseconds. Default 30 seconds. */
  waitMs?: number
  /** Told of what broke and whose reader hears only a sentence of, or nothing: for the log. */
  onFault?: (error: unknown) => void
}

export interface Exports {
  /**
   * Begins a file and gives its bytes as they are taken; the lines are read as they are needed. When `signal` aborts,
   * thread and reading end. `onLines` hears how many lines have been taken so far.
   * @throws before the first byte: DomainError 'too-large', 'busy' or 'refused' with a sentence; what reading the lines
   * throws. Later the same breaks the bytes off, so that no part of a file passes for the whole.
   */
  file(
    format: ExportFormat,
    head: ExportHead,
    lines: AsyncIterable<ExportLine[]>,
    options?: { signal?: AbortSignal; onLines?: (count: number) => void },
  ): Promise<AsyncIterableIterator<Uint8Array>>
  /** Ends all threads; files under way break off. */
  close(): Promise<void>
}

/** Files out of lists, each written by a thread of its own. */
export function openExports({ atOnce = 2, waitMs = 30_000, onFault, ...options }: ExportsOptions): Exports {
  const takePlace = openPlaces(atOnce, waitMs)
  const running = new Set<ExportThread>()
  let closed = false

  return {
    async file(format, head, lines, { signal, onLines } = {}) {
      refuseTooMany(format, head.lines)
      const leave = await takePlace(signal)
      if (closed || signal?.aborted) {
        leave()
        throw signal?.reason ?? new Error('the exports are closed')
      }
      const onAbort = () => thread.end(signal?.reason)
      const onEnd = () => {
        running.delete(thread)
        signal?.removeEventListener('abort', onAbort)
        leave()
      }
      const thread = exportThread({ format, head }, lines, options, { onLines, onEnd })
      running.add(thread)
      signal?.addEventListener('abort', onAbort)
      const tell = (error: unknown) => {
        if (!signal?.aborted) onFault?.(error)
      }
      const first = await thread.next().catch((error: unknown) => {
        // Of any other refusal its sentence says everything, and what is none is told by who asked.
        if (error instanceof DomainError && error.cause !== undefined) tell(error)
        throw error
      })
      return from(first, thread, tell)
    },
    async close() {
      closed = true
      for (const thread of running) thread.end(new Error('the exports were closed'))
    },
  }
}

/** All bytes of a file whose first ones are here already. */
function from(
  first: IteratorResult<Uint8Array>,
  thread: ExportThread,
  onBreak: (error: unknown) => void,
): AsyncIterableIterator<Uint8Array> {
  let here: IteratorResult<Uint8Array> | null = first
  return {
    async next() {
      const given = here
      here = null
      if (given) return given
      return thread.next().catch((error: unknown) => {
        onBreak(error)
        throw error
      })
    },
    return: thread.return,
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
