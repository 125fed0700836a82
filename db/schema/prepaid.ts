import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { amount, day, instant, objectId } from '../columns'
import { appUser } from './access'
import { invoice } from './invoices'

/** A monthly journal of prepaid expenses that was marked as booked: written once. */
export const prepaidJournal = pgTable('prepaid_journal', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Last day of the booked month. */
  monthEnd: day('month_end').notNull(),
  bookedBy: integer('booked_by')
    .notNull()
    .references(() => appUser.id),
  bookedAt: instant('booked_at').notNull(),
  comment: text('comment').notNull().default(''),
})

/** One of its lines: the cost of one month of an invoice's service. */
export const prepaidLine = pgTable(
  'prepaid_line',
  {
    invoiceId: objectId('invoice_id')
      .notNull()
      .references(() => invoice.id),
    /** Last day of the month that bears it: earlier than the journal's if booked late. */
    monthEnd: day('month_end').notNull(),
    /** 1; higher for corrections of the month: what a cancelled invoice reverses. */
    seq: integer('seq').notNull(),
    journalId: integer('journal_id')
      .notNull()
      .references(() => prepaidJournal.id),
    amount: amount('amount').notNull(),
  },
  (t) => [
    // A month of an invoice is booked only once.
    primaryKey({ columns: [t.invoiceId, t.monthEnd, t.seq] }),
    index('prepaid_line_journal').on(t.journalId),
  ],
)
