import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { fund } from './lookups'
import { nextObjectId } from './workflow'

/** Cases of wrong NAVs: what was published and what it should have been, the deals of these dates, and who pays. */

/** A case; its workflow state is the instance with the same id. */
export const navError = pgTable(
  'nav_error',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    /** NAV, BREACH, FEES, CUT-OFF, SWING, ALLOCATION or OTHER. */
    kind: text('kind').notNull(),
    description: text('description').notNull(),
    discoveredOn: day('discovered_on').notNull(),
    discoveredBy: text('discovered_by').notNull(),
    firstDate: day('first_date').notNull(),
    /** Null while the error goes on. */
    lastDate: day('last_date'),
    /** The settings in force on the day of discovery (NavErrorPolicy), and where the threshold comes from. */
    policy: jsonb('policy').notNull(),
    thresholdLevel: text('threshold_level').notNull(),
    /** Figures and compensation as quantified; null before. */
    quantified: jsonb('quantified'),
    /** Deadlines of the regulator's notification and of the report that all was paid. */
    notifyBy: day('notify_by').notNull(),
    reportBy: day('report_by').notNull(),
    notifiedOn: day('notified_on'),
    notificationReference: text('notification_reference').notNull().default(''),
    compensatedOn: day('compensated_on'),
    revision: integer('revision').notNull().default(1),
    createdBy: integer('created_by').references(() => appUser.id),
    creationDate: instant('creation_date').notNull(),
    updatedBy: integer('updated_by').references(() => appUser.id),
    updateDate: instant('update_date').notNull(),
  },
  (t) => [index('nav_error_fund').on(t.fundId, t.firstDate)],
)

const ofCase = () =>
  objectId('nav_error_id')
    .notNull()
    .references(() => navError.id)

/** What caused the error, and who caused that. */
export const navErrorCause = pgTable(
  'nav_error_cause',
  {
    navErrorId: ofCase(),
    position: integer('position').notNull(),
    /** PRICE, FX, CORPORATE ACTION, … */
    cause: text('cause').notNull(),
    /** administrator, manager, depositary, transfer agent or other. */
    causedBy: text('caused_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.position] })],
)

/** What one cause alone did to the NAV per share of a class at a date. */
export const navErrorCausePart = pgTable(
  'nav_error_cause_part',
  {
    navErrorId: ofCase(),
    cause: text('cause').notNull(),
    date: day('date').notNull(),
    classCode: text('class_code').notNull(),
    /** In class currency per share; positive where it made the NAV too high. */
    amount: numeric('amount').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.cause, t.date, t.classCode] })],
)

/** The corrected NAV per share of a class at a date, as a person entered it. */
export const navErrorCorrection = pgTable(
  'nav_error_correction',
  {
    navErrorId: ofCase(),
    date: day('date').notNull(),
    classCode: text('class_code').notNull(),
    navPerShare: numeric('nav_per_share').notNull(),
    /** Null: as sent. */
    shares: numeric('shares'),
    /** Fund currency for one unit of the class's; null: as sent. */
    fxRate: numeric('fx_rate'),
    /** "real": the money that really came; "case": debts and claims of the case are in it. */
    books: text('books').notNull(),
    comment: text('comment').notNull(),
    enteredBy: integer('entered_by')
      .notNull()
      .references(() => appUser.id),
    enteredAt: instant('entered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.date, t.classCode] })],
)

/** A file with deals of the transfer agent. It is never changed; one may be withdrawn. */
export const navErrorDealFile = pgTable(
  'nav_error_deal_file',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    navErrorId: ofCase(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    /** Lines of other funds, dates and classes, which are not stored. */
    leftOut: integer('left_out').notNull(),
    uploadedBy: integer('uploaded_by')
      .notNull()
      .references(() => appUser.id),
    uploadedAt: instant('uploaded_at').notNull(),
    withdrawnBy: integer('withdrawn_by').references(() => appUser.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnWhy: text('withdrawn_why').notNull().default(''),
  },
  (t) => [index('nav_error_deal_file_case').on(t.navErrorId)],
)

/** Shares issued or redeemed at the NAV of a date. */
export const navErrorDeal = pgTable(
  'nav_error_deal',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => navErrorDealFile.id),
    position: integer('position').notNull(),
    date: day('date').notNull(),
    classCode: text('class_code').notNull(),
    holder: text('holder').notNull(),
    /** S: issued; R: redeemed. */
    side: text('side').notNull(),
    shares: numeric('shares').notNull(),
    sharesAtEnd: numeric('shares_at_end'),
    price: numeric('price'),
    /** CASH, SWITCH, REINVESTMENT, KIND or OTHER. */
    kind: text('kind').notNull(),
    link: text('link'),
    /** The cell of its shares: "Deals!E4". */
    cell: text('cell').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.position] })],
)

/** What the case says of a holder's reference. */
export const navErrorHolder = pgTable(
  'nav_error_holder',
  {
    navErrorId: ofCase(),
    holder: text('holder').notNull(),
    /** The reference that it is one with; null for none. */
    sameAs: text('same_as'),
    isNominee: boolean('is_nominee').notNull().default(false),
    /** It pays back what it had too much itself. */
    pays: boolean('pays').notNull().default(false),
    comment: text('comment').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.holder] })],
)

/** Who pays what was too much. */
export const navErrorPayer = pgTable(
  'nav_error_payer',
  {
    navErrorId: ofCase(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    role: text('role').notNull(),
    percent: numeric('percent').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.position] })],
)

/** The payer that pays the holders of a class directly. */
export const navErrorDirectPayer = pgTable(
  'nav_error_direct_payer',
  { navErrorId: ofCase(), classCode: text('class_code').notNull(), payer: text('payer').notNull() },
  (t) => [primaryKey({ columns: [t.navErrorId, t.classCode] })],
)
