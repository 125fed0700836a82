import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, day, instant, objectId } from '../columns'
import { appUser } from './access'
import { invoice } from './invoices'
import { legalEntity } from './lookups'
import { bankAnswer, payment } from './payments'
import { nextObjectId } from './workflow'

/** What banks booked on our accounts, what explains each entry, and the entries that nothing explains. */

/** A document of a file: a message, or one of several in a zip. Each counts once. */
export const bankDocument = pgTable(
  'bank_document',
  {
    /** SHA-256 of its own bytes, in hex. */
    sha256: text('sha256').primaryKey(),
    answerId: integer('answer_id')
      .notNull()
      .references(() => bankAnswer.id),
    /** "statements.zip › camt053-1.xml" */
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    messageId: text('message_id').notNull(),
    createdOn: day('created_on'),
  },
  (t) => [index('bank_document_answer').on(t.answerId)],
)

/** A statement of one of our accounts (camt.053, MT940). */
export const bankStatement = pgTable(
  'bank_statement',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    answerId: integer('answer_id')
      .notNull()
      .references(() => bankAnswer.id),
    documentSha256: text('document_sha256')
      .notNull()
      .references(() => bankDocument.sha256),
    kind: text('kind').notNull(),
    /** IBAN, or the number by which the bank knows the account. */
    account: text('account').notNull(),
    currency: text('currency').notNull(),
    entityId: integer('entity_id')
      .notNull()
      .references(() => legalEntity.id),
    /** The bank's number of the statement, where it has one. */
    number: text('number'),
    openingDay: day('opening_day'),
    opening: amount('opening'),
    closingDay: day('closing_day'),
    closing: amount('closing'),
    /** First and last booking date of its entries; null without entries. */
    fromDay: day('from_day'),
    toDay: day('to_day'),
    entries: integer('entries').notNull(),
    /** Booked credits less booked debits. */
    total: amount('total').notNull(),
    /** Closing balance less opening balance and entries; null where one of them is missing. */
    difference: amount('difference'),
    /** Opening balance less the closing balance of the statement before it; null where there is none. */
    gap: amount('gap'),
  },
  (t) => [index('bank_statement_account').on(t.account, t.currency, t.closingDay)],
)

/**
 * Each entry of a statement or notification, and each status of a payment: what the bank says, and how it ended.
 * Entries that nothing explains are objects of the kind "bank entry".
 */
