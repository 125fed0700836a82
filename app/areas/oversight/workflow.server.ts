import { createHash } from 'node:crypto'
import type { Read } from 'db/database'
import { oversightReport } from 'db/schema/oversight'
import { eq, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { FILE_TYPES } from '~/platform/files/file-types'
import { storeDocument } from '~/platform/files/read-content.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import type { WorkflowHandlers } from '~/platform/objects/take-step.server'
import { historyOf, rolesByStep } from '~/platform/workflow/history.server'
import type { EventData, Instance } from '~/platform/workflow/types'
import { ENDED, OVERSIGHT_REPORT } from './oversight'
import { reportFileName, reportPdf } from './report-pdf'
import { reportById } from './reports.server'
import { type Signature, signaturesOf } from './signatures'

/** Who signed in this round: another person signs after them. */
function signers(read: Read, { objectId, round }: Pick<Instance, 'objectId' | 'round'>) {
  return rolesByStep(read, objectId, round, { signer: ['sign'] })
}

/** The steps of an oversight report. */
export const oversightWorkflow: WorkflowHandlers = {
  kinds: [OVERSIGHT_REPORT],
  before: async () => undefined,
  marks: ({ read }, instance) => signers(read, instance),
  conditions: {
    'the report is kept': (context, instance) => keepReport(context, instance),
  },
  effects: {},
  nameOf: (id) => `Oversight report ${id}`,
}

/** Keeps the PDF with both signatures as a document; the event states its SHA-256 and that of the figures. */
async function keepReport(context: UserWriteContext, { objectId, round }: Instance): Promise<EventData> {
  const { tx, actor, now } = context
  const stored = await reportById(tx, objectId)
  const second: Signature = { name: actor.fullName, at: now.toISOString() }
  const signatures = [...signaturesOf(await historyOf(tx, objectId), round), second]
  const bytes = await reportPdf(stored, signatures)
  const documentId = await storeDocument(tx, {
    objectKind: OVERSIGHT_REPORT,
    objectId,
    fileType: FILE_TYPES.oversight,
    fileName: reportFileName(stored),
    bytes,
    createdBy: actor.id,
    now,
  })
  const pdfSha256 = createHash('sha256').update(bytes).digest('hex')
  await tx.update(oversightReport).set({ documentId, pdfSha256 }).where(eq(oversightReport.id, objectId))
  return { figures: stored.digest, pdf: pdfSha256, documentId }
}

/** An oversight report for code that knows only its kind. */
export const oversightObject: ObjectKind = {
  functions: ['oversight'],
  list: '/oversight',
  completed: ENDED,
  atWork: {
    label: 'Oversight report',
    joins: [left(oversightReport, eq(oversightReport.id, place.objectId))],
    title: sql`concat(to_char(${oversightReport.firstDay}, 'MM/YYYY'), ' to ', to_char(${oversightReport.lastDay}, 'MM/YYYY'),
      ', ', coalesce(${oversightReport.fundCode}, ${oversightReport.provider}, 'all funds'))`,
    amount: sql`null::numeric`,
    currency: sql`null::text`,
    facts: sql`null::text`,
    calendar: sql`null::text`,
    revision: sql`null::int`,
  },
  steps: objectSteps(oversightWorkflow),
}
