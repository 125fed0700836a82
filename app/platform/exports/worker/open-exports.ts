import { type FairSlotsOptions, fairSlots, type WaitsFor } from '~/platform/threads/fair-slots'
import { DomainError } from '~/platform/values/domain-error'
import { type ExportFormat, type ExportHead, type ExportLine, refuseTooMany } from '../table'
import { type ExportThread, exportThread, type ThreadOptions } from './export-thread'

export interface ExportsOptions extends ThreadOptions, Pick<FairSlotsOptions, 'waiting' | 'waitMs'> {
  /** Most files written at a time by the process; users take turns, and each user has one at a time. Default 4. */
  atOnce?: number
  /** Called with errors that the reader sees only as a sentence, or not at all: for the log. */
  onFault?: (error: unknown) => void
}

/** The content of a file. */
export interface FileContent {
  head: ExportHead
  lines: AsyncIterable<ExportLine[]>
}

/** A file requested by a user. */
export interface FileRequest {
  format: ExportFormat
  /** The user whose turn it uses. */
  userId: number
  /** Reads its content when its turn comes. */
  content: () => Promise<FileContent>
  /** Aborting it ends the waiting, the thread and the reading. */
  signal?: AbortSignal
  /** Called with the reason when the file has to wait for its turn. */
  onWait?: (what: WaitsFor) => void
  /** Called with the number of lines taken so far, and of all lines. */
  onLines?: (count: number, all: number) => void
}

export interface Exports {
  /**
   * Starts a file and returns its bytes as they are taken; lines are read when needed.
   * @throws before the first byte: DomainError 'too-large', 'busy' or 'refused' with a sentence; errors of reading the
   * lines. Later the same errors end the bytes, so that part of a file never looks complete.
   */
  file(request: FileRequest): Promise<AsyncIterableIterator<Uint8Array>>
  /** Ends all threads and aborts the files in progress. */
  close(): Promise<void>
}

/** Exports of lists, each written in its own thread. */
export function openExports(given: ExportsOptions): Exports {
  const { atOnce = 4, waiting, waitMs, onFault, ...options } = given
  const places = fairSlots({ count: atOnce, each: 1, waiting, waitMs, work: 'export' })
  const running = new Set<ExportThread>()
  let closed = false

  function begin({ format, signal, onLines }: FileRequest, { head, lines }: FileContent, leave: () => void) {
    const onAbort = () => thread.end(signal?.reason)
    const onEnd = () => {
      running.delete(thread)
      signal?.removeEventListener('abort', onAbort)
      leave()
    }
    const tell = (count: number) => onLines?.(count, Math.max(count, head.lines))
    tell(0)
    const thread = exportThread({ format, head }, lines, options, { onLines: tell, onEnd })
    running.add(thread)
    signal?.addEventListener('abort', onAbort)
    return thread
  }

  return {
    async file(request) {
      const { signal } = request
      const stop = () => {
        if (closed || signal?.aborted) throw signal?.reason ?? new Error('the exports are closed')
      }
      const leave = await places.take(request.userId, request)
      let thread: ExportThread
      try {
        stop()
        const content = await request.content()
        stop()
        refuseTooMany(request.format, content.head.lines)
        thread = begin(request, content, leave)
      } catch (error) {
        leave()
        throw error
      }
      const tell = (error: unknown) => {
        if (!signal?.aborted) onFault?.(error)
      }
      const first = await thread.next().catch((error: unknown) => {
        // Other refusals explain themselves, and the caller reports other errors.
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

/** All bytes of a file, including those already read. */
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
