import type { Duplicate } from '~/domain/drafts/draft'

/** What the call "uploadinvoice" answers of the draft it made, as far as it is shown. */
export interface UploadedDraft {
  draftId: number
  duplicates: Duplicate[]
  notes: string[]
}

export function uploadedIn(answer: unknown): UploadedDraft {
  const { id, duplicates = [], notes = [] } = answer as Partial<UploadedDraft> & { id?: number }
  return { draftId: Number(id), duplicates, notes }
}
