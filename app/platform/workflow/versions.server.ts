import type { Read } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { historyOf } from './history.server'

type Field<Entry> = keyof Entry & string

/** One field in three versions: as opened, as stored, and as the user would store it. */
export interface ChangedField {
  field: string
  label: string
  opened: string
  stored: string
  yours: string
  /** Who changed it since it was opened. */
  changed: 'only they' | 'only you' | 'both'
}

/** An object with fields for users to fill in; its acts record the old and new values, and the new revision. */
export interface FilledIn<Entry> {
  id: number
  /** "Draft 12" */
  called: string
  revision: number
  stored: Entry
  /** The labels of its fields, in the order of its form. */
  labels: Readonly<Record<Field<Entry>, string>>
  /** Labels of further fields in its acts that are not in the form. */
  besides?: Readonly<Record<string, string>>
  same(field: Field<Entry>, a: Entry[Field<Entry>], b: Entry[Field<Entry>]): boolean
  words(
    versions: readonly Entry[],
  ): Promise<(field: Field<Entry>, value: Entry[Field<Entry>] | undefined) => string>
}

/**
 * The refusal of a change to an object that another user changed since its form was opened: names that user, with all
 * differences by field as `details.versions`; `details.revision` is needed to send the change again.
 * @param seen the revision that the form showed
 * @param yours the fields that the user wants to store
 */
export async function conflictOf<Entry extends object>(
  read: Read,
  { id, called, revision, stored, labels, besides = {}, same, words }: FilledIn<Entry>,
  seen: number,
  yours: Partial<Entry>,
): Promise<DomainError> {
  const since = await changesSince(read, id, seen)
  const opened: Entry = { ...stored, ...(since.was as Partial<Entry>) }
  const mine: Entry = { ...opened, ...yours }
  const textOf = await words([opened, stored, mine])
  const versions = (Object.keys(labels) as Field<Entry>[]).flatMap((field): ChangedField[] => {
    const byThem = !same(field, opened[field], stored[field])
    const byYou = !same(field, opened[field], mine[field])
    if (!byThem && !byYou) return []
    return [
      {
        field,
        label: labels[field],
        opened: textOf(field, opened[field]),
        stored: textOf(field, stored[field]),
        yours: textOf(field, mine[field]),
        changed: byThem && byYou ? 'both' : byThem ? 'only they' : 'only you',
      },
    ]
  })
  for (const [field, label] of Object.entries(besides)) {
    if (since.was[field] === undefined) continue
    const was = String(since.was[field])
    const is = String(since.is[field] ?? '')
    versions.push({ field, label, opened: was, stored: is, yours: was, changed: 'only they' })
  }
  const by = since.who.length > 0 ? ` by ${since.who.join(' and ')}` : ''
  return new DomainError(
    'conflict',
    `${called} was changed${by} after you opened it. Compare the versions, then save yours or use the stored one.`,
    { details: { revision, versions } },
  )
}

interface Since {
  who: string[]
  /** The earliest replaced values, and the latest new ones. */
  was: Record<string, unknown>
  is: Record<string, unknown>
}

/** The users who changed an object after a revision, and their changes. */
async function changesSince(read: Read, objectId: number, seen: number): Promise<Since> {
  const since: Since = { who: [], was: {}, is: {} }
  // Newest first: the oldest change after the seen revision comes last and determines the original values.
  for (const { data, whoName } of await historyOf(read, objectId)) {
    const { revision, was, is } = data as { revision?: number; was?: string; is?: string }
    if (revision === undefined || revision <= seen || was === undefined || is === undefined) continue
    Object.assign(since.was, JSON.parse(was))
    since.is = { ...JSON.parse(is), ...since.is }
    if (!since.who.includes(whoName)) since.who.unshift(whoName)
  }
  return since
}
