import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { moveInstance } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'
import type { BudgetFields } from './budget'
import { changedFields, EMPTY_BUDGET, pickFields } from './budget-entry'
import { BUDGET_LABELS } from './budget-labels'
import { budgetWords } from './format-values.server'

export interface BudgetAct {
  name: 'create budget' | 'edit budget'
  /** Null for a new one. */
  before: BudgetFields | null
  after: BudgetFields
  /** The budget's revision from now on. */
  revision: number
  now: Date
}

/** Appends to the chain of a locked budget what somebody entered: what was and is, field by field. */
export async function recordBudgetAct(
  tx: Transaction,
  instance: Instance,
  actor: Pick<Actor, 'id' | 'fullName'>,
  { name, before, after, revision, now }: BudgetAct,
): Promise<void> {
  const opened = before ?? { ...EMPTY_BUDGET, budget: null }
  const changed = changedFields(opened, after)
  const [was, is] = [pickFields(opened, changed), pickFields(after, changed)]
  const words = await budgetWords(tx, [was, is])
  const shown = (text: string) => (text === '' ? '(blank)' : text)
  const lines = changed.map((field) => {
    const now = shown(words(field, is[field]))
    return `${BUDGET_LABELS[field]}: ${before ? `${shown(words(field, was[field]))} → ${now}` : now}`
  })
  await moveInstance(tx, instance, {
    type: 'act',
    name,
    to: instance,
    who: { id: actor.id, fullName: actor.fullName },
    log: lines.join('; '),
    data: { ...(before ? { was: canonicalJson(was) } : {}), is: canonicalJson(is), revision },
    now,
  })
}
