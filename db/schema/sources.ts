import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { fund } from './lookups'
import { fundNav, navControl } from './navs'

/** Second sources: files of transfer agents, depositaries, brokers and vendors. Rows are added, never changed. */

/** The tables of one kind in a file. */
export const sourceFile = pgTable(
  'source_file',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** REGISTER, CASH, POSITIONS, PRICES or ANNOUNCEMENTS. */
    kind: text('kind').notNull(),
    sender: text('sender').notNull(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    /** The file format that read it; null for FUNDESK. */
    formatCode: text('format_code'),
    formatVersion: integer('format_version'),
    rowCount: integer('row_count').notNull(),
    uploadedBy: integer('uploaded_by').references(() => appUser.id),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (t) => [index('source_file_kind').on(t.kind, t.sender)],
)

const ofFile = () =>
  integer('file_id')
    .notNull()
    .references(() => sourceFile.id)

/** The funds and days that a register, or cash or positions, state: of one sender the newest counts, as a whole. */
export const sourceDay = pgTable(
  'source_day',
  {
    fileId: ofFile(),
    fundCode: text('fund_code').notNull(),
    date: day('date').notNull(),
    /** A register whose rows are the deals of the date: they count for the next NAV date. */
    isDealt: boolean('is_dealt').notNull().default(false),
    /** A register with the columns Issued and Redeemed. */
    hasFlows: boolean('has_flows').notNull().default(false),
    rowCount: integer('row_count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.fundCode, t.date] }),
    index('source_day_fund').on(t.fundCode, t.date),
    index('source_day_date').on(t.date),
  ],
)

/** A row of a file. */
export const sourceLine = pgTable(
  'source_line',
  {
    fileId: ofFile(),
    position: integer('position').notNull(),
    /** Blank for prices, and for announcements of all funds. */
    fundCode: text('fund_code'),
    /** The day of the figure: of a price its date, of an announcement the ex date. */
    date: day('date').notNull(),
    classCode: text('class_code'),
    account: text('account'),
    instrumentCode: text('instrument_code'),
    isin: text('isin'),
    currency: text('currency'),
    exchange: text('exchange'),
    event: text('event'),
    /** Shares outstanding, balance, quantity, price or gross rate. */
    amount: numeric('amount').notNull(),
    pending: numeric('pending'),
    issued: numeric('issued'),
    redeemed: numeric('redeemed'),
    marketValue: numeric('market_value'),
    priceFactor: numeric('price_factor'),
    netRate: numeric('net_rate'),
    /** Column → the cell of its value in the file: "Cash!D4". */
    cells: jsonb('cells').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.position] }),
    index('source_line_isin').on(t.isin, t.date),
    index('source_line_class').on(t.classCode, t.date),
    index('source_line_fund').on(t.fundCode, t.date, t.fileId),
  ],
)

/** What a person said of a difference with a second source: for some NAV dates it counts as the source's figure. */
export const sourceExplanation = pgTable(
  'source_explanation',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    /** The NAV at whose control it was given, and from whose date it counts. */
    fundNavId: objectId('fund_nav_id')
      .notNull()
      .references(() => fundNav.id),
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    /** S03, S04 or S06. */
    ruleId: text('rule_id').notNull(),
    /** Of S03. */
    currency: text('currency'),
    /** Of S04, one or both. */
    instrumentCode: text('instrument_code'),
    /** Of S04 and S06. */
    isin: text('isin'),
    /** Of S06. */
    exDate: day('ex_date'),
    /** On the source's side: of S03 in the currency, of S04 a quantity, of S06 in fund currency. */
    amount: numeric('amount').notNull(),
    reason: text('reason').notNull(),
    comment: text('comment').notNull(),
    /** The last NAV date for which it counts; null until it is ended. */
    until: day('until'),
    givenBy: integer('given_by')
      .notNull()
      .references(() => appUser.id),
    givenAt: instant('given_at').notNull(),
  },
  (t) => [index('source_explanation_fund').on(t.fundId, t.fundNavId)],
)

/** That an explanation was ended: it counts for no NAV date from this one on. */
export const sourceExplanationEnd = pgTable('source_explanation_end', {
  explanationId: integer('explanation_id')
    .primaryKey()
    .references(() => sourceExplanation.id),
  /** Of the explanation. */
  fundNavId: objectId('fund_nav_id')
    .notNull()
    .references(() => fundNav.id),
  endedFrom: day('ended_from').notNull(),
  comment: text('comment').notNull(),
  endedBy: integer('ended_by')
    .notNull()
    .references(() => appUser.id),
  endedAt: instant('ended_at').notNull(),
})