export const bankEntry = pgTable(
  'bank_entry',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    answerId: integer('answer_id')
      .notNull()
      .references(() => bankAnswer.id),
    documentSha256: text('document_sha256')
      .notNull()
      .references(() => bankDocument.sha256),
    statementId: integer('statement_id').references(() => bankStatement.id),
    /** Of the document: "camt.053". */
    kind: text('kind').notNull(),
    /** Its number within the document, from 1. */
    position: integer('position').notNull(),
    /** booked, pending or information; status for an entry of a pain.002. */
    status: text('status').notNull(),
    /** Of a status: RJCT, RVNM. */
    code: text('code'),
    account: text('account').notNull().default(''),
    /** The entity of ours that has the account; null where none has. */
    entityId: integer('entity_id').references(() => legalEntity.id),
    /** debit or credit; null for a status. */
    direction: text('direction'),
    /** As booked; not negative. Null for a status. */
    amount: amount('amount'),
    currency: text('currency'),
    instructedAmount: amount('instructed_amount'),
    instructedCurrency: text('instructed_currency'),
    exchangeRate: numeric('exchange_rate'),
    /** Part of the booked amount, as the bank states them. */
    charges: amount('charges'),
    chargesCurrency: text('charges_currency'),
    bookingDate: day('booking_date'),
    valueDate: day('value_date'),
    counterparty: text('counterparty').notNull().default(''),
    counterpartyAccount: text('counterparty_account').notNull().default(''),
    text: text('text').notNull().default(''),
    endToEndId: text('end_to_end_id'),
    instructionId: text('instruction_id'),
    messageId: text('message_id'),
    groupId: text('group_id'),
    bankReference: text('bank_reference'),
    reasonCode: text('reason_code'),
    reasonText: text('reason_text').notNull().default(''),
    /** accepted, rejected, settled, returned, matched, information or inbox; as recorded, it never changes. */
    outcome: text('outcome').notNull(),
    /** A sentence for the treasurer. */
    words: text('words').notNull(),
    /** The payment that it is about; null for none, and for several. */
    paymentId: integer('payment_id').references(() => payment.id),
    invoiceId: objectId('invoice_id').references(() => invoice.id),
    /** The first entry of the same booking, where another file reported it before; null for the first one. */
    repeats: objectId('repeats'),
    /** Its other side: the debit that a return takes back, or the return. */
    pairedWith: objectId('paired_with'),
    /** Of the inbox: what it is about. */
    topic: text('topic'),
    /** Of the inbox: what differs, with both sides. */
    differences: jsonb('differences').notNull().default([]),
    /** Of the inbox: what is proposed; null for nothing. */
    proposal: jsonb('proposal'),
    /** Of the inbox: who takes care of it. */
    ownerId: integer('owner_id').references(() => appUser.id),
    /** How it was explained: match, charges, income, return, dispute, not ours; null while it is not. */
    explainedAs: text('explained_as'),
    explainedBy: integer('explained_by').references(() => appUser.id),
    explainedAt: instant('explained_at'),
    comment: text('comment').notNull().default(''),
  },
  (t) => [
    index('bank_entry_answer').on(t.answerId, t.id),
    index('bank_entry_statement').on(t.statementId),
    index('bank_entry_account').on(t.account, t.bookingDate),
    // The same booking in another file.
    index('bank_entry_amount').on(t.account, t.amount),
    index('bank_entry_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('bank_entry_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    index('bank_entry_unexplained')
      .on(t.account)
      .where(sql`${t.outcome} = 'inbox' and ${t.explainedAt} is null`),
    check(
      'bank_entry_outcome',
      sql`${t.outcome} in ('accepted', 'rejected', 'settled', 'returned', 'matched', 'information', 'inbox')`,
    ),
  ],
)

/**
 * What a booked entry consists of, in the currency of its account, as the bank signs it: less than zero where the
 * account pays. The postings of an explained entry add up to its amount.
 */
export const bankPosting = pgTable(
  'bank_posting',
  {
    entryId: objectId('entry_id')
      .notNull()
      .references(() => bankEntry.id),
    position: integer('position').notNull(),
    /** supplier, charges, income, exchange difference or not ours. */
    kind: text('kind').notNull(),
    amount: amount('amount').notNull(),
    paymentId: integer('payment_id').references(() => payment.id),
    invoiceId: objectId('invoice_id').references(() => invoice.id),
    text: text('text').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.entryId, t.position] }),
    index('bank_posting_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('bank_posting_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
  ],
)

/** A month of an account that was closed: nothing of it is unexplained. Reopened, it may be closed again. */
export const bankMonth = pgTable(
  'bank_month',
  {
    account: text('account').notNull(),
    currency: text('currency').notNull(),
    monthEnd: date('month_end', { mode: 'string' }).notNull(),
    closedBy: integer('closed_by')
      .notNull()
      .references(() => appUser.id),
    closedAt: instant('closed_at').notNull(),
    opening: amount('opening').notNull(),
    /** Booked credits less booked debits. */
    total: amount('total').notNull(),
    /** The closing balance of its last statement. */
    closing: amount('closing').notNull(),
    /** Another treasurer than the one who closed it; null while it is closed. */
    reopenedBy: integer('reopened_by').references(() => appUser.id),
    reopenedAt: instant('reopened_at'),
    /** Why it was reopened. */
    comment: text('comment').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.account, t.currency, t.monthEnd] })],
)
