import type { MessagePort } from 'node:worker_threads'
import { errorAnswer, type JobMessage, listenToSteps, type WorkerMessage } from './worker-thread'

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
