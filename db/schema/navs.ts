import {
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
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { document } from './documents'
import { fund } from './lookups'
import { nextObjectId } from './workflow'

/** Net asset values, their controls, the figures of each control with their source cells, and rule results. */

/** One expected NAV of the fund NAV calendar; its workflow state is the instance with the same id. */
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
    /** The time limit on these days, in the site's zone, as HH:mm; null for the end of the day. */
    maxPrebalanceTime: text('max_prebalance_time'),
    maxSendingTime: text('max_sending_time'),
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
    /** Null for SYSTEM, which judges again what a second source that arrived later says. */
    userId: integer('user_id').references(() => appUser.id),
    submittedAt: instant('submitted_at').notNull(),
    /** "Previous" of the rules, determined when the control ran. */
    previousControlId: objectId('previous_control_id'),
    /** Rule results that start with OK, and the others. */
    okCount: integer('ok_count').notNull(),
    nokCount: integer('nok_count').notNull(),
    /** Those of okCount that a user changed to OK. */
    justifiedCount: integer('justified_count').notNull().default(0),
    /** Those of okCount that are "OK - not applicable". */
    notApplicableCount: integer('not_applicable_count').notNull().default(0),
    /** The version of its rules: 1 had 32, see the engine's own version for the others. */
    engineVersion: integer('engine_version').notNull().default(1),
    /** The file format that read its files, and its version; null for FUNDESK, the layout of the site's own files. */
    formatCode: text('format_code'),
    formatVersion: integer('format_version'),
    /** The NAV error whose corrected files it read: kept beside the NAV's own controls. Null for those. */
    navErrorId: objectId('nav_error_id'),
  },
  (t) => [index('nav_control_nav').on(t.fundNavId, t.submittedAt)],
)

/**
 * What the rules of a control read in addition to its figures and those of the previous one: reference data, tolerances
 * and prices of other funds, as of the run. Written once; controls from before replays were introduced have none.
 */
export const navControlInput = pgTable('nav_control_input', {
  controlId: objectId('control_id')
    .primaryKey()
    .references(() => navControl.id),
  /** RuleInput without data and previous. */
  input: jsonb('input').notNull(),
})

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
    /** The recognised kind: "NAV", "Balance", "Inventory", "Nav Pack". */
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
    /** The resulting severity: a W with a large impact becomes B. */
    severity: text('severity').notNull(),
    /** For a result computed as NOK, in basis points of the previous FUND TNA; null if the rule has none. */
    impact: numeric('impact', { precision: 100, scale: 4 }),
    /** True if a user explained why a W stays NOK. */
    explained: boolean('explained').notNull().default(false),
    result: text('result').notNull(),
    comment: text('comment').notNull(),
    /** When, by whom and from what a user changed the result; null while it is as computed. */
    when: instant('changed_at'),
    who: integer('changed_by').references(() => appUser.id),
    was: text('was'),
    /** RuleOutcome without result and comment: formula, computation, tolerances, breaches. */
    evidence: jsonb('evidence').notNull(),
    breachCount: integer('breach_count').notNull(),
  },
  (t) => [uniqueIndex('rule_result_rule').on(t.controlId, t.ruleId)],
)

/** The NAV bridge of a control; missing if not applicable. */
export const navBridge = pgTable('nav_bridge', {
  controlId: objectId('control_id')
    .primaryKey()
    .references(() => navControl.id),
  previousControlId: objectId('previous_control_id')
    .notNull()
    .references(() => navControl.id),
  previousTna: numeric('previous_tna').notNull(),
  tna: numeric('tna').notNull(),
  residual: numeric('residual').notNull(),
  /** Basis points of the previous FUND TNA; null if that is not above 0. */
  residualBp: numeric('residual_bp'),
  /** Descriptions of what could not be counted, one text each. */
  leftOut: jsonb('left_out').notNull(),
})

export const navBridgeDriver = pgTable(
  'nav_bridge_driver',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navBridge.controlId),
    /** From the previous FUND TNA to this one, starting at 1. */
    position: integer('position').notNull(),
    driver: text('driver').notNull(),
    /** Type of instrument for prices, otherwise null. */
    type: text('type'),
    amount: numeric('amount').notNull(),
    bp: numeric('bp'),
    /** The largest components, with their cells, and how many there are. */
    parts: jsonb('parts').notNull(),
    partCount: integer('part_count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.position] })],
)

export const navBridgeContributor = pgTable(
  'nav_bridge_contributor',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navBridge.controlId),
    /** Largest first, starting at 1. */
    position: integer('position').notNull(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    price: numeric('price').notNull(),
    fx: numeric('fx').notNull(),
    bp: numeric('bp'),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.position] })],
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

/** NAV per share as sent, by round: compared by N11. */
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
