import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { serveJobs } from '~/platform/threads/worker-thread'
import { jobs } from './jobs'

// Entry of each thread that reads what banks send.
if (!parentPort) throw new Error('the worker is started by the pool only')
// On Linux this affects the thread only: pages take precedence, but a busy site must not stop it either.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
serveJobs(parentPort, jobs)
