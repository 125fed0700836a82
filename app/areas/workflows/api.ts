import type { Read } from 'db/database'
import { z } from 'zod'
import { type FunctionId, stepTaker } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { userNames } from '~/areas/access/users.server'
import { BUDGET_WORKFLOW } from '~/areas/budgets/workflow-rules'
import { objectFor } from '~/areas/documents/documents-of.server'
import { DRAFT_WORKFLOW } from '~/areas/drafts/workflow-rules'
import { draftOfInvoice } from '~/areas/invoices/read-invoice.server'
import { INVOICE_WORKFLOW } from '~/areas/invoices/workflow-rules'
import { anEventClass, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable, Methods } from '~/http/calls/call-types'
import { idOf } from '~/http/calls/values'
import { stepsOfKind } from '~/platform/objects/object-kinds.server'
import { offeredSteps } from '~/platform/objects/take-step.server'
import { DomainError } from '~/platform/values/domain-error'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { type HistoryEvent, historyOf } from '~/platform/workflow/history.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { KindRules } from '~/platform/workflow/kind-rules'
import type { Instance, State, Step } from '~/platform/workflow/types'

/** Where an object is. @throws DomainError 'not-found', also for an object of another kind */
export async function instanceOfKind(read: Read, kind: string, objectId: number): Promise<Instance> {
  const instance = await instanceById(read, objectId)
  if (instance.kind !== kind)
    throw new DomainError('not-found', `There is no ${kind} ${objectId}. Check the address.`)
  return instance
}

/** Workflow event of the specification, section 3. */
export const anEvent = z
  .object({
    id: anId,
    event_date: anInstant,
    event_status: aText,
    event_queue: aText,
    event_class: anEventClass,
    event_log: aText,
    first_name: aText,
    last_name: aText,
    workflowId: anId.nullable(),
  })
  .meta({ id: 'WorkflowEvent' })

/** Next workflow step of the specification, section 3. */
const aStep = {
  workflowId: anId,
  eventClass: anEventClass,
  eventStatus: aText,
  eventQueue: aText,
  display: aText,
}

export const anInstance = z
  .object({
    workflowHistory: z.array(anEvent),
    currentWorkflowStep: z.object({ ...aStep, workflowId: anId.nullable() }),
    nextWorkflowStep: z.array(z.object(aStep).meta({ id: 'NextWorkflowStep' })),
  })
  .meta({ id: 'WorkflowInstance' })

/** An object's history, where it is, and the steps that the caller may take (specification, section 3). */
export async function instanceShape({ read, actor }: UserContext, instance: Instance) {
  const workflowHistory = await historyShape(read, instance.objectId)
  const steps = await stepsOfInstance(read, instance)
  const marks = await stepsOfKind(instance.kind).marks({ read }, instance)
  const { offered } = offeredSteps(steps, instance, stepTaker(actor), marks)
  return {
    workflowHistory,
    currentWorkflowStep: shape(
      instance,
      workflowHistory[0]?.workflowId ?? null,
      `${instance.status} (${instance.queue})`,
    ),
    nextWorkflowStep: offered.map(nextStep),
  }
}

/** All events of an object, newest first. */
export async function historyShape(read: Read, objectId: number) {
  return named(read, await historyOf(read, objectId))
}

function shape({ class: eventClass, status, queue }: State, workflowId: number | null, display: string) {
  return { workflowId, eventClass, eventStatus: status, eventQueue: queue, display }
}

function nextStep({ id, toClass, toStatus, toQueue, display }: Step) {
  return shape({ class: toClass, status: toStatus, queue: toQueue }, id, display)
}

async function named(read: Read, history: readonly HistoryEvent[]) {
  const names = await userNames(
    read,
    history.map(({ userId }) => userId),
  )
  return history.map(({ id, at, status, queue, class: eventClass, log, userId, whoName, stepId }) => {
    const name = userId === null ? undefined : names.get(userId)
    return {
      id,
      event_date: at,
      event_status: status,
      event_queue: queue,
      event_class: eventClass,
      event_log: log,
      first_name: name?.firstName ?? whoName,
      last_name: name?.lastName ?? '',
      workflowId: stepId,
    }
  })
}

/**
 * The calls of an address that return the history of an object of one kind, its place, and the steps that the caller
 * may take. The address names the id `draftId`, `invoiceId`, ….
 */
function instanceCalls({ kind, one, functionId }: KindRules): Methods {
  return {
    GET: {
      may: [functionId as FunctionId],
      summary: `History of ${one}, its current state, and the steps that the caller may take.`,
      answers: { 200: anInstance },
      async answer(guarded, { params }) {
        const { read } = guarded
        const instance = await instanceOfKind(read, kind, idOf(params[`${kind}Id`], kind))
        return instanceShape(guarded, instance)
      },
    },
  }
}

export const workflowsCalls: EndpointTable = {
  about: 'workflow',
  calls: {
    'workflows/instances/:objectId': {
      GET: {
        may: 'any user',
        summary:
          'History of any object with a workflow, its current state, and the steps that the caller may take.',
        answers: { 200: anInstance },
        async answer(guarded, { params }) {
          const instance = await objectFor(guarded, idOf(params.objectId, 'object'))
          return instanceShape(guarded, instance)
        },
      },
    },
    /**
     * GET workflows/instances/invoice/{id}: history of an invoice, where it is, and the steps that the caller may take.
     */
    'workflows/instances/invoice/:invoiceId': instanceCalls(INVOICE_WORKFLOW),
    /** GET workflows/instances/draft/{id}: history of a draft, where it is, and the steps that the caller may take. */
    'workflows/instances/draft/:draftId': instanceCalls(DRAFT_WORKFLOW),
    /**
     * GET workflows/instances/invoice_draft/{id}: history of the draft that an invoice was created from; empty without
     * a draft.
     */
    'workflows/instances/invoice_draft/:invoiceId': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'History of the draft that an invoice was created from; empty if there was no draft.',
        answers: { 200: z.object({ workflowHistory: z.array(anEvent) }) },
        async answer({ read }, { params }) {
          const draftId = await draftOfInvoice(read, idOf(params.invoiceId, 'invoice'))
          return { workflowHistory: draftId === null ? [] : await historyShape(read, draftId) }
        },
      },
    },
    /**
     * GET workflows/instances/budget/{id}: history of a budget, where it is, and the steps that the caller may take.
     */
    'workflows/instances/budget/:budgetId': instanceCalls(BUDGET_WORKFLOW),
  },
}
