import { parentPort } from 'node:worker_threads'
import { serveJobs } from '~/platform/threads/worker-thread'
import { jobs } from './jobs'

// Entry of each worker thread of the pool.
if (!parentPort) throw new Error('the worker is started by the pool only')
serveJobs(parentPort, jobs)
