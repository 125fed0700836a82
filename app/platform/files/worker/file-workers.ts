import type { WorkerPool } from '~/platform/threads/pool'
import type { FileJobs } from './jobs'

/** Threads that read PDFs and convert documents. */
export type FileWorkers = WorkerPool<FileJobs>

/** The advice for a document that takes too long or too much memory. */
export const FILE_ADVICE = 'Save it again with fewer or smaller pages, or print it to a PDF, and try again.'
