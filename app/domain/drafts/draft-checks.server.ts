import type { Read } from 'db/doors'
import type { DraftFields, Duplicate } from './draft'
import { draftDuplicates } from './draft-duplicates.server'
import { type MissingField, missingToCheck } from './draft-missing'

/** What a draft's form tells while it is filled in, and again on the server. */
export interface DraftChecks {
  /** Other drafts and invoices that may be the same bill. */
  duplicates: Duplicate[]
  /** What "Send to check" still needs. */
  missing: MissingField[]
}

/** The checks of a draft as it would be with these fields. */
export async function draftChecks(read: Read, draftId: number, fields: DraftFields): Promise<DraftChecks> {
  return { duplicates: await draftDuplicates(read, draftId, fields), missing: missingToCheck(fields) }
}
