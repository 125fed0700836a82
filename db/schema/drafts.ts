import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { amount, billDates, billTerms, day, instant, objectId, percent, refKey } from '../columns'
import { appUser } from './access'
import { documentContent } from './documents'
import { clientValidator, expenseType, fund, legalEntity, routineType } from './lookups'
import { fundNav } from './navs'
import { nextObjectId } from './workflow'

/** Drafted expenses: drafts that become invoices, their cost lines, and the data of their e-invoices. */

export const draft = pgTable(
  'draft',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    /** Supplier company, or supplier fund if `isSupplierFund`. */
    supplierId: integer('supplier_id').references(() => legalEntity.id),
    isSupplierFund: boolean('is_supplier_fund').notNull().default(false),
    /** The invoiced legal entity (`settlementLegalEntity` of the specification): the client. */
    invoicedEntityId: integer('invoiced_entity_id').references(() => legalEntity.id),
    settlingEntityId: integer('settling_entity_id').references(() => legalEntity.id),
    expenseTypeId: integer('expense_type_id').references(() => expenseType.id),
    routineTypeId: integer('routine_type_id').references(() => routineType.id),
    invoiceRef: text('invoice_ref'),
    refKey: refKey(),
    invoiceDate: day('invoice_date'),
    ...billDates,
    currency: text('currency'),
    grossAmount: amount('gross_amount'),
    taxes: amount('taxes'),
    /** Gross less taxes, each counted as 0 while empty; null while both are. */
    netAmount: amount('net_amount'),
    ...billTerms,
    validatingUserA: integer('validating_user_a').references(() => clientValidator.id),
    validatingUserB: integer('validating_user_b').references(() => clientValidator.id),
    validationDateA: day('validation_date_a'),
    validationDateB: day('validation_date_b'),
    /** Counts the changes of its fields and cost lines: forms send the revision that they showed. */
    revision: integer('revision').notNull().default(1),
    /** The cancelled invoice that it was recreated from. */
    recreatedFrom: objectId('recreated_from'),
    createdBy: integer('created_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
    updatedBy: integer('updated_by').references(() => appUser.id),
    updateDate: instant('update_date').notNull(),
  },
  (t) => [
    index('draft_ref_key').on(t.refKey, t.supplierId),
    index('draft_amount').on(t.grossAmount, t.invoiceDate),
    index('draft_corrects').on(t.supplierId).where(sql`corrects_ref is not null`),
    // An invoice is recreated as a draft only once.
    uniqueIndex('draft_recreated_from').on(t.recreatedFrom),
  ],
)

/** How a draft is divided; each line becomes an invoice. */
export const costLine = pgTable(
  'cost_line',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    draftId: objectId('draft_id')
      .notNull()
      .references(() => draft.id),
    /** Code of the mapping FEES_TYPE. */
    feesType: text('fees_type').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
    /** Gross less taxes. */
    netAmount: amount('net_amount').notNull(),
    comment: text('comment').notNull().default(''),
    /** The sub-fund that bears it. */
    fundId: integer('fund_id').references(() => fund.id),
  },
  (t) => [index('cost_line_draft').on(t.draftId)],
)

/**
 * The data in the XML of an invoice's file: it belongs to the file, whichever drafts use it; their own fields may
 * differ.
 */
export const eInvoiceReading = pgTable('einvoice_reading', {
  sha256: text('sha256')
    .primaryKey()
    .references(() => documentContent.sha256),
  /** "Factur-X", "ZUGFeRD 1", ... */
  format: text('format').notNull(),
  /** Identifier of its profile, as written in the file. */
  profile: text('profile'),
  /** Field → { value, source } (EInvoice of ~/platform/einvoices). */
  fields: jsonb('fields').notNull(),
  /**
   * False if gross is not net plus taxes, or lines do not add up: then a user must confirm it before a draft can
   * proceed.
   */
  totalsAgree: boolean('adds_up').notNull(),
  /** The error in its totals, as a sentence. */
  fault: text('fault'),
})

/**
 * The user who confirmed for a draft that the totals of its e-invoice are right although they do not add up, and why.
 */
export const totalsConfirmation = pgTable('totals_confirmation', {
  draftId: objectId('draft_id')
    .primaryKey()
    .references(() => draft.id),
  confirmedBy: integer('confirmed_by')
    .notNull()
    .references(() => appUser.id),
  confirmedAt: instant('confirmed_at').notNull(),
  comment: text('comment').notNull(),
})

/**
 * The team leader who let a draft go on although it looks like the same bill as others, and why: written once, for
 * exactly these others.
 */
export const duplicateConfirmation = pgTable(
  'duplicate_confirmation',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    draftId: objectId('draft_id')
      .notNull()
      .references(() => draft.id),
    /** Drafts and invoices, in the order of their ids. */
    duplicates: bigint('duplicates', { mode: 'number' }).array().notNull(),
    confirmedBy: integer('confirmed_by')
      .notNull()
      .references(() => appUser.id),
    confirmedAt: instant('confirmed_at').notNull(),
    comment: text('comment').notNull(),
  },
  (t) => [index('duplicate_confirmation_draft').on(t.draftId)],
)

/** The fixed part of an entity's expenses that a sub-fund bears, by GL date. */
export const allocationKey = pgTable(
  'allocation_key',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    legalEntityId: integer('legal_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    share: percent('share').notNull(),
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
  },
  (t) => [uniqueIndex('allocation_key_from').on(t.legalEntityId, t.fundId, t.validFrom)],
)

/** A division of a draft among sub-funds that was used for its cost lines: written once. */
export const allocation = pgTable(
  'allocation',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    draftId: objectId('draft_id')
      .notNull()
      .references(() => draft.id),
    /** Code of the mapping FEE_ALLOCATION: TNA, EQUAL or KEY. */
    rule: text('rule').notNull(),
    /** The GL date, or the invoice date of a draft without a GL date. */
    onDay: day('on_day').notNull(),
    currency: text('currency').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
    takenBy: integer('taken_by')
      .notNull()
      .references(() => appUser.id),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [index('allocation_draft').on(t.draftId)],
)

/** The part borne by a sub-fund, and the NAV that it is based on. */
export const allocationPart = pgTable(
  'allocation_part',
  {
    allocationId: integer('allocation_id')
      .notNull()
      .references(() => allocation.id),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    /** Only for net assets. */
    fundNavId: objectId('fund_nav_id').references(() => fundNav.id),
    navDate: day('nav_date'),
    /** Total net assets in the fund's currency, as sent. */
    tna: numeric('tna'),
    tnaCurrency: text('tna_currency'),
    /** The compared weight: net assets in the invoice's currency, 1, or the percent of the key. */
    weight: numeric('weight').notNull(),
    grossAmount: amount('gross_amount').notNull(),
    taxes: amount('taxes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.allocationId, t.fundId] })],
)
