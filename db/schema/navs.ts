import { index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { document } from './documents'
import { fund } from './lookups'
import { nextObjectId } from './workflow'

/** Net asset values, their controls, the figures of each control with the cell they came from, and rule results. */

/** One expected NAV of the fund NAV calendar; its workflow state is the instance of the same id. */
export const fundNav = pgTable(
  'fund_nav',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    navDate: day('nav_date').notNull(),
    maxPrebalanceDate: day('max_prebalance_date'),
    maxSendingDate: day('max_sending_date'),
    documentReceptionDate: day('document_reception_date'),
    clientValidationDate: day('client_validation_date'),
    currentControlId: objectId('current_control_id'),
  },
  (t) => [uniqueIndex('fund_nav_date').on(t.fundId, t.navDate), index('fund_nav_by_date').on(t.navDate)],
)

export const navControl = pgTable(
  'nav_control',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    round: integer('round').notNull(),
    /** FIA or MFFA. */
    uploadType: text('upload_type').notNull(),
    /** "FIA 3 files", "FIA 2 files", "MFFA 2 files". */
    definition: text('definition').notNull(),
    reasonCode: text('reason_code').notNull(),
    comment: text('comment').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    submittedAt: instant('submitted_at').notNull(),
    /** "Previous" of the rules, fixed when the control ran. */
    previousControlId: objectId('previous_control_id'),
    /** Rule results that start with OK, and the others. */
    okCount: integer('ok_count').notNull(),
    nokCount: integer('nok_count').notNull(),
  },
  (t) => [index('nav_control_nav').on(t.fundNavId, t.submittedAt)],
)

export const navControlFile = pgTable(
  'nav_control_file',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    /** Position in the upload, from 0. */
    fileIndex: integer('file_index').notNull(),
    documentId: objectId('document_id')
      .notNull()
      .references(() => document.id),
    /** The kind that was recognised: "NAV", "Balance", "Inventory", "Nav Pack". */
    fileType: text('file_type').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.fileIndex] })],
)

export const ruleResult = pgTable(
  'rule_result',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    /** "N03". */
    ruleId: text('rule_id').notNull(),
    sortingOrder: integer('sorting_order').notNull(),
    name: text('name').notNull(),
    severity: text('severity').notNull(),
    result: text('result').notNull(),
    comment: text('comment').notNull(),
    /** When, by whom and from what a user changed the result; null while it is as computed. */
    when: instant('changed_at'),
    who: integer('changed_by').references(() => appUser.id),
    was: text('was'),
    /** RuleOutcome less result and comment: formula, computation, tolerances, breaches. */
    evidence: jsonb('evidence').notNull(),
    breachCount: integer('breach_count').notNull(),
  },
  (t) => [uniqueIndex('rule_result_rule').on(t.controlId, t.ruleId)],
)

/** A tolerance of the rules, by level and date. */
export const ruleTolerance = pgTable(
  'rule_tolerance',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    /** "all", "provider", "fund type" or "fund". */
    level: text('level').notNull(),
    /** The provider, fund type or fund code; empty for all. */
    levelValue: text('level_value').notNull().default(''),
    value: numeric('value').notNull(),
    validFrom: day('valid_from'),
    validTo: day('valid_to'),
  },
  (t) => [index('rule_tolerance_key').on(t.key, t.level, t.levelValue)],
)

/** NAV per share as sent, by round: N11 compares with it. */
export const sentFigure = pgTable(
  'sent_figure',
  {
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    round: integer('round').notNull(),
    classCode: text('class_code').notNull(),
    currency: text('currency').notNull(),
    navPerShare: numeric('nav_per_share').notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundNavId, t.round, t.classCode] })],
)
