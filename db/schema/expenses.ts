import { integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, percent } from '../columns'
import { legalEntity } from './lookups'

/** The part of the VAT on its invoices that a settling entity recovers, by GL date. */
export const recoverableVat = pgTable(
  'recoverable_vat',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    legalEntityId: integer('legal_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    share: percent('share').notNull(),
    /** Both inclusive; null for no end. */
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
  },
  (t) => [uniqueIndex('recoverable_vat_from').on(t.legalEntityId, t.validFrom)],
)
