import type { Read } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navError } from 'db/schema/nav-errors'
import { eq, sql } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import { STEP_REFUSED, type StepInput, type WorkflowHandlers } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showMoney } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { rolesByStep } from '~/platform/workflow/history.server'
import type { EventData, Instance } from '~/platform/workflow/types'
import { isDocumentOf } from './case-documents.server'
import { type CaseResult, completed } from './case-figures.server'
import { paymentsOf } from './case-payments.server'
import { FIGURES_CHANGED } from './change-case.server'
import { endDeadlines } from './deadlines.server'
import { ENDED, NAV_ERROR } from './nav-error'
import { valuedAt } from './payment-day.server'
import { isOpenFlow, paidFlows } from './payments'
import { caseById } from './read-case.server'
import { storeFigures } from './store-figures.server'

export interface NavErrorStepInput extends StepInput {
  /** Of the notification, or of the payment. */
  date?: Day | null
  /** Of the notification: the regulator's number, or that of the letter. */
  reference?: string
  /** Of the notification: a document of the case. */
  documentId?: number | null
}

/** Who quantified a case in this round, or changed its figures, and who approved it. */
function navErrorMarks(read: Read, { objectId, round }: Pick<Instance, 'objectId' | 'round'>) {
  return rolesByStep(read, objectId, round, {
    quantifier: ['quantify', FIGURES_CHANGED],
    approver: ['approve'],
  })
}

/** The steps of an NAV error. */
export const navErrorWorkflow: WorkflowHandlers<NavErrorStepInput> = {
  kinds: [NAV_ERROR],
  before: async () => undefined,
  marks: ({ read }, instance) => navErrorMarks(read, instance),
  conditions: {
    'figures are complete': (context, { objectId }, { input: { comment } }) =>
      storeFigures(context, objectId, comment),
    'notification is dated': async (context, { objectId }, { input }) => ({
      ...(await datedStep(context, objectId, input, 'Enter the date of the notification.')),
      reference: notificationReference(input),
      documentId: await documentOfCase(context.tx, objectId, input),
    }),
    'payment is dated': async ({ tx, today }, { objectId }, { input }) => {
      const dated = await datedStep({ tx, today }, objectId, input, 'Enter the date on which all was paid.')
      const valued = await valuedOnPayment(tx, objectId, input)
      await refuseUnpaid(tx, objectId, valued, input.comment)
      return valued?.paidAt ? { ...dated, figures: sha256(canonicalJson(valued)) } : dated
    },
    'nothing to notify': ({ tx }, { objectId }) => refuseToEndUnnotified(tx, objectId),
  },
  effects: {
    async 'store the notification'({ tx }, { objectId }, { input }) {
      const { date: on = null, documentId = null } = input
      const reference = notificationReference(input)
      const { notifiedOn } = await caseById(tx, objectId)
      await tx
        .update(navError)
        .set(
          notifiedOn === null
            ? { notifiedOn: on, notificationReference: reference, notificationDocumentId: documentId }
            : { notifiedAgainOn: on, secondReference: reference, secondDocumentId: documentId },
        )
        .where(eq(navError.id, objectId))
    },
    async 'store the payment'({ tx }, { objectId }, { input }) {
      const valued = await valuedOnPayment(tx, objectId, input)
      await tx
        .update(navError)
        .set({ compensatedOn: input.date ?? null, ...(valued?.paidAt ? { quantified: valued } : {}) })
        .where(eq(navError.id, objectId))
    },
  },
  effectsOfEveryStep: {
    'end its deadlines': (context, { objectId }, taken) => endDeadlines(context, objectId, taken),
  },
  nameOf: (id) => `NAV error ${id}`,
}

const notificationReference = ({ reference = '' }: NavErrorStepInput) => reference.trim()

