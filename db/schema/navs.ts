import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { appUser } from './access'
import { document } from './documents'
import { fund, kpiComment, kpiMethod } from './lookups'
import { nextObjectId } from './workflow'

/** Net asset values, their controls, the figures of each control with the cell they came from, and rule results. */

const day = (name: string) => date(name, { mode: 'string' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const objectId = (name: string) => bigint(name, { mode: 'number' })

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
    /** Place in the upload, from 0. */
    fileIndex: integer('file_index').notNull(),
    documentId: objectId('document_id')
      .notNull()
      .references(() => document.id),
    /** What it was recognised as: "NAV", "Balance", "Inventory", "Nav Pack". */
    fileType: text('file_type').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.fileIndex] })],
)

/** Where each table stood: with a line's row it gives the cell of every figure. */
export const navControlTable = pgTable(
  'nav_control_table',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    /** "NAV", "Balance" or "Inventory". */
    kind: text('kind').notNull(),
    /** TableSource of the workbook reader. */
    source: jsonb('source').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.kind] })],
)

export const navLine = pgTable(
  'nav_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    type: text('type').notNull(),
    code: text('code').notNull(),
    currency: text('currency').notNull(),
    value: numeric('value').notNull(),
    name: text('name'),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.row] })],
)

export const balanceLine = pgTable(
  'balance_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    accountNumber: text('account_number').notNull(),
    accountName: text('account_name').notNull(),
    currency: text('currency').notNull(),
    debtor: numeric('debtor').notNull(),
    creditor: numeric('creditor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.row] })],
)

export const inventoryLine = pgTable(
  'inventory_line',
  {
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    row: integer('row').notNull(),
    instrumentCode: text('instrument_code').notNull(),
    instrumentName: text('instrument_name').notNull(),
    type: text('type').notNull(),
    subtype: text('subtype'),
    quotationCurrency: text('quotation_currency').notNull(),
    quantity: numeric('quantity'),
    price: numeric('price'),
    priceDate: day('price_date'),
    marketValue: numeric('market_value').notNull(),
    isin: text('isin'),
    priceFactor: numeric('price_factor'),
    fxRate: numeric('fx_rate'),
    accruedInterest: numeric('accrued_interest'),
    navPercent: numeric('nav_percent'),
    maturityDate: day('maturity_date'),
    issuer: text('issuer'),
    issuerKind: text('issuer_kind'),
  },
  (t) => [primaryKey({ columns: [t.controlId, t.row] })],
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
    /** When, by whom and from what a person changed the result; null while it is as computed. */
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

/** NAV per share as sent, by round: what N11 compares with. */
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

/** A matching of the management company's positions against a control's inventory. */
export const navMatching = pgTable(
  'nav_matching',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    round: integer('round').notNull(),
    uploadDocumentId: objectId('upload_document_id')
      .notNull()
      .references(() => document.id),
    resultDocumentId: objectId('result_document_id')
      .notNull()
      .references(() => document.id),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    at: instant('at').notNull(),
    /** Outcome → how many. */
    counts: jsonb('counts').notNull(),
  },
  (t) => [index('nav_matching_nav').on(t.fundNavId, t.at)],
)

/** One check of a round, signed and dated. */
export const navCheck = pgTable(
  'nav_check',
  {
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    round: integer('round').notNull(),
    rank: integer('rank').notNull(),
    /** "DONE", or "NOT OK" when an automatic check fails. */
    status: text('status').notNull(),
    userId: integer('user_id').references(() => appUser.id),
    at: instant('at').notNull(),
    log: text('log').notNull(),
    auto: boolean('auto').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundNavId, t.round, t.rank] })],
)

/** The comment on a KPI of an object. */
export const kpiCommentEntry = pgTable(
  'kpi_comment_entry',
  {
    objectId: objectId('object_id').notNull(),
    methodId: integer('method_id')
      .notNull()
      .references(() => kpiMethod.id),
    commentId: integer('comment_id')
      .notNull()
      .references(() => kpiComment.id),
    log: text('log').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.objectId, t.methodId] })],
)
