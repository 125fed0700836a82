import type { WorkerPool } from '~/platform/threads/pool'
import type { Jobs } from './jobs'

/** Threads that read workbooks, run rules and write reports. */
export type ControlWorkers = WorkerPool<Jobs>
