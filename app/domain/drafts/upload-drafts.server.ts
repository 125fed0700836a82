import type { Actor } from '~/domain/access/actor'
import { DomainError } from '~/domain/values/domain-error'
import type { Duplicate } from './draft'
import {
  digestOf,
  type InvoiceUpload,
  UPLOAD_TITLE,
  type UploadSite,
  uploadDraft,
} from './upload-draft.server'

/** Files of the invoice batch load (specification, section 9). */
export const MOST_INVOICES = 5

/** What became of one file of a batch. */
export interface BatchAnswer {
  fileName: string
  /** Null when it was refused. */
  draftId: number | null
  duplicates: Duplicate[]
  notes: string[]
  /** Why it was refused, in a sentence; null when it became a draft. */
  errorMessage: string | null
}

/**
 * Makes a draft of each of up to 5 PDFs, one after the other; one that is refused stops no other. Sent again with the same
 * key, those that became drafts answer as before; so does a file that was chosen twice.
 */
export async function uploadDrafts(
  site: UploadSite,
  actor: Actor,
  { files, comment }: { files: readonly InvoiceUpload['file'][]; comment: string },
  idempotencyKey: string,
): Promise<BatchAnswer[]> {
  if (files.length === 0 || files.length > MOST_INVOICES)
    throw new DomainError('invalid', `Choose the invoices: 1 to ${MOST_INVOICES} PDF files.`, {
      title: UPLOAD_TITLE,
      fields: { files: `Choose 1 to ${MOST_INVOICES} PDF files.` },
    })
  const answers: BatchAnswer[] = []
  for (const file of files) {
    const { fileName } = file
    try {
      const done = await uploadDraft(
        site,
        actor,
        { file, comment },
        `${idempotencyKey} ${digestOf(file.bytes)}`,
      )
      answers.push({ fileName, ...done, errorMessage: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      answers.push({ fileName, draftId: null, duplicates: [], notes: [], errorMessage: error.message })
    }
  }
  return answers
}
