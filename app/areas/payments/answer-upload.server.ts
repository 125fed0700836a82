import type { NewFile } from '~/areas/documents/add-documents.server'
import { DomainError } from '~/platform/values/domain-error'
import { BANK_FILE_LIMITS } from './bank-files/bank-file-limits'
import type { ReadFile } from './bank-files/read-bank-file'
import { readInThread } from './bank-files/read-in-thread'
import { NOT_RECORDED } from './bank-inbox/judge-statuses'
import type { BankFileReaders } from './worker/jobs'

/** One file that a bank sent. */
export const ANSWER_UPLOAD = { files: 1, fileBytes: BANK_FILE_LIMITS.bytes, title: NOT_RECORDED }

/** The file of an upload. @throws DomainError without one */
export function answerFile(files: readonly NewFile[]): NewFile {
  const [file] = files
  if (file) return file
  const why = 'Choose the file that the bank sent.'
  throw new DomainError('invalid', why, { title: NOT_RECORDED, fields: { files: why } })
}

/** A file, and what it says, as it was read before the transaction. */
export interface SentAnswer extends ReadFile {
  file: NewFile
}

/** Reads the file of an upload in a thread, before the transaction that records it. @throws DomainError invalid */
export async function readAnswer(readers: Pick<BankFileReaders, 'run'>, file: NewFile): Promise<SentAnswer> {
  return { file, ...(await readInThread(readers, { name: file.fileName, bytes: file.bytes })) }
}
