import { DOCUMENT_BYTES, WORKBOOK_BYTES } from '~/platform/files/upload-rules'
import type { DomainError } from '~/platform/values/domain-error'

/** The limits of one form. */
export interface UploadLimits {
  /** Files with a name; empty file inputs do not count. */
  files: number
  /** Largest accepted size of one file in bytes, inclusive. */
  fileBytes: number
  /** The whole form in bytes; by default the limit of all its files together. */
  bodyBytes?: number
  /** The refusal of a larger file. */
  tooLarge?: (fileName: string) => DomainError
  /** Text fields; 50 by default. */
  fields?: number
  /** Largest accepted size of one text field in bytes; 64 KB by default. */
  fieldBytes?: number
  /** Title of the refusals; by default that of the general upload. */
  title?: string
  /** How long the sender may pause, in milliseconds; a minute by default. */
  stallMs?: number
}

const MB = 1024 * 1024

/** A form of text fields sent as multipart. */
export const noFiles: UploadLimits = { files: 0, fileBytes: 0 }

/** One matching or reference workbook, at most 20 MB. */
export const workbookUpload: UploadLimits = {
  files: 1,
  fileBytes: WORKBOOK_BYTES,
  title: 'File cannot be integrated, see error.',
}

/** One invoice, client authorisation or backup document, at most 25 MB. */
export const proofUpload: UploadLimits = {
  files: 1,
  fileBytes: DOCUMENT_BYTES,
  title: 'File cannot be integrated, see error.',
}

/** The invoice batch load: at most 5 PDFs, which are in memory together. */
export const invoicesUpload: UploadLimits = { ...proofUpload, files: 5, bodyBytes: 100 * MB }

/** The general upload: one document per request, at most 25 MB. */
export const documentUpload: UploadLimits = { files: 1, fileBytes: DOCUMENT_BYTES, title: 'Upload Error' }

/** The same without scripts: one form with all files, which are in memory together. */
export const documentsUpload: UploadLimits = { ...documentUpload, files: 20, bodyBytes: 100 * MB }
