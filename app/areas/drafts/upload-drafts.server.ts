import { CommitOutcomeUnknown, DatabaseUnavailable } from 'db/failures'
import type { Actor } from '~/areas/access/actor'
import { isDiskFull } from '~/platform/files/disks.server'
import { logNoVerdict } from '~/platform/files/virus-scan'
import { DomainError } from '~/platform/values/domain-error'
import type { Duplicate } from './draft'
import {
  digestOf,
  type InvoiceUpload,
  UPLOAD_TITLE,
  type UploadKey,
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
 * Makes a draft of each of up to 5 invoices, one after the other; one that is refused stops no other. Sent again with the same
 * key, those that became drafts answer as before; so does a file that was chosen twice. When the database goes away or
 * its disk is full after some became drafts, each of the others says what is known of it.
 */
export async function uploadDrafts(
  site: UploadSite,
  actor: Actor,
  { files, comment }: { files: readonly InvoiceUpload['file'][]; comment: string },
  idempotencyKey: NonNullable<UploadKey>,
): Promise<BatchAnswer[]> {
  if (files.length === 0 || files.length > MOST_INVOICES)
    throw new DomainError('invalid', `Choose the invoices: 1 to ${MOST_INVOICES} PDF or XML files.`, {
      title: UPLOAD_TITLE,
      fields: { files: `Choose 1 to ${MOST_INVOICES} PDF or XML files.` },
    })
  const answers: BatchAnswer[] = []
  for (const file of files) {
    const { fileName } = file
    try {
      const done = await uploadDraft(
        site,
        actor,
        { file, comment },
        typeof idempotencyKey === 'string' ? `${idempotencyKey} ${digestOf(file.bytes)}` : idempotencyKey,
      )
      answers.push({ fileName, ...done, errorMessage: null })
    } catch (error) {
      if (site.log) logNoVerdict(site.log, error)
      const errorMessage =
        error instanceof DomainError ? error.message : isSomeDone(answers) ? outageOf(error) : null
      if (errorMessage === null) throw error
      answers.push({ fileName, draftId: null, duplicates: [], notes: [], errorMessage })
    }
  }
  return answers
}

const isSomeDone = (answers: readonly BatchAnswer[]) => answers.some(({ draftId }) => draftId !== null)

/** What is told of one file that the database went away under, or found no room for; null for any other error. */
function outageOf(error: unknown): string | null {
  if (error instanceof CommitOutcomeUnknown)
    return 'The connection was lost. We do not know yet whether a draft was made of this file. Send it again: it becomes one draft only.'
  if (isDiskFull(error))
    return 'The disk of the server is full, and no draft was made of this file. Tell an administrator.'
  if (error instanceof DatabaseUnavailable)
    return 'The database cannot be reached just now, and no draft was made of this file this time. Send it again in a minute.'
  return null
}
