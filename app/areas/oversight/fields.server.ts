import { appUser } from 'db/schema/access'
import { oversightReport } from 'db/schema/oversight'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'

/** The fields of a row of oversight reports. */
export const REPORT_ROW = {
  id: { kind: 'id', sql: oversightReport.id, required: true },
  first_day: { kind: 'day', sql: oversightReport.firstDay, required: true },
  last_day: { kind: 'day', sql: oversightReport.lastDay, required: true },
  provider: { kind: 'text', sql: oversightReport.provider, about: 'Null for all administrators.' },
  fund_code: { kind: 'text', sql: oversightReport.fundCode, about: 'Null for all funds.' },
  made_at: { kind: 'instant', sql: oversightReport.madeAt, required: true },
  made_by: {
    kind: 'text',
    sql: sql<string>`coalesce((select ${fullName} from ${appUser} where app_user.id = ${oversightReport.madeBy}), '')`,
    required: true,
  },
  digest: { kind: 'text', sql: oversightReport.digest, required: true, about: 'SHA-256 of the figures.' },
  pdf_sha256: {
    kind: 'text',
    sql: oversightReport.pdfSha256,
    about: 'SHA-256 of the PDF that was kept; null before it is frozen.',
  },
  event_status: { kind: 'text', sql: workflowInstance.status, required: true },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

export type ReportRow = RowOf<typeof REPORT_ROW>
