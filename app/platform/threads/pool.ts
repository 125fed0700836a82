import { DomainError } from '~/platform/values/domain-error'
import { type OnStep, startThread, type Task, transferablesOf, type WorkerThread } from './worker-thread'

export interface PoolOptions {
  /** The worker's entry: its built file in production, from-source.mjs in tests and development. */
  url: URL
  /** Node options for the workers. Default: those of the process. */
  execArgv?: string[]
  /** Most worker threads; they start when first needed. Default 2. */
  size?: number
  /** Heap of each worker in MB. Default 256. */
  heapMb?: number
  /** Longest time of one job. Default 10 seconds. */
  deadlineMs?: number
  /** Jobs that may wait. Default 20. */
  queueLimit?: number
  /** Advice for a file that takes too long or too much memory; by default the advice for workbooks. */
  advice?: string
}

export type AnyJobs = Record<string, (...args: never[]) => unknown>

export interface WorkerPool<J extends AnyJobs> {
  /**
   * Runs a job in a worker. `subject` names the job's object in refusals, by default the files among the arguments.
   * `onStep` receives descriptions of the job's steps.
   * @throws DomainError those of the job, unchanged; 'invalid' for too much time or memory, 'busy' for a full queue
   */
  run<Name extends keyof J & string>(
    name: Name,
    args: Parameters<J[Name]>,
    subject?: string,
    onStep?: OnStep,
  ): Promise<Awaited<ReturnType<J[Name]>>>
  /** Ends all workers; running jobs are rejected. */
  close(): Promise<void>
}

/** A pool of worker threads. A worker that was ended because of its time or memory is replaced for the next job. */
export function workerPool<J extends AnyJobs>(options: PoolOptions): WorkerPool<J> {
  const { size = 2, queueLimit = 20 } = options
  const threads = new Set<WorkerThread>()
  const queue: Task[] = []
  let closed = false

  const next = () => {
    while (queue.length > 0) {
      let thread = [...threads].find((each) => !each.isBusy())
      if (!thread) {
        if (threads.size >= size) return
        thread = startThread(options, {
          onFree: next,
          onGone: (gone) => {
            threads.delete(gone)
            next()
          },
        })
        threads.add(thread)
      }
      thread.take(queue.shift() as Task)
    }
  }

  return {
    run(name, args, subject, onStep) {
      return new Promise((resolve, reject) => {
        if (closed) throw new Error('the worker pool is closed')
        const idle = threads.size < size || [...threads].some((thread) => !thread.isBusy())
        if (!idle && queue.length >= queueLimit) {
          throw new DomainError(
            'busy',
            'Many files are being read at the moment. Wait a minute, then try again.',
          )
        }
        const transferables = transferablesOf(args)
        const about = subject ?? (transferables.fileNames.join(', ') || 'The request')
        queue.push({
          name,
          transferables,
          subject: about,
          onStep,
          resolve: resolve as (result: unknown) => void,
          reject,
        })
        next()
      })
    },
    async close() {
      closed = true
      for (const task of queue.splice(0)) task.reject(new Error('the worker pool was closed'))
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }
}
