import type { Duplicate } from '~/domain/drafts/draft'

interface Uploaded {
  draftId: number
  duplicates: readonly Pick<Duplicate, 'kind' | 'id' | 'why'>[]
  notes: readonly string[]
}

/** What an upload has come to, in a line: the draft, what it may be a duplicate of, what was noticed of the file. */
export function uploadedWords({ draftId, duplicates, notes }: Uploaded): string {
  const [first, ...others] = duplicates
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return [
    `Draft ${draftId} created.`,
    ...(first ? [`May be a duplicate of ${first.kind} ${first.id} (${first.why})${more}.`] : []),
    ...notes,
  ].join(' ')
}
