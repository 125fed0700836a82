import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { serveJobs } from '~/platform/threads/worker-thread'
import { jobs } from './jobs'

// Entry of each thread that works cases of wrong NAVs and oversight reports out.
if (!parentPort) throw new Error('the worker is started by the pool only')
// On Linux this affects the thread only: pages take precedence.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
serveJobs(parentPort, jobs)
