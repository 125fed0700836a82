import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { serveExport, WRITERS } from './serve-export'

// Entry of the thread of each export.
if (!parentPort) throw new Error('the worker is started for an export only')
// Exports may slow down while users wait for a page. On Linux 0 means this thread, elsewhere the process.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
void serveExport(parentPort, workerData, WRITERS)
