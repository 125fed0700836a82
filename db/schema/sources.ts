import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, instant } from '../columns'
import { appUser } from './access'

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
    /** Column → where its value stands in the file: "Cash!D4". */
    cells: jsonb('cells').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fileId, t.position] }),
    index('source_line_isin').on(t.isin, t.date),
    index('source_line_class').on(t.classCode, t.date),
    index('source_line_fund').on(t.fundCode, t.date, t.fileId),
  ],
)
