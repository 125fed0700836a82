import { z } from 'zod'
import { AMOUNT_TYPES } from '~/areas/reference-data/reference-data'
import { revisionValue } from '~/http/calls/revision'
import { optionalIdValue } from '~/http/calls/values'
import { formId, formNumber } from '~/http/form'
import {
  boxValue,
  fullSentence,
  moneyValue,
  nearDayValue,
  optionalFields,
  optionalTextValue,
  rowIdValue,
} from '~/http/typed-values'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import { type AmountType, BUDGET_FIELDS, BUDGET_LABELS, type BudgetField } from './budget'
import type { BudgetEntry, FieldFaults } from './budget-figures'

/** The forms of budgets, and the bodies of their calls: one schema for both. */

const label = (field: BudgetField) => BUDGET_LABELS[field]
const ids = (field: BudgetField) => rowIdValue(label(field))

const amountType = optionalTextValue(label('amount_type'), 10)
  .transform((text, context): AmountType | null => {
    const found = AMOUNT_TYPES.find(({ id }) => id === text)
    if (text !== null && !found)
      context.addIssue({
        code: 'custom',
        message: `${label('amount_type')}: it is not in the list. Choose one from the list.`,
        params: fullSentence,
      })
    return found?.id ?? null
  })
  .meta({ enum: [...AMOUNT_TYPES.map(({ id }) => id), null] })

/** All fields that people fill in on a budget; a missing or empty one is null, a box that is not ticked false. */
const BudgetFormFields = z.object({
  supplier_id: ids('supplier_id'),
  settling_legal_entity_id: ids('settling_legal_entity_id'),
  currency: optionalTextValue(label('currency'), 3),
  amount_type: amountType,
  routine_type_id: ids('routine_type_id'),
  expense_type_id: ids('expense_type_id'),
  from_date: nearDayValue(label('from_date')),
  to_date: nearDayValue(label('to_date')),
  treshold: moneyValue(label('treshold')),
  budget: moneyValue(label('budget')),
  client_validation: boxValue(label('client_validation')),
}) satisfies z.ZodType<BudgetEntry>

/**
 * The fields of a budget that can be read, and a sentence for each that cannot: reported together with all other
 * faults.
 */
export interface ReadBudget {
  fields: Partial<BudgetEntry>
  unread: FieldFaults
}

/** The fields of a budget as its form sent them: missing ones are empty. */
export function budgetFieldsIn(typed: Readonly<Record<string, string>>): ReadBudget {
  const fields: Record<string, unknown> = {}
  const unread: FieldFaults = {}
  for (const name of BUDGET_FIELDS) {
    const { success, data, error } = BudgetFormFields.shape[name].safeParse(typed[name])
    if (success) fields[name] = data
    else unread[name] = error.issues[0]?.message ?? `${label(name)}: it cannot be read.`
  }
  return { fields, unread }
}

/** The budget that a call changes where `id` names one, and those of its fields that it names. */
export const BudgetCallFields = z.object({
  ...optionalFields(BudgetFormFields.shape),
  id: optionalIdValue,
  revision: revisionValue,
})

/** The budget that a call deletes: by its key, or by its row. */
export const BudgetKeyFields = z.object({
  key: optionalIdValue,
  id: optionalIdValue,
  revision: revisionValue,
})

/** The fields that the form of a budget sends in addition; a new one has no revision. */
export const BudgetSaveFields = z.object({
  revision: formNumber()
    .nullish()
    .transform((revision) => revision ?? null),
})

export const BudgetStepFields = z.object({
  stepId: formId(),
  seenEventId: formId(),
  /** The budget as the form showed it. */
  revision: formNumber(),
  eventLog: z.string().max(MAX_COMMENT_LENGTH, 'Message: write at most 4,000 characters.').default(''),
})

export const BudgetDeleteFields = z.object({ revision: formNumber() })
