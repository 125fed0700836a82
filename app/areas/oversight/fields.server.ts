import { appUser } from 'db/schema/access'
import { oversightReport } from 'db/schema/oversight'
import { workflowInstance } from 'db/schema/workflow'
import { sql } from 'drizzle-orm'
import { fullName } from '~/areas/access/users.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { EVENT_CLASS, EVENT_QUEUE } from '~/platform/objects/event-fields.server'

/** The fields of a row of oversight reports. */
export const REPORT_ROW = {
  id: {
    kind: 'id',
    sql: oversightReport.id,
    required: true,
    column: { header: 'Report', look: 'count', size: 90, enableGrouping: false, meta: { phone: 'object' } },
  },
  first_day: {
    kind: 'day',
    sql: oversightReport.firstDay,
    required: true,
    column: { header: 'NAV dates from', size: 130 },
  },
  last_day: {
    kind: 'day',
    sql: oversightReport.lastDay,
    required: true,
    column: { header: 'to', size: 110, meta: { phone: 'due' } },
  },
  provider: {
    kind: 'text',
    sql: oversightReport.provider,
    about: 'Null for all administrators.',
    column: { header: 'Administrator', size: 130, meta: { title: 'Blank: all', phone: 'name' } },
  },
  fund_code: {
    kind: 'text',
    sql: oversightReport.fundCode,
    about: 'Null for all funds.',
    column: { header: 'Fund', size: 95, meta: { title: 'Blank: all' } },
  },
  made_at: {
    kind: 'instant',
    sql: oversightReport.madeAt,
    required: true,
    column: { header: 'Computed' },
  },
  made_by: {
    kind: 'text',
    sql: sql<string>`coalesce((select ${fullName} from ${appUser} where app_user.id = ${oversightReport.madeBy}), '')`,
    required: true,
    column: { header: 'By' },
  },
  digest: {
    kind: 'text',
    sql: oversightReport.digest,
    required: true,
    about: 'SHA-256 of the figures.',
    column: {
      header: 'SHA-256 of the figures',
      look: 'slim',
      size: 180,
      enableGrouping: false,
      meta: { values: false, hiddenByDefault: true },
    },
  },
  pdf_sha256: {
    kind: 'text',
    sql: oversightReport.pdfSha256,
    about: 'SHA-256 of the PDF that was kept; null before it is frozen.',
    column: {
      header: 'SHA-256 of the PDF',
      look: 'slim',
      size: 180,
      enableGrouping: false,
      meta: { values: false },
    },
  },
  event_status: {
    kind: 'text',
    sql: workflowInstance.status,
    required: true,
    column: { header: 'Status', look: 'status', size: 210, meta: { phone: 'status' } },
  },
  event_queue: EVENT_QUEUE,
  event_class: EVENT_CLASS,
} satisfies ListFields

export type ReportRow = RowOf<typeof REPORT_ROW>

/** The columns of oversight reports. */
export const REPORT_DECLARED = declaredColumns(REPORT_ROW, [
  'id',
  'first_day',
  'last_day',
  'provider',
  'fund_code',
  'event_status',
])
