import { type Family, FILE_TYPES } from './file-types'

/** The files that uploads accept, for forms and for the checks of uploaded files. */

/** The files that an upload accepts (specification section 5), and their description. */
export interface Accepted {
  families: readonly Family[]
  /** Only these of the families' kinds and names; by default all. */
  extensions?: readonly string[]
  formats: string
  /** For the file input: browsers offer these, the server decides. */
  accept: string
}

const EXCEL = '.xlsx,.xlsm,.xls'
const TEXT = '.txt,.csv,.tsv,.log,.md'

export const GENERAL: Accepted = {
  families: ['text', 'pdf', 'excel', 'word', 'powerpoint'],
  formats: 'text, csv, PDF, Word, PowerPoint or Excel',
  accept: `${TEXT},.pdf,.doc,.docx,.docm,.rtf,.ppt,.pptx,.pptm,.ppsx,.ppsm,${EXCEL},.xlsb,.xltx,.xltm`,
}
/** A supplier's invoice: a PDF, or an e-invoice as XML (docs/decisions.md). */
export const INVOICE: Accepted = {
  families: ['pdf', 'e-invoice'],
  formats: 'PDF or e-invoice (XML in UBL or CII)',
  accept: '.pdf,.xml',
}
/** A client authorisation or a backup. */
export const CLIENT_DOCUMENT: Accepted = {
  families: ['pdf', 'excel'],
  extensions: ['xlsx', 'xls', 'pdf'],
  formats: 'PDF or Excel (xlsx, xls)',
  accept: '.xlsx,.xls,.pdf',
}

/** Workbooks and text files of fields: what controls, matching and the import of reference data read. */
export const WORKBOOKS = {
  formats: '.xlsx, .xlsm, .xlsb, .xls, .ods or text (.csv, .tsv, .txt)',
  endings: ['.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.csv', '.tsv', '.txt'],
}

/** General upload: most files at a time (specification, sections 5 and 9). */
export const MAX_FILES = 20

/** Title of a refused general upload, and of a refused client authorisation or backup (specification, section 8). */
export const UPLOAD_ERROR = 'Upload Error'
export const ONE_FILE_ERROR = 'File cannot be integrated, see error.'

/** Largest file of a general upload, of an invoice, of a client authorisation and of a backup, in bytes. */
export const DOCUMENT_BYTES = 25 * 1024 * 1024
/** Largest matching or reference workbook, in bytes. */
export const WORKBOOK_BYTES = 20 * 1024 * 1024

/** The size in bytes above which a file is refused, and the title and sentence of the refusal. */
export interface SizeRule {
  from: number
  title: string
  text: (fileName: string) => string
}

/** Title of the refusal of an oversized file, in any upload (specification, section 8). */
export const FILE_SIZE_ERROR = 'File size error'

/** Refuses files of more bytes than this. */
export function atMost(bytes: number): SizeRule {
  const text = (fileName: string) =>
    `The file "${fileName}" is larger than ${sizeText(bytes)}. Choose a smaller file.`
  return { from: bytes + 1, title: FILE_SIZE_ERROR, text }
}

/** "25 MB", "740 KB", "12 bytes". */
export function sizeText(bytes: number): string {
  const megabytes = bytes / (1024 * 1024)
  if (megabytes >= 1) return `${Math.round(megabytes * 10) / 10} MB`
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KB` : `${bytes} bytes`
}

/** The files accepted as a document of this type, and the title of refusals. */
export function rulesOf(fileType: string): { accepted: Accepted; most: number; title: string } {
  const single = fileType === FILE_TYPES.proof || fileType === FILE_TYPES.backup
  return single
    ? { accepted: CLIENT_DOCUMENT, most: 1, title: ONE_FILE_ERROR }
    : { accepted: GENERAL, most: MAX_FILES, title: UPLOAD_ERROR }
}

/** Advice for a document that takes too long or too much memory. */
export const FILE_ADVICE = 'Save it again with fewer or smaller pages, or print it to a PDF, and try again.'
