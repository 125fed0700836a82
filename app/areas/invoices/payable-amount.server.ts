import { invoice } from 'db/schema/invoices'
import { sql } from 'drizzle-orm'
import type { Decimal } from '~/platform/values/decimal'

/** What is to be paid of an invoice, as `payableOf` has it: for runs, files and pages alike. */
export const payableSql = sql<Decimal>`(${invoice.grossAmount} - coalesce(${invoice.prepaidAmount}, 0)
  + coalesce(${invoice.roundingAmount}, 0))::numeric(18, 2)`
