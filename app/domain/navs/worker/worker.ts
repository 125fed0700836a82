import { parentPort } from 'node:worker_threads'
import { jobs } from './jobs'
import { serveJobs } from './serve-jobs'

// Entry of each worker thread of the pool.
if (!parentPort) throw new Error('the worker is started by the pool only')
serveJobs(parentPort, jobs)
