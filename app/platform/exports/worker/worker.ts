import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { serveExport, WRITERS } from './serve-export'

// Entry of the thread that each export has of its own.
if (!parentPort) throw new Error('the worker is started for an export only')
// An export may take longer while a user waits for a page. On Linux 0 means this thread; elsewhere it is the process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
void serveExport(parentPort, workerData, WRITERS)
