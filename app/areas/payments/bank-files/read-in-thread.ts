import type { BankFileReaders } from '../worker/jobs'
import { packFile, unpackDocuments } from './packed-documents'
import type { BankFile, ReadFile } from './read-bank-file'

/** Memory, time and advice of a thread that reads what banks send. */
export const BANK_FILE_THREADS = {
  heapMb: 400,
  deadlineMs: 120_000,
  advice: 'Ask the bank for statements of shorter periods.',
}

/**
 * Reads a file in a thread: before the transaction that records it, never within.
 * @throws DomainError invalid as `readBankFile` does, or for too much time or memory; busy when too many are being read
 */
export async function readInThread(readers: Pick<BankFileReaders, 'run'>, file: BankFile): Promise<ReadFile> {
  const bytes = await packFile(file.bytes)
  return unpackDocuments(await readers.run('readBankFile', [{ name: file.name, bytes }]))
}
