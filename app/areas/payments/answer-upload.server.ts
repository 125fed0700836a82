import type { NewFile } from '~/areas/documents/add-documents.server'
import { DomainError } from '~/platform/values/domain-error'
import type { BankDocument } from './bank-files/bank-document'
import { BANK_FILE_LIMITS } from './bank-files/bank-file-limits'
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

export interface SentAnswer {
  file: NewFile
  /** What the file says, as it was read before the transaction. */
  documents: readonly BankDocument[]
}

/** Reads the file of an upload in a thread, before the transaction that records it. @throws DomainError invalid */
export async function readAnswer(readers: Pick<BankFileReaders, 'run'>, file: NewFile): Promise<SentAnswer> {
  return { file, documents: await readInThread(readers, { name: file.fileName, bytes: file.bytes }) }
}
