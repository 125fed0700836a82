import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { day, instant, jobColumns, objectId } from '../columns'
import { appUser } from './access'
import { document } from './documents'
import { nextObjectId } from './workflow'

/** Oversight reports: figures of a period, kept as they were computed, and frozen by two signatures. */

/** A report; its workflow state is the instance with the same id. */
export const oversightReport = pgTable(
  'oversight_report',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    /** First and last day of the NAV dates. */
    firstDay: day('first_day').notNull(),
    lastDay: day('last_day').notNull(),
    /** Null for all. */
    provider: text('provider'),
    fundCode: text('fund_code'),
    /** The report as JSON (OversightReport), and its SHA-256. */
    figures: text('figures').notNull(),
    digest: text('digest').notNull(),
    madeBy: integer('made_by')
      .notNull()
      .references(() => appUser.id),
    madeAt: instant('made_at').notNull(),
    /** The PDF that was kept when it was frozen, and its SHA-256; null before. */
    documentId: bigint('document_id', { mode: 'number' }).references(() => document.id),
    pdfSha256: text('pdf_sha256'),
  },
  (t) => [index('oversight_report_days').on(t.lastDay, t.firstDay)],
)

/** A report that is being made. */
export const oversightJob = pgTable(
  'oversight_job',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...jobColumns,
    firstDay: day('first_day').notNull(),
    lastDay: day('last_day').notNull(),
    provider: text('provider'),
    fundCode: text('fund_code'),
    /** Null until it is made. */
    reportId: objectId('report_id').references(() => oversightReport.id),
    requestedBy: integer('requested_by')
      .notNull()
      .references(() => appUser.id),
  },
  (t) => [index('oversight_job_newest').on(t.requestedAt)],
)
