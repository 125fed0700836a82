import type { Read } from 'db/database'
import type { DomainError } from '~/platform/values/domain-error'
import { conflictOf } from '~/platform/workflow/versions.server'
import type { Draft, DraftFields } from './draft'
import { type FieldValue, sameField } from './draft-change'
import { DRAFT_LABELS, type DraftField } from './draft-labels'
import { draftWords } from './format-values.server'

/**
 * The refusal of a change to a draft that somebody else changed since its form was opened, with all that differs.
 * @param seen the revision that the form showed
 * @param yours the fields that somebody means to store
 */
export function draftConflict(
  read: Read,
  stored: Draft,
  seen: number,
  yours: Partial<DraftFields>,
): Promise<DomainError> {
  const draft = {
    id: stored.id,
    called: `Draft ${stored.id}`,
    revision: stored.revision,
    stored: stored as DraftFields,
    labels: DRAFT_LABELS,
    besides: { costLines: 'Cost lines' },
    same: sameField,
    words: (versions: readonly DraftFields[]) =>
      draftWords(read, versions as readonly Partial<Record<DraftField, FieldValue>>[]),
  }
  return conflictOf<DraftFields>(read, draft, seen, yours)
}
