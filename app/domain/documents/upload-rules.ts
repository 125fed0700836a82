import { FILE_TYPES } from './file-types'
import type { Family } from './kinds'

/** What uploads take, for forms and for whoever checks what arrived. */

/** What an upload takes (specification section 5), and how a person calls it. */
export interface Accepted {
  families: readonly Family[]
  words: string
  /** For the file input: browsers offer these, the server decides. */
  accept: string
}

const EXCEL = '.xlsx,.xlsm,.xls'
const TEXT = '.txt,.csv,.tsv,.log,.md'

export const GENERAL: Accepted = {
  families: ['text', 'pdf', 'excel', 'word', 'powerpoint'],
  words: 'text, csv, PDF, Word, PowerPoint or Excel',
  accept: `${TEXT},.pdf,.doc,.docx,.docm,.rtf,.ppt,.pptx,.pptm,.ppsx,.ppsm,${EXCEL},.xlsb,.xltx,.xltm`,
}
export const ONLY_PDF: Accepted = { families: ['pdf'], words: 'PDF', accept: '.pdf' }
export const PDF_OR_EXCEL: Accepted = {
  families: ['pdf', 'excel'],
  words: 'PDF or Excel',
  accept: `.pdf,${EXCEL}`,
}

/** General upload: files that are taken at once (specification, sections 5 and 9). */
export const MOST_FILES = 20

/** Title of a refused general upload, and of a refused client authorisation or backup (specification, section 8). */
export const UPLOAD_ERROR = 'Upload Error'
export const ONE_FILE_ERROR = 'File cannot be integrated, see error.'

/** Largest file of a general upload, of a client authorisation and of a backup, in bytes. */
export const MOST_BYTES = 25 * 1024 * 1024

/** What is taken as a document of this type, and the title of its refusals. */
export function rulesOf(fileType: string): { accepted: Accepted; most: number; title: string } {
  const single = fileType === FILE_TYPES.proof || fileType === FILE_TYPES.backup
  return single
    ? { accepted: PDF_OR_EXCEL, most: 1, title: ONE_FILE_ERROR }
    : { accepted: GENERAL, most: MOST_FILES, title: UPLOAD_ERROR }
}
