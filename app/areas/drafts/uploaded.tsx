import type { Said } from '~/platform/page/use-site'
import type { Duplicate } from './draft'

/** What the call "uploadinvoice" answers of the draft it made, as far as it is shown. */
export interface UploadedDraft {
  draftId: number
  duplicates: readonly Pick<Duplicate, 'kind' | 'id' | 'why'>[]
  notes: readonly string[]
}

export function uploadedIn(answer: unknown): UploadedDraft & { duplicates: Duplicate[]; notes: string[] } {
  const {
    id,
    duplicates = [],
    notes = [],
  } = answer as {
    id?: number
    duplicates?: Duplicate[]
    notes?: string[]
  }
  return { draftId: Number(id), duplicates, notes }
}

/** What an upload has come to: the draft, and as a warning what it may be a duplicate of and what is odd about the file. */
export function uploadedWords({ draftId, duplicates, notes }: UploadedDraft): Said {
  const [first, ...others] = duplicates
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const odd = [
    ...(first ? [`May be a duplicate of ${first.kind} ${first.id} (${first.why})${more}.`] : []),
    ...notes,
  ]
  return { line: `Draft ${draftId} created.`, ...(odd.length > 0 ? { warning: odd.join(' ') } : {}) }
}