/** The document of a notification; null for none. @throws DomainError invalid for one that the case has not */
async function documentOfCase(
  read: Read,
  id: number,
  { documentId = null }: NavErrorStepInput,
): Promise<number | null> {
  if (documentId === null || (await isDocumentOf(read, id, documentId))) return documentId
  const fault = `Document ${documentId} is not one of this case. Add it to the case first.`
  throw new DomainError('invalid', fault, { title: STEP_REFUSED, fields: { documentId: fault } })
}

async function datedStep(
  { tx, today }: Pick<UserWriteContext, 'tx' | 'today'>,
  id: number,
  { date = null }: NavErrorStepInput,
  enter: string,
): Promise<EventData> {
  const [found] = await tx
    .select({ discoveredOn: navError.discoveredOn })
    .from(navError)
    .where(eq(navError.id, id))
  const fault =
    date === null
      ? enter
      : date > today
        ? `${showDay(date)} is in the future. ${enter}`
        : found && date < found.discoveredOn
          ? `${showDay(date)} is before the day of discovery. ${enter}`
          : null
  if (fault !== null)
    throw new DomainError('invalid', fault, { title: STEP_REFUSED, fields: { date: fault } })
  return { date }
}

/** The quantified figures, with shares that payers pay for at their worth on the day of payment. */
async function valuedOnPayment(
  read: Read,
  id: number,
  { date = null }: NavErrorStepInput,
): Promise<CaseResult | null> {
  const quantified = await quantifiedOf(read, id)
  if (quantified === null || date === null) return quantified
  return valuedAt(read, await caseById(read, id), quantified, date)
}

/** Where payments are recorded, what is open of the flows needs an explanation. */
async function refuseUnpaid(
  read: Read,
  id: number,
  quantified: CaseResult | null,
  comment: string,
): Promise<void> {
  const payments = await paymentsOf(read, id)
  if (payments.length === 0 || comment.trim() !== '') return
  const flows = [...(quantified?.classes ?? []), ...(quantified?.lines ?? [])].flatMap(
    ({ flows: own, currency }) => own.map((flow) => ({ ...flow, currency })),
  )
  const open = paidFlows(flows, payments).filter(isOpenFlow)
  if (open.length === 0) return
  throw new DomainError(
    'invalid',
    'Not all flows are paid by the recorded payments. Record the others, or explain in the message what is open.',
    {
      title: STEP_REFUSED,
      fields: { eventLog: 'Explain what is open' },
      list: open
        .slice(0, 20)
        .map(({ from, to, open: left, currency }) => `${from} to ${to}: ${showMoney(left, currency)} open`),
    },
  )
}

async function quantifiedOf(read: Read, id: number): Promise<CaseResult | null> {
  const [found] = await read
    .select({ quantified: navError.quantified })
    .from(navError)
    .where(eq(navError.id, id))
  return found?.quantified ? completed(found.quantified as CaseResult) : null
}

async function refuseToEndUnnotified(read: Read, id: number): Promise<void> {
  const quantified = await quantifiedOf(read, id)
  if (quantified === null || !quantified.nothingToNotify)
    throw new DomainError(
      'refused',
      'This case is material or pays holders or the fund: notify it first, then it is compensated and closed.',
      { title: STEP_REFUSED },
    )
}

/** An NAV error for code that knows only its kind. */
export const navErrorObject: ObjectKind = {
  functions: ['errors'],
  list: '/nav-errors',
  completed: ENDED,
  atWork: {
    label: 'NAV error',
    joins: [left(navError, eq(navError.id, place.objectId)), left(fund, eq(fund.id, navError.fundId))],
    title: sql`concat(${fund.name}, ', ', case ${navError.kind} when 'NAV' then 'NAV' else lower(${navError.kind}) end, ' error from ', to_char(${navError.firstDate}, 'DD/MM/YYYY'))`,
    amount: sql`null::numeric`,
    currency: sql`${fund.currency}`,
    calendar: fundCalendar(navError.fundId),
    facts: sql`${navError.description}`,
    revision: sql`${navError.revision}`,
  },
  steps: objectSteps(navErrorWorkflow),
}
