/** Work on files that is done beside the main thread: plain functions by name, whose arguments and results are plain data. */
export const jobs = {}

export type FileJobs = typeof jobs
