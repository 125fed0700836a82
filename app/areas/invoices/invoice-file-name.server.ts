import { document } from 'db/schema/documents'
import { invoice } from 'db/schema/invoices'
import { sql } from 'drizzle-orm'
import { FILE_TYPES } from '~/platform/files/file-types'

/** Name of the supplier's PDF of an invoice, in statements that read invoices; null when it has none. */
export const invoiceFileName = sql<string | null>`(select d.file_name from ${document} d
  where d.object_kind = 'invoice' and d.object_id = ${invoice}.id
    and d.file_type = ${FILE_TYPES.invoice} and d.deleted_at is null
  order by d.id limit 1)`
