import type { WorkerPool } from '~/platform/threads/pool'
import { type PackedDocuments, packDocuments } from '../bank-files/packed-documents'
import { type BankFile, readBankFile } from '../bank-files/read-bank-file'

/** What is read outside the main thread, with plain data as arguments and results. */
export const jobs = {
  readBankFile: async (file: BankFile): Promise<PackedDocuments> => packDocuments(await readBankFile(file)),
}

type BankFileJobs = typeof jobs

/** Threads that read what banks send. */
export type BankFileReaders = WorkerPool<BankFileJobs>
