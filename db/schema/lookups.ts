import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { bytea, day, instant } from '../columns'
import { appUser } from './access'

/** Reference data: a site loads its own from one workbook. */

export const legalEntity = pgTable('legal_entity', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  /** COMPANY, SUPPLIER, SUPPLIER FUND or FUND. */
  kind: text('kind').notNull(),
  jurisdiction: text('jurisdiction'),
  vatNumber: text('vat_number'),
  /** Last day on which it may be chosen. */
  deadDate: day('dead_date'),
  /** The management company of a fund. */
  managementCompanyId: integer('management_company_id').references((): AnyPgColumn => legalEntity.id),
  /** The calendar whose holidays apply to its processes and its payments; null: Monday to Friday. */
  calendar: text('calendar'),
  /** Its postal address, as banks want it: street, number, post code, town, and country (ISO 3166, two letters). */
  street: text('street'),
  buildingNumber: text('building_number'),
  postCode: text('post_code'),
  town: text('town'),
  country: text('country'),
  /** Legal entity identifier (ISO 17442). */
  lei: text('lei'),
})

export const fund = pgTable('fund', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  code: text('code').notNull().unique(),
  name: text('name').notNull(),
  currency: text('currency').notNull(),
  /** MONEY MARKET, BOND, MIXED, EQUITY or ALTERNATIVE. */
  type: text('type').notNull(),
  /** UCITS or AIF. */
  regime: text('regime').notNull(),
  /** FIA or MFFA. */
  provider: text('provider').notNull(),
  clientValidation: boolean('client_validation').notNull(),
  /** User name of the fund's accountant. */
  accountant: text('accountant'),
  benchmark: text('benchmark'),
  /** The entity of the fund, or the umbrella that it belongs to. */
  legalEntityId: integer('legal_entity_id').references(() => legalEntity.id),
  /** The calendar whose holidays apply; null: that of its entity. */
  calendar: text('calendar'),
  /** The workbooks of its controls: FIA 2, FIA 3 or MFFA; null: not stored. */
  controlSet: text('control_set'),
  /** Last day of its financial year as MM-DD; null: 31 December. */
  yearEnd: text('year_end'),
  /** For well-informed investors only: its error threshold may be higher. */
  reserved: boolean('reserved').notNull().default(false),
  /** No threshold decides whether an error of its NAV is material. */
  closedEnded: boolean('closed_ended').notNull().default(false),
  /** The second sources that it must have, by kind: "CASH: BANK-A, BROKER-B; REGISTER: TA"; null: none. */
  expectedSources: text('expected_sources'),
  /** Announcements of income and distributions are kept: none of them means 0. */
  announcementsKept: boolean('announcements_kept').notNull().default(false),
  /** Cash lines and accounts that no second source shows, with commas between. */
  cashElsewhere: text('cash_elsewhere'),
})

/** Senders of prices and announcements in the order in which they count. */
export const vendor = pgTable('vendor', {
  sender: text('sender').primaryKey(),
  order: integer('sort_order').notNull(),
})

export const shareClass = pgTable(
  'share_class',
  {
    code: text('code').primaryKey(),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    name: text('name').notNull(),
    currency: text('currency').notNull(),
    /** Decimals of the NAV per share. */
    decimals: integer('decimals').notNull(),
    /** Both inclusive; null for no limit. */
    activeFrom: day('active_from'),
    activeTo: day('active_to'),
    reference: boolean('reference').notNull(),
    /** To the fund currency. */
    hedged: boolean('hedged').notNull(),
    /** To the currencies of the portfolio; `hedged` is false then. */
    portfolioHedged: boolean('portfolio_hedged').notNull().default(false),
    /** Percent of the class's net assets per year. */
    managementFee: numeric('management_fee').notNull().default('0'),
    /** Decimals of shares; null: 3. */
    shareDecimals: integer('share_decimals'),
  },
  (t) => [index('share_class_fund').on(t.fundId)],
)

/** The fees that a fund accrues; for each account prefix the latest one in force counts. */
export const fundFee = pgTable(
  'fund_fee',
  {
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    /** The prefix of its expense accounts. */
    accountPrefix: text('account_prefix').notNull(),
    /** Both inclusive; null for no end. */
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
    /** Percent of the fund's net assets per year; null with an amount, or if the classes' management fees count. */
    rate: numeric('rate'),
    /** Per year, in fund currency. */
    amount: numeric('amount'),
    /** Days in the year for the division: 365, 360 or ACT. */
    days: text('days').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundId, t.accountPrefix, t.validFrom] })],
)

