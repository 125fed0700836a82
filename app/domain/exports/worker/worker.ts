import { parentPort, workerData } from 'node:worker_threads'
import { WRITERS } from '../writers'
import { serveExport } from './serve-export'

// Entry of the thread that each export has of its own.
if (!parentPort) throw new Error('the worker is started for an export only')
void serveExport(parentPort, workerData, WRITERS)
