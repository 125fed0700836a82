import type { Read } from 'db/database'
import { clientValidator, expenseType, legalEntity, mapping, routineType } from 'db/schema/lookups'
import { inArray, sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fullNameOf } from '~/areas/access/users.server'
import {
  DRAFT_AMOUNTS,
  DRAFT_FIELDS,
  DRAFT_LABELS,
  type Draft,
  type DraftField,
  type DraftFields,
  versionsBy,
} from '~/areas/expenses/expense'
import { namesOf } from '~/areas/reference-data/entities.server'
import { DomainError } from '~/platform/values/domain-error'
import { showAmount, showDay } from '~/platform/values/show'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { conflictOf } from '~/platform/workflow/versions.server'
import { type DraftEditing, editingOf } from './draft-rules'
import { draftById } from './read-draft.server'

export type FieldValue = DraftFields[DraftField]

export const { sameField, changedFields, pickFields } = versionsBy<DraftFields>(DRAFT_FIELDS, DRAFT_AMOUNTS)

/** Only the fields of a draft that people fill in. */
export function fieldsOf(draft: DraftFields): DraftFields {
  return pickFields(draft, DRAFT_FIELDS)
}

/**
 * A draft field's value as text; '' for an empty one.
 * @param currency of an amount; left out, the only one of the versions
 */
export type DraftFieldText = (
  field: DraftField,
  value: FieldValue | undefined,
  currency?: string | null,
) => string

const ENTITIES = [
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
  'settlingLegalEntity',
]
const VALIDATORS = ['validatingUserA', 'validatingUserB']
const CODES: Record<string, string> = { allocationRule: 'FEE_ALLOCATION', postingFilter: 'POSTING_FILTER' }

/** Formats the values of these versions of a draft for people, with names in place of ids. */
export async function formatDraftValues(
  read: Read,
  versions: readonly Partial<Record<DraftField, FieldValue>>[],
): Promise<DraftFieldText> {
  const idsIn = (fields: readonly string[]) => [
    ...new Set(
      versions.flatMap((version) =>
        fields.flatMap((field) => {
          const id = version[field as DraftField]
          return typeof id === 'number' ? [id] : []
        }),
      ),
    ),
  ]
  const [entities, validators, expenses, routines, codes] = await Promise.all([
    namesOf(read, legalEntity, idsIn(ENTITIES)),
    read
      .select({ id: clientValidator.id, name: sql<string>`coalesce(${fullNameOf(clientValidator)}, '')` })
      .from(clientValidator)
      .where(inArray(clientValidator.id, idsIn(VALIDATORS)))
      .then((rows) => new Map(rows.map(({ id, name }) => [id, name]))),
    namesOf(read, expenseType, idsIn(['expenseType'])),
    namesOf(read, routineType, idsIn(['routineType'])),
    read
      .select()
      .from(mapping)
      .where(inArray(mapping.key, Object.values(CODES))),
  ])
  const nameOf = (field: DraftField) => {
    if (ENTITIES.includes(field)) return entities
    if (VALIDATORS.includes(field)) return validators
    return field === 'expenseType' ? expenses : routines
  }
  const currencies = new Set(versions.map((version) => version.currency))
  const [only] = currencies.size === 1 ? currencies : []
  const common = typeof only === 'string' ? only : null
  return (field, value, currency = common) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (typeof value === 'number') return nameOf(field).get(value) ?? String(value)
    if (DRAFT_AMOUNTS.some((each) => each === field)) return showAmount(value, currency)
    if (CODES[field])
      return codes.find(({ key, code }) => key === CODES[field] && code === value)?.display ?? value
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? showDay(value) : value
  }
}

/**
 * The refusal of a change to a draft that another user changed since its form was opened, with all differences.
 * @param seen the revision that the form showed
 * @param yours the fields that the user means to store
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
      formatDraftValues(read, versions as readonly Partial<Record<DraftField, FieldValue>>[]),
  }
  return conflictOf<DraftFields>(read, draft, seen, yours)
}

export interface LockedDraft {
  instance: Instance
  draft: Draft
  may: Exclude<DraftEditing['may'], 'nothing'>
}

/**
 * The draft as it is, locked against steps and other edits until the transaction ends.
 * @throws DomainError not-found; forbidden when this person may not change any of it at its current status
 */
export async function lockDraft({ tx, actor }: UserWriteContext, draftId: number): Promise<LockedDraft> {
  // Before the lock: an id of another kind of object must not block that object's steps.
  await draftById(tx, draftId)
  const instance = await lockInstance(tx, draftId)
  const taker = stepTaker(actor)
  const { may, reason } = editingOf(instance, taker, taker.mayUpdate('draftsdashboard'))
  if (may === 'nothing') throw new DomainError('forbidden', reason ?? 'You may read this draft.')
  return { instance, draft: await draftById(tx, draftId), may }
}

/** The same for a change of the whole draft: cost lines and totals. */
export async function lockForEntry(context: UserWriteContext, draftId: number): Promise<LockedDraft> {
  const locked = await lockDraft(context, draftId)
  if (locked.may !== 'all')
    throw new DomainError(
      'forbidden',
      'The client is validating this draft: only validators and validation dates can change. Return it to change anything else.',
    )
  return locked
}

/** What a user did to a draft without moving it; each makes them an editor. */
type DraftAct = 'upload draft' | 'edit draft' | 'allocate' | 'confirm totals' | 'accept duplicate'

/** A field or the cost lines of a draft, as an event records them. */
export type ActValues = Readonly<Record<string, string | number | boolean | null>>

export interface NewAct {
  name: DraftAct
  log: string
  /** The old and new values, by field; only those that changed. */
  was?: ActValues
  is?: ActValues
  /** The new revision of the draft. */
  revision?: number
}

/** Appends an event of this person to the chain of a locked draft. */
export async function recordDraftAct(
  { tx, actor, now }: UserWriteContext,
  instance: Instance,
  { name, log, was, is, revision }: NewAct,
): Promise<void> {
  await recordAct(tx, instance, {
    name,
    to: instance,
    who: actor,
    log,
    data: {
      ...(was && is ? { was: canonicalJson(was), is: canonicalJson(is) } : {}),
      ...(revision === undefined ? {} : { revision }),
    },
    now,
  })
}
