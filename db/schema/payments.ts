import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { amount, day, instant, objectId } from '../columns'
import { appUser } from './access'
import { invoice } from './invoices'
import { nextObjectId } from './workflow'

/** Payment runs, the files for banks, and the banks' answers. */

export const paymentRun = pgTable('payment_run', {
  id: objectId('id').primaryKey().default(nextObjectId),
  /** The day on which the banks are to pay. */
  executionDate: day('execution_date').notNull(),
  createdBy: integer('created_by')
    .notNull()
    .references(() => appUser.id),
  creationDate: instant('creation_date').notNull(),
})

/** One file for one paying account. */
export const paymentFile = pgTable(
  'payment_file',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    runId: objectId('run_id')
      .notNull()
      .references(() => paymentRun.id),
    /** The id of the message to the bank (MsgId). */
    messageId: text('message_id').notNull().unique(),
    debtorIban: text('debtor_iban').notNull(),
    currency: text('currency').notNull(),
    payments: integer('payments').notNull(),
    total: amount('total').notNull(),
    documentId: objectId('document_id').notNull(),
    /** SHA-256 of the file, in hex: also in the event of its creation. */
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When it was withdrawn before it was sent; null while valid. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (t) => [index('payment_file_run').on(t.runId)],
)

/** One invoice in a run, with both accounts as of the creation of the run. */
export const payment = pgTable(
  'payment',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    runId: objectId('run_id')
      .notNull()
      .references(() => paymentRun.id),
    invoiceId: objectId('invoice_id')
      .notNull()
      .references(() => invoice.id),
    /** Our id: banks return it in every answer. */
    endToEndId: text('end_to_end_id').notNull().unique(),
    amount: amount('amount').notNull(),
    /** What was taken off for early payment, and the last day for it; null for nothing. */
    discount: amount('discount'),
    discountUntil: day('discount_until'),
    currency: text('currency').notNull(),
    debtorName: text('debtor_name').notNull(),
    debtorIban: text('debtor_iban').notNull(),
    debtorBic: text('debtor_bic').notNull(),
    creditorName: text('creditor_name').notNull(),
    creditorIban: text('creditor_iban').notNull(),
    creditorBic: text('creditor_bic').notNull(),
    /** The number of the payee's bank in a clearing system, "USABA 021000021"; '' for none. */
    creditorClearing: text('creditor_clearing').notNull().default(''),
    /** The currency of the payee's account where it is another one than that of the payment; '' where it is not. */
    creditorCurrency: text('creditor_currency').notNull().default(''),
    /** Who pays the charges: SLEV, SHAR, DEBT or CRED; '' by the reach of the payment, before it was stored. */
    chargeBearer: text('charge_bearer').notNull().default(''),
    /** Hash of the payee's account, as in the approvals of the invoice. */
    accountHash: text('account_hash').notNull(),
    /** The supplier's reference. */
    invoiceRef: text('invoice_ref').notNull(),
    /** The supplier's own reference for the payment, structured or not; '' for none. */
    paymentReference: text('payment_reference').notNull().default(''),
    /** The group of payments within its file (PmtInfId); null before the file is made. */
    groupId: text('group_id'),
    /** planned, taken out, sent, accepted, rejected, paid or returned. */
    state: text('state').notNull().default('planned'),
    /** Why it was taken out, rejected or returned. */
    reason: text('reason').notNull().default(''),
    /** The bank's value date, once it is paid. */
    valueDate: day('value_date'),
    bankReference: text('bank_reference'),
    /** What the bank booked for a payment in another currency, and its rate; null for others. */
    bookedAmount: amount('booked_amount'),
    bookedCurrency: text('booked_currency'),
    exchangeRate: numeric('exchange_rate'),
    /** What the bank added: a changed date, a payee whose name does not match; '' for nothing. */
    bankNote: text('bank_note').notNull().default(''),
    /** 1 for the first payment of an invoice, 2 for the next one. */
    attempt: integer('attempt').notNull().default(1),
    /** Why the attempt before it failed, in the bank's words; '' for a first attempt. */
    attemptReason: text('attempt_reason').notNull().default(''),
    updateDate: instant('update_date').notNull(),
  },
  (t) => [
    index('payment_run_rows').on(t.runId),
    index('payment_group').on(t.groupId).where(sql`${t.groupId} is not null`),
    index('payment_invoice').on(t.invoiceId),
    // Even with simultaneous runs: an invoice is in at most one run that may still pay it.
    uniqueIndex('payment_once')
      .on(t.invoiceId)
      .where(sql`${t.state} not in ('taken out', 'rejected', 'returned')`),
    check(
      'payment_state',
      sql`${t.state} in ('planned', 'taken out', 'sent', 'accepted', 'rejected', 'paid', 'returned')`,
    ),
  ],
)

/** What a payment takes off for a credit of its payee: all of the credit, or a part. */
export const paymentCredit = pgTable(
  'payment_credit',
  {
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payment.id),
    /** The invoice with the negative amount. */
    creditId: objectId('credit_id')
      .notNull()
      .references(() => invoice.id),
    /** More than zero. */
    amount: amount('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.creditId] }),
    index('payment_credit_used').on(t.creditId),
    check('payment_credit_amount', sql`${t.amount} > 0`),
  ],
)

/** A file sent by a bank, stored once. */
export const bankAnswer = pgTable(
  'bank_answer',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** pain.002, camt.052, camt.053, camt.054 or MT940; "several" for a file of several kinds. */
    kind: text('kind').notNull(),
    messageId: text('message_id').notNull(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull().unique(),
    /** The bank's answer for each payment, and what was done with it. */
    lines: jsonb('lines').notNull(),
    /** How many entries and statuses it has, by outcome; their sum is the file's. */
    counts: jsonb('counts').notNull().default({}),
    /** Sentences about the file as a whole: accounts of others, balances that were refused, gaps. */
    notes: jsonb('notes').notNull().default([]),
    receivedBy: integer('received_by')
      .notNull()
      .references(() => appUser.id),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    check(
      'bank_answer_kind',
      sql`${t.kind} in ('pain.002', 'camt.052', 'camt.053', 'camt.054', 'MT940', 'several')`,
    ),
  ],
)

/** The closing balances of statements (camt.053). */
export const accountBalance = pgTable(
  'account_balance',
  {
    iban: text('iban').notNull(),
    currency: text('currency').notNull(),
    day: day('day').notNull(),
    balance: amount('balance').notNull(),
    answerId: integer('answer_id')
      .notNull()
      .references(() => bankAnswer.id),
  },
  (t) => [primaryKey({ columns: [t.iban, t.currency, t.day] })],
)
