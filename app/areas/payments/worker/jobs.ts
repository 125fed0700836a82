import type { WorkerPool } from '~/platform/threads/pool'
import { type PackedDocuments, packDocuments } from '../bank-files/packed-documents'
import { readSentFile } from '../bank-files/read-bank-file'

/** What is read outside the main thread, with plain data as arguments and results. */
export const jobs = {
  /** @param file its bytes from `packFile` */
  async readBankFile(file: { name: string; bytes: SharedArrayBuffer }): Promise<PackedDocuments> {
    const bytes = new Uint8Array(file.bytes).slice()
    return packDocuments(await readSentFile({ name: file.name, bytes }))
  },
}

type BankFileJobs = typeof jobs

/** Threads that read what banks send. */
export type BankFileReaders = WorkerPool<BankFileJobs>
