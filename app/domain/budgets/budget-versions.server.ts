import type { Read } from 'db/doors'
import { DomainError } from '~/domain/values/domain-error'
import { historyOf } from '~/domain/workflow/history.server'
import type { Budget } from './budget'
import { type BudgetEntry, changedFields, fieldsOf, sameField } from './budget-entry'
import { BUDGET_FIELDS, BUDGET_LABELS, type BudgetField } from './budget-labels'
import { budgetWords } from './budget-words.server'

/** One field that two people see differently: as it was opened, as it is stored, as somebody would store it. */
export interface BudgetFieldVersions {
  field: BudgetField
  label: string
  opened: string
  stored: string
  yours: string
  /** Who changed it since it was opened. */
  changed: 'only they' | 'only you' | 'both'
}

/**
 * The refusal of a change to a budget that somebody else changed since its form was opened: who, and all that differs,
 * field by field, as `details.versions`; `details.revision` is the one to send the change again with.
 * @param seen the revision that the form showed
 * @param yours the fields that somebody means to store
 */
export async function budgetConflict(
  read: Read,
  stored: Budget,
  seen: number,
  yours: Partial<BudgetEntry>,
): Promise<DomainError> {
  const since = await changesSince(read, stored.id, seen)
  const is: BudgetEntry = fieldsOf(stored)
  const opened: BudgetEntry = { ...is, ...since.was }
  const mine: BudgetEntry = { ...opened, ...yours }
  const words = await budgetWords(read, [opened, is, mine])
  const differing = new Set([...changedFields(opened, is), ...changedFields(opened, mine)])
  const versions: BudgetFieldVersions[] = BUDGET_FIELDS.filter((field) => differing.has(field)).map(
    (field) => ({
      field,
      label: BUDGET_LABELS[field],
      opened: words(field, opened[field]),
      stored: words(field, is[field]),
      yours: words(field, mine[field]),
      changed: sameField(field, opened[field], is[field])
        ? 'only you'
        : sameField(field, opened[field], mine[field])
          ? 'only they'
          : 'both',
    }),
  )
  const by = since.who.length > 0 ? ` by ${since.who.join(' and ')}` : ''
  return new DomainError(
    'conflict',
    `Budget ${stored.id} was changed${by} after you opened it. Compare the versions: save yours over it, or take the stored one.`,
    { details: { revision: stored.revision, versions } },
  )
}

/** Who changed a budget after a revision, and the values that they replaced. */
async function changesSince(read: Read, budgetId: number, seen: number) {
  const since: { who: string[]; was: Partial<BudgetEntry> } = { who: [], was: {} }
  // Newest first: the oldest change after what was seen has the last word on what was there then.
  for (const { data, whoName } of await historyOf(read, budgetId)) {
    const { revision, was } = data as { revision?: number; was?: string }
    if (revision === undefined || revision <= seen || was === undefined) continue
    Object.assign(since.was, JSON.parse(was) as Partial<BudgetEntry>)
    if (!since.who.includes(whoName)) since.who.unshift(whoName)
  }
  return since
}
