import { type MessagePort, Worker } from 'node:worker_threads'
import { arrivedError, type CarriedError, carriedError, DomainError } from '~/platform/values/domain-error'

/** Messages from the pool to a worker. */
interface JobMessage {
  id: number
  name: string
  args: unknown[]
}

/** Messages from a worker: `ready` once, then for each job descriptions of its steps and one result. */
type WorkerMessage =
  | { ready: true }
  | { id: number; step: string }
  | { id: number; result: unknown }
  | ({ id: number } & CarriedError)

/** The message for an error thrown by a job; an expected refusal keeps its code, message and list. */
function errorAnswer(id: number, error: unknown): WorkerMessage {
  return { id, ...carriedError(error) }
}

/** The error in a message; null when it is a result. */
function errorOf(message: WorkerMessage): Error | null {
  return 'refusal' in message || 'failure' in message ? arrivedError(message) : null
}

/** Arguments ready to be sent to a worker. */
export interface Transferables {
  args: unknown[]
  /** Buffers that are transferred without another copy. */
  transfer: ArrayBuffer[]
  /** Names of the files among the arguments. */
  fileNames: string[]
}

const DEPTH = 3

/** Packs a job's arguments: bytes are copied once, so that the caller keeps its own, and the copies are transferred. */
export function transferablesOf(args: readonly unknown[]): Transferables {
  const transfer: ArrayBuffer[] = []
  const fileNames: string[] = []
  const pack = (value: unknown, depth: number): unknown => {
    if (value instanceof Uint8Array) {
      const copy = new Uint8Array(value)
      transfer.push(copy.buffer)
      return copy
    }
    if (depth === DEPTH || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => pack(each, depth + 1))
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    if ('bytes' in value && 'name' in value && typeof value.name === 'string') fileNames.push(value.name)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pack(each, depth + 1)]))
  }
  return { args: args.map((each) => pack(each, 1)), transfer, fileNames }
}

/** Receives the description of a job's current step: "Reading 2 of 3…". */
export type OnStep = (text: string) => void

let listener: OnStep | null = null

/** Sends the steps of a job to this listener; a worker does one job at a time. */
function listenToSteps(onStep: OnStep | null): void {
  listener = onStep
}

/** Called by a job as it progresses. A listener is optional. */
export function sayStep(text: string): void {
  listener?.(text)
}

/** A waiting or running job. */
export interface Task {
  name: string
  transferables: Transferables
  subject: string
  onStep: OnStep | undefined
  resolve(result: unknown): void
  reject(error: Error): void
}

/** One worker thread and its current job. */
export interface WorkerThread {
  isBusy(): boolean
  take(task: Task): void
  close(): Promise<void>
}

interface ThreadOptions {
  url: URL
  execArgv?: string[]
  heapMb?: number
  deadlineMs?: number
  advice?: string
}

interface ThreadEvents {
  onFree(): void
  /** The thread ended and takes no more jobs. */
  onGone(thread: WorkerThread): void
}

/** Starts a worker thread. The deadline of a job counts from when the thread is ready. */
export function startThread(options: ThreadOptions, events: ThreadEvents): WorkerThread {
  const { url, execArgv, heapMb = 256, deadlineMs = 10_000, advice = WORKBOOK_ADVICE } = options
  const worker = new Worker(url, { execArgv, resourceLimits: { maxOldGenerationSizeMb: heapMb } })
  let ready = false
  let ended = false
  let task: Task | null = null
  let deadline: NodeJS.Timeout | undefined
  let ids = 0

  const start = () => {
    if (!task || !ready) return
    const message: JobMessage = { id: ++ids, name: task.name, args: task.transferables.args }
    deadline = setTimeout(() => end(tooLong(task?.subject ?? '', deadlineMs, advice)), deadlineMs)
    worker.postMessage(message, task.transferables.transfer)
  }
  const settle = (finish: (done: Task) => void) => {
    clearTimeout(deadline)
    const done = task
    task = null
    // An idle worker must not keep the process alive.
    worker.unref()
    if (done) finish(done)
  }
  const end = (error: Error) => {
    if (ended) return
    ended = true
    settle((done) => done.reject(error))
    void worker.terminate()
    events.onGone(thread)
  }

  worker.on('message', (message: WorkerMessage) => {
    if ('ready' in message) {
      ready = true
      start()
      return
    }
    if (message.id !== ids || ended) return
    if ('step' in message) {
      task?.onStep?.(message.step)
      return
    }
    const error = errorOf(message)
    settle((done) => {
      if (error) done.reject(error)
      else done.resolve('result' in message ? message.result : undefined)
    })
    events.onFree()
  })
  worker.on('error', (error: Error & { code?: string }) => {
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(task?.subject ?? '', advice) : error)
  })
  worker.on('messageerror', end)
  worker.on('exit', (code) => end(new Error(`a worker ended with code ${code}`)))

  const thread: WorkerThread = {
    isBusy: () => task !== null,
    take(given) {
      task = given
      worker.ref()
      start()
    },
    async close() {
      end(new Error('the worker pool was closed'))
      await worker.terminate()
    },
  }
  return thread
}

const WORKBOOK_ADVICE = 'Remove sheets, rows, columns and formats that are not needed, save and upload again.'

function tooLong(subject: string, deadlineMs: number, advice: string): DomainError {
  const seconds = Math.max(1, Math.round(deadlineMs / 1000))
  return new DomainError(
    'invalid',
    `${subject} took longer than ${seconds} seconds to read and was stopped. ${advice}`,
  )
}

function tooMuch(subject: string, advice: string): DomainError {
  return new DomainError(
    'invalid',
    `${subject} is too large to read: it needs more memory than a file may use. ${advice}`,
  )
}

/** Runs the pool's jobs on a worker's port, one at a time as the pool sends them. */
export function serveJobs(port: MessagePort, jobs: object): void {
  const byName = new Map<string, unknown>(Object.entries(jobs))
  const send = (message: WorkerMessage) => port.postMessage(message)
  port.on('message', async ({ id, name, args }: JobMessage) => {
    try {
      const job = byName.get(name)
      if (typeof job !== 'function') throw new Error(`there is no job ${name}`)
      listenToSteps((step) => send({ id, step }))
      send({ id, result: await job(...args) })
    } catch (error) {
      send(errorAnswer(id, error))
    }
  })
  send({ ready: true })
}