export const benchmarkLevel = pgTable(
  'benchmark_level',
  {
    benchmark: text('benchmark').notNull(),
    date: day('date').notNull(),
    level: numeric('level').notNull(),
  },
  (t) => [primaryKey({ columns: [t.benchmark, t.date] })],
)

/** Account plan: the longest prefix of an account number determines its class. */
export const accountPrefix = pgTable('account_prefix', {
  prefix: text('prefix').primaryKey(),
  accountClass: text('account_class').notNull(),
  /** The usual side of its balances: debit, credit or both; null: that of the class. */
  side: text('side'),
  /** Dividends, and withholding tax on them, are booked on its accounts. */
  dividends: boolean('dividends').notNull().default(false),
})

export const exchangeRate = pgTable(
  'exchange_rate',
  {
    currency: text('currency').notNull(),
    date: day('date').notNull(),
    /** Site currency for one unit. */
    rate: numeric('rate').notNull(),
  },
  (t) => [primaryKey({ columns: [t.currency, t.date] })],
)

export const currency = pgTable('currency', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
})

export const expenseType = pgTable('expense_type', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  category: text('category'),
})

/**
 * The accounts in a NAV's balance for accrued or prepaid amounts of a kind of expense: of a fund, else of its entity,
 * else (without either) of every fund.
 */
export const expenseAccount = pgTable(
  'expense_account',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    expenseTypeId: integer('expense_type_id')
      .notNull()
      .references(() => expenseType.id),
    /** "accrued" or "prepaid". */
    holds: text('holds').notNull(),
    /** The prefix of their numbers. */
    accountPrefix: text('account_prefix').notNull(),
    legalEntityId: integer('legal_entity_id').references(() => legalEntity.id),
    fundId: integer('fund_id').references(() => fund.id),
  },
  (t) => [
    unique('expense_account_of')
      .on(t.expenseTypeId, t.holds, t.accountPrefix, t.legalEntityId, t.fundId)
      .nullsNotDistinct(),
  ],
)

export const routineType = pgTable('routine_type', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
})

export const clientValidator = pgTable(
  'client_validator',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    legalEntityId: integer('legal_entity_id')
      .notNull()
      .references(() => legalEntity.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    isRetired: boolean('is_retired').notNull(),
  },
  (t) => [uniqueIndex('client_validator_name').on(t.legalEntityId, t.firstName, t.lastName)],
)

export const calendarHoliday = pgTable(
  'calendar_holiday',
  {
    calendar: text('calendar').notNull(),
    date: day('date').notNull(),
    name: text('name').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.calendar, t.date] })],
)

/** Lists of codes in forms: FEE_ALLOCATION, POSTING_FILTER, FEES_TYPE. */
export const mapping = pgTable(
  'mapping',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    key: text('key').notNull(),
    code: text('code').notNull(),
    display: text('display').notNull(),
    sortingOrder: integer('sorting_order').notNull(),
  },
  (t) => [uniqueIndex('mapping_code').on(t.key, t.code)],
)

/** Reasons of controls. */
export const reason = pgTable('reason', {
  code: text('code').primaryKey(),
  display: text('display').notNull(),
  sortingOrder: integer('sorting_order').notNull(),
})

export const kpiMethod = pgTable('kpi_method', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
})

export const kpiComment = pgTable('kpi_comment', {
  // Fundesk ships the first ones with fixed numbers; those of the site start above.
  id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 101 }),
  domain: text('domain').notNull(),
  value: text('value').notNull(),
  freeCommentRequired: boolean('free_comment_required').notNull(),
})

/** The ranked checks of each NAV (product: NAV checks). */
export const isaeCheck = pgTable('isae_check', {
  rank: integer('rank').primaryKey(),
  name: text('name').notNull(),
  /** The queue that ticks it, or "auto". */
  queue: text('queue').notNull(),
  /** What ticks an automatic one: rule ids, "files", "controls", or a step's name. */
  auto: text('auto'),
})

/** The workbook of a user's last dry run, kept for an hour so that it need not be chosen again for the import. */
export const importTrial = pgTable('import_trial', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => appUser.id),
  fileName: text('file_name').notNull(),
  sha256: text('sha256').notNull(),
  size: integer('size').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const importTrialChunk = pgTable(
  'import_trial_chunk',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => importTrial.userId, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.seq] })],
)
