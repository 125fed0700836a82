import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, instant, objectId } from '../columns'
import { appUser } from './access'
import { bankEntry } from './bank-inbox'
import { fund } from './lookups'
import { navControl } from './navs'
import { payment } from './payments'
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
    /** A document of the case. */
    notificationDocumentId: objectId('notification_document_id'),
    /** The last notification after the first one: figures changed in between. */
    notifiedAgainOn: day('notified_again_on'),
    secondReference: text('second_reference').notNull().default(''),
    secondDocumentId: objectId('second_document_id'),
    compensatedOn: day('compensated_on'),
    /** Of FEES: they are booked afterwards, so that the deals of every date count. */
    feesBookedLater: boolean('fees_booked_later').notNull().default(false),
    /** Of a reserved fund with a higher threshold: its analysis, a document of the case, and the day investors were told. */
    analysisDocumentId: objectId('analysis_document_id'),
    investorsToldOn: day('investors_told_on'),
    /** What was done so that it does not happen again, and what will be: for the papers. */
    measuresTaken: text('measures_taken').notNull().default(''),
    measuresPlanned: text('measures_planned').notNull().default(''),
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

/** What a person decided of an error where no threshold does: it counts for the corrected figure that was seen. */
export const navErrorDecision = pgTable(
  'nav_error_decision',
  {
    navErrorId: ofCase(),
    date: day('date').notNull(),
    classCode: text('class_code').notNull(),
    corrected: numeric('corrected').notNull(),
    isMaterial: boolean('is_material').notNull(),
    comment: text('comment').notNull(),
    decidedBy: integer('decided_by')
      .notNull()
      .references(() => appUser.id),
    decidedAt: instant('decided_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.date, t.classCode] })],
)

/** The round of a NAV that a person chose as the published one. */
export const navErrorRound = pgTable(
  'nav_error_round',
  {
    navErrorId: ofCase(),
    date: day('date').notNull(),
    round: integer('round').notNull(),
    comment: text('comment').notNull(),
    chosenBy: integer('chosen_by')
      .notNull()
      .references(() => appUser.id),
    chosenAt: instant('chosen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.navErrorId, t.date] })],
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
    /** The file format that read it; null for FUNDESK. */
    formatCode: text('format_code'),
    formatVersion: integer('format_version'),
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

/** A deal in kind that a person counts. */
export const navErrorCountedDeal = pgTable(
  'nav_error_counted_deal',
  {
    fileId: integer('file_id')
      .notNull()
      .references(() => navErrorDealFile.id),
    position: integer('position').notNull(),
    comment: text('comment').notNull(),
    countedBy: integer('counted_by')
      .notNull()
      .references(() => appUser.id),
    countedAt: instant('counted_at').notNull(),
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
    /** A document of the case that shows it. */
    documentId: objectId('document_id'),
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

/** A control of corrected files. Of several of one NAV date the newest counts; one may be withdrawn. */
export const navErrorControl = pgTable(
  'nav_error_control',
  {
    controlId: objectId('control_id')
      .primaryKey()
      .references(() => navControl.id),
    navErrorId: ofCase(),
    date: day('date').notNull(),
    /** "real": the money that really came; "case": debts and claims of the case are in it. */
    books: text('books').notNull(),
    withdrawnBy: integer('withdrawn_by').references(() => appUser.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnWhy: text('withdrawn_why').notNull().default(''),
  },
  (t) => [index('nav_error_control_case').on(t.navErrorId, t.date)],
)

/** What a person adds to the deals: a breach, fees, a cut-off, … It is never changed; one may be withdrawn. */
export const navErrorLine = pgTable(
  'nav_error_line',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    navErrorId: ofCase(),
    /** BREACH, FEES, CUT-OFF, SWING, ALLOCATION, DISTRIBUTION, INTEREST or OTHER. */
    kind: text('kind').notNull(),
    /** What it was worked out from (LineEntry), as entered. */
    entry: jsonb('entry').notNull(),
    rule: text('rule').notNull(),
    documentId: objectId('document_id'),
    addedBy: integer('added_by')
      .notNull()
      .references(() => appUser.id),
    addedAt: instant('added_at').notNull(),
    withdrawnBy: integer('withdrawn_by').references(() => appUser.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnWhy: text('withdrawn_why').notNull().default(''),
  },
  (t) => [index('nav_error_line_case').on(t.navErrorId)],
)

/** What was really paid for a case. It is never changed; one may be withdrawn. */
export const navErrorPayment = pgTable(
  'nav_error_payment',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    navErrorId: ofCase(),
    /** As flows of the case name them: "class A", "holder X", a payer's name. */
    payer: text('payer').notNull(),
    payee: text('payee').notNull(),
    amount: numeric('amount').notNull(),
    currency: text('currency').notNull(),
    paidOn: day('paid_on').notNull(),
    /** The payment of a run, or the entry of the bank inbox, that shows it; both null for a document. */
    paymentId: integer('payment_id').references(() => payment.id),
    bankEntryId: objectId('bank_entry_id').references(() => bankEntry.id),
    comment: text('comment').notNull(),
    recordedBy: integer('recorded_by')
      .notNull()
      .references(() => appUser.id),
    recordedAt: instant('recorded_at').notNull(),
    withdrawnBy: integer('withdrawn_by').references(() => appUser.id),
    withdrawnAt: instant('withdrawn_at'),
    withdrawnWhy: text('withdrawn_why').notNull().default(''),
  },
  (t) => [index('nav_error_payment_case').on(t.navErrorId)],
)

/** A setting by which cases are judged, for all, a regime or a fund. */
export const navErrorSetting = pgTable(
  'nav_error_setting',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** A key of the settings: "dates". */
    setting: text('setting').notNull(),
    /** "all", "regime" or "fund". */
    level: text('level').notNull(),
    /** The regime or the fund code; empty for all. */
    subject: text('subject').notNull().default(''),
    value: text('value').notNull(),
    /** Days of discovery, both inclusive; null for no limit. */
    validFrom: day('valid_from'),
    validTo: day('valid_to'),
  },
  (t) => [index('nav_error_setting_key').on(t.setting, t.level, t.subject)],
)
