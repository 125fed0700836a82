import { toPdf } from '../preview/to-pdf'

/** Work on files that is done beside the main thread: plain functions by name, whose arguments and results are plain data. */
export const jobs = { toPdf }

export type FileJobs = typeof jobs
