import type { Read } from 'db/database'
import { expenseType, legalEntity, routineType } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import {
  aliveEntities,
  type Choice,
  ENTITY_KINDS,
  expenseChoices,
  FUND_KINDS,
  SUPPLIER_KINDS,
} from '~/areas/reference-data/choices.server'
import { isOurCurrency, isThere } from '~/areas/reference-data/entities.server'
import { type EntityField, offered } from '~/areas/reference-data/find-entities.server'
import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import type { Context } from '~/platform/values/context.server'
import { showDay } from '~/platform/values/show'
import { type AmountType, BUDGET_LABELS, type BudgetField } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-figures'

/** The kinds of legal entities that may be chosen: as the subject of a budget, and as its payer. */
export const ENTITIES_OF_BUDGETS = {
  supplier_id: [...SUPPLIER_KINDS, ...FUND_KINDS],
  settling_legal_entity_id: ENTITY_KINDS,
} as const

/** The fields in which an entity may be named instead of chosen. */
export const NAMED_ENTITIES: Readonly<Record<keyof typeof ENTITIES_OF_BUDGETS, EntityField>> = {
  supplier_id: { list: 'all-suppliers', label: BUDGET_LABELS.supplier_id },
  settling_legal_entity_id: { list: 'entities', label: BUDGET_LABELS.settling_legal_entity_id },
}

const notInList = (field: BudgetField) =>
  `${BUDGET_LABELS[field]}: it is not in the list. Choose one from the list.`

/**
 * The faults in the references of a budget: of the wrong kind, dead on its first day, or not found. Earlier choices
 * stay valid until its first day changes.
 * @param before the budget as it is stored; null for a new one
 */
export async function referenceFaults(
  read: Read,
  before: BudgetEntry | null,
  after: BudgetEntry,
): Promise<FieldFaults> {
  const faults: FieldFaults = {}
  const changed = (field: BudgetField) =>
    after[field] !== null && (before === null || after[field] !== before[field])

  for (const [field, kinds] of Object.entries(ENTITIES_OF_BUDGETS) as [
    keyof typeof ENTITIES_OF_BUDGETS,
    string[],
  ][]) {
    const id = after[field]
    if (id === null || !(changed(field) || changed('from_date'))) continue
    const [found] = await read
      .select()
      .from(legalEntity)
      .where(inArray(legalEntity.id, [id]))
    if (!found || !kinds.includes(found.kind)) faults[field] = notInList(field)
    else if (found.deadDate !== null && after.from_date !== null && found.deadDate < after.from_date)
      faults[field] =
        `${found.name} was available until ${showDay(found.deadDate)}, before this budget begins. Choose another.`
  }
  const { currency, expense_type_id: expense, routine_type_id: routine } = after
  if (currency !== null && changed('currency') && !(await isOurCurrency(read, currency)))
    faults.currency = notInList('currency')
  if (expense !== null && changed('expense_type_id') && !(await isThere(read, expenseType, expense)))
    faults.expense_type_id = notInList('expense_type_id')
  if (routine !== null && changed('routine_type_id') && !(await isThere(read, routineType, routine)))
    faults.routine_type_id = notInList('routine_type_id')
  return faults
}

/** The choices of every select of a budget's form; the budget's present values are always among them. */
export interface BudgetChoices {
  /** Supplier companies and supplier funds. */
  suppliers: Choice[]
  entities: Choice[]
  /** Lists that are too long for a page hold only what is chosen: addresses that find the others. */
  search: { suppliers?: string; entities?: string }
  routineTypes: Choice[]
  expenseTypes: Choice[]
  currencies: Choice<string>[]
  amountTypes: Choice<AmountType>[]
}

/**
 * The choices for a budget. Legal entities are offered until their dead date, compared with the budget's first day or,
 * without one, with today.
 * @param fields the budget as it is now; null for a new one
 */
export async function budgetChoices(
  { read, today }: Context,
  fields: Partial<BudgetEntry> | null,
): Promise<BudgetChoices> {
  const day = fields?.from_date ?? today
  const alive = (field: keyof typeof ENTITIES_OF_BUDGETS) =>
    aliveEntities(read, ENTITIES_OF_BUDGETS[field], day, [fields?.[field] ?? null])
  const [suppliers, entities, expense] = await Promise.all([
    alive('supplier_id'),
    alive('settling_legal_entity_id'),
    expenseChoices(read),
  ])
  const subjects = offered(suppliers, fields?.supplier_id)
  const payers = offered(entities, fields?.settling_legal_entity_id)
  return {
    suppliers: subjects.options,
    entities: payers.options,
    search: {
      ...(subjects.search && { suppliers: `/choices/all-suppliers?on=${day}` }),
      ...(payers.search && { entities: `/choices/entities?on=${day}` }),
    },
    ...expense,
    amountTypes: AMOUNT_TYPES.map(({ id, name }) => ({ value: id, label: name })),
  }
}
