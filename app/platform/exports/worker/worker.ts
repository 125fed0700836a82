import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { serveExport, WRITERS } from './serve-export'

// Entry of the thread that each export has of its own.
if (!parentPort) throw new Error('the worker is started for an export only')
// A file may take longer when somebody waits for a page. Linux takes 0 for this thread; elsewhere it is the process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
void serveExport(parentPort, workerData, WRITERS)
