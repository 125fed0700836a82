import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { amount, day } from '../columns'
import { clientValidator, legalEntity } from './lookups'

/** The authorisation matrix of a client: which users may sign up to which amount. */

/** How many signatures of which class an amount needs. */
export const authorisationRule = pgTable(
  'authorisation_rule',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    legalEntityId: integer('legal_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    validFrom: day('valid_from').notNull(),
    /** Inclusive; null for no end. */
    validTo: day('valid_to'),
    currency: text('currency').notNull(),
    /** Band of gross amounts: both inclusive; null for no limit. */
    amountFrom: amount('amount_from').notNull(),
    amountTo: amount('amount_to'),
    /** "A", "A+A" or "A+B". */
    rule: text('rule').notNull(),
  },
  (t) => [uniqueIndex('authorisation_rule_band').on(t.legalEntityId, t.currency, t.validFrom, t.amountFrom)],
)

/** The class in which a client's validator signs, and when. */
export const signatory = pgTable(
  'signatory',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    validatorId: integer('validator_id')
      .notNull()
      .references(() => clientValidator.id),
    /** "A" or "B"; an A may sign where a B is required. */
    signatoryClass: text('signatory_class').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
  },
  (t) => [
    uniqueIndex('signatory_validity').on(t.validatorId, t.validFrom),
    index('signatory_validator').on(t.validatorId),
  ],
)
