import { toPdf } from '../preview/to-pdf'
import { readPdf } from '../read-pdf'

/** Work on files that is done beside the main thread: plain functions by name, whose arguments and results are plain data. */
export const jobs = {
  readPdf: (file: { name: string; bytes: Uint8Array }) => readPdf(file.bytes),
  toPdf,
}

export type FileJobs = typeof jobs
