import { bigint, boolean, index, integer, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { amount, day, instant, objectId } from '../columns'
import { appUser } from './access'
import { draft } from './drafts'
import { expenseType, legalEntity, routineType } from './lookups'
import { nextObjectId } from './workflow'

/** Budgets: their entered values, their approved terms, and permissions for drafts to exceed them. */

/** What a budget counts, and its amount; a null reference counts all. */
const terms = () => ({
  settlingEntityId: integer('settling_entity_id').references(() => legalEntity.id),
  supplierId: integer('supplier_id').references(() => legalEntity.id),
  routineTypeId: integer('routine_type_id').references(() => routineType.id),
  expenseTypeId: integer('expense_type_id').references(() => expenseType.id),
  /** Invoice dates, both inclusive. */
  fromDate: day('from_date').notNull(),
  toDate: day('to_date').notNull(),
  currency: text('currency').notNull(),
  /** "gross", "net" or "taxes": the amount of an invoice that counts. */
  amountType: text('amount_type').notNull(),
  /** In its currency. */
  budget: amount('budget').notNull(),
  /** Percent of the budget from which it warns; as the specification spells it. */
  treshold: numeric('treshold', { precision: 5, scale: 2 }).notNull(),
  /** From the threshold on, the client's proof is required. */
  clientValidation: boolean('client_validation').notNull(),
})

/** As last entered; while it is being amended, it differs from its terms in force. */
export const budget = pgTable(
  'budget',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    ...terms(),
    /** Counts the changes of its fields: forms send the revision that they showed. */
    revision: integer('revision').notNull().default(1),
    createdBy: integer('created_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
    updatedBy: integer('updated_by').references(() => appUser.id),
    updateDate: instant('update_date').notNull(),
    /** Deleted before it was ever in force: removed from the lists, but its history stays. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [index('budget_settling').on(t.settlingEntityId, t.fromDate)],
)

/** The last approved terms of a budget: drafts are compared with them until others are approved, or it is cancelled. */
export const budgetTerm = pgTable(
  'budget_term',
  {
    budgetId: bigint('budget_id', { mode: 'number' })
      .primaryKey()
      .references(() => budget.id),
    ...terms(),
    approvedBy: integer('approved_by')
      .notNull()
      .references(() => appUser.id),
    approvedAt: instant('approved_at').notNull(),
  },
  (t) => [index('budget_term_settling').on(t.settlingEntityId, t.fromDate)],
)

/** Permission for a draft to exceed a budget: by how much at most, who allowed it and why. */
export const budgetOverride = pgTable(
  'budget_override',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    draftId: objectId('draft_id')
      .notNull()
      .references(() => draft.id),
    budgetId: objectId('budget_id')
      .notNull()
      .references(() => budget.id),
    /**
     * The amounts at the time of the permission: the draft's own, and by how much all drafts together exceeded the
     * budget; in the budget's currency.
     */
    counted: amount('counted').notNull(),
    excess: amount('excess').notNull(),
    comment: text('comment').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
  },
  (t) => [index('budget_override_draft').on(t.draftId, t.budgetId)],
)
