import type { Read } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import { type HistoryEvent, historyOf } from '~/domain/workflow/history.server'
import type { Draft, DraftFields } from './draft'
import { changedFields, type FieldValue, sameField } from './draft-change'
import { DRAFT_FIELDS, DRAFT_LABELS, type DraftField } from './draft-labels'
import { draftWords } from './draft-words.server'

/** One field that two people see differently: as it was opened, as it is stored, as somebody would store it. */
export interface DraftFieldVersions {
  field: DraftField | 'costLines'
  label: string
  opened: string
  stored: string
  yours: string
  /** Who changed it since it was opened. */
  changed: 'only they' | 'only you' | 'both'
}

/**
 * The refusal of a change to a draft that somebody else changed since its form was opened: who, and all that differs,
 * field by field, as `details.versions`; `details.revision` is the one to send the change again with.
 * @param seen the revision that the form showed
 * @param yours the fields that somebody means to store
 */
export async function draftConflict(
  read: Read,
  stored: Draft,
  seen: number,
  yours: Partial<DraftFields>,
): Promise<DomainError> {
  const since = changesSince(await historyOf(read, stored.id), seen)
  const opened: DraftFields = { ...stored, ...since.was }
  const mine: DraftFields = { ...opened, ...yours }
  const words = await draftWords(read, [opened, stored, mine] as Partial<Record<DraftField, FieldValue>>[])
  const differing = new Set([...changedFields(opened, stored), ...changedFields(opened, mine)])
  const versions: DraftFieldVersions[] = DRAFT_FIELDS.filter((field) => differing.has(field)).map(
    (field) => ({
      field,
      label: DRAFT_LABELS[field],
      opened: words(field, opened[field]),
      stored: words(field, stored[field]),
      yours: words(field, mine[field]),
      changed: sameField(field, opened[field], stored[field])
        ? 'only you'
        : sameField(field, opened[field], mine[field])
          ? 'only they'
          : 'both',
    }),
  )
  if (since.lines)
    versions.push({
      field: 'costLines',
      label: 'Cost lines',
      opened: since.lines.was,
      stored: since.lines.is,
      yours: since.lines.was,
      changed: 'only they',
    })
  const by = since.who.length > 0 ? ` by ${since.who.join(' and ')}` : ''
  return new DomainError(
    'conflict',
    `Draft ${stored.id} was changed${by} after you opened it. Compare the versions: save yours over it, or take the stored one.`,
    { details: { revision: stored.revision, versions } },
  )
}

interface Since {
  who: string[]
  /** The first values that later changes replaced. */
  was: Partial<DraftFields>
  lines: { was: string; is: string } | null
}

function changesSince(history: readonly HistoryEvent[], seen: number): Since {
  const since: Since = { who: [], was: {}, lines: null }
  // Newest first: the oldest change after what was seen has the last word on what was there then.
  for (const { data, whoName } of history) {
    const { revision, was, is } = data as { revision?: number; was?: string; is?: string }
    if (revision === undefined || revision <= seen || was === undefined || is === undefined) continue
    const { costLines, ...fields } = JSON.parse(was) as Partial<DraftFields> & { costLines?: string }
    Object.assign(since.was, fields)
    if (costLines !== undefined)
      since.lines = {
        was: costLines,
        is: since.lines?.is ?? (JSON.parse(is) as { costLines?: string }).costLines ?? '',
      }
    if (!since.who.includes(whoName)) since.who.unshift(whoName)
  }
  return since
}
