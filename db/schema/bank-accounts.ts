import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns'
import { appUser } from './access'
import { legalEntity } from './lookups'

/** The accounts of legal entities for payments to them. Each change waits for a second person, as a pending change. */
export const bankAccount = pgTable(
  'bank_account',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    legalEntityId: integer('legal_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    iso3Currency: text('iso3_currency').notNull(),
    /** ISO 9362: 8 or 11 capital letters and digits; '' for none. */
    bic: text('bic').notNull(),
    /** ISO 13616, without spaces; the account number where the country has no IBANs. */
    iban: text('iban').notNull(),
    /** The bank's number in a clearing system, "USABA 021000021"; null for none. */
    clearing: text('clearing'),
    /** It takes payments in any currency, not only in its own. */
    anyCurrency: boolean('any_currency').notNull().default(false),
    /** Who pays the charges outside SEPA: SHAR, DEBT or CRED; null: shared. */
    chargeBearer: text('charge_bearer'),
    /** The user who requested its current state; null for the command line. */
    updatedBy: integer('updated_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
    /** When its last change took effect. */
    updateDate: instant('update_date').notNull(),
  },
  (t) => [
    uniqueIndex('bank_account_number').on(t.legalEntityId, t.iso3Currency, t.iban),
    index('bank_account_entity').on(t.legalEntityId),
  ],
)
