import type { Transaction } from 'db/database'
import { z } from 'zod'
import type { FunctionId } from '~/areas/access/actor'
import { takeBudgetStep } from '~/areas/budgets/workflow.server'
import { objectFor } from '~/areas/documents/documents-of.server'
import { aDraft, draftShape } from '~/areas/drafts/api'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import { takeDraftStep } from '~/areas/drafts/workflow.server'
import { voidingOtherAccounts } from '~/areas/invoices/payment-approvals.server'
import { takeInvoiceStep } from '~/areas/invoices/workflow.server'
import { takeNavStep } from '~/areas/navs/workflow.server'
import { takeTaskStep } from '~/areas/processes/workflow.server'
import { created } from '~/http/calls/answer'
import type { Call, CallTable, Methods } from '~/http/calls/call-types'
import { callKey } from '~/http/calls/key'
import { takes } from '~/http/calls/takes'
import { dayValue, idOf, idValue, optionalIdValue, textValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import { type Day, dayIn } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { anInstance, instanceOfKind, instanceShape, NAMED, type ObjectKind } from './api'

/** What a call says with the step that it takes: the chosen step plus objectId and eventLog. */
export interface StepBody {
  objectId: number
  stepId: number
  comment: string
  /** The event that the caller saw; null when they did not say. */
  seenEventId: number | null
  /** Of a draft, as the caller saw it; null when they did not say. */
  revision: number | null
  /** With "Paid" of an invoice. */
  paymentDate: Day | null
  /** With approvals and "Payment sent" of an invoice: hash of the account that the caller saw; null when they did not say. */
  accountSeen: string | null
  idempotencyKey: string
}

/** Next workflow step of the specification, section 3, as it is sent. */
export const stepFields = (timeZone: string) =>
  z.object({
    objectId: idValue,
    workflowId: idValue.describe('Of the chosen step.'),
    eventLog: textValue.nullish().describe('A comment.'),
    currentEventId: optionalIdValue.describe(
      'The event that the caller saw: refused when somebody was faster.',
    ),
    revision: optionalIdValue.describe('Of a draft, as the caller saw it.'),
    paymentDate: dayValue(timeZone).optional().describe('With "Paid" of an invoice; today when left out.'),
    accountHash: textValue
      .nullish()
      .describe(
        'With approvals and "Payment sent" of an invoice: its accountHash as the caller saw it; refused when another account is paid now.',
      ),
  })

export function stepBody(
  guarded: Guarded,
  request: Request,
  fields: z.output<ReturnType<typeof stepFields>>,
): StepBody {
  return {
    objectId: fields.objectId,
    stepId: fields.workflowId,
    comment: fields.eventLog ?? '',
    seenEventId: fields.currentEventId,
    revision: fields.revision,
    paymentDate: fields.paymentDate ?? null,
    accountSeen: fields.accountHash ?? null,
    idempotencyKey: callKey(guarded, request),
  }
}

/**
 * The calls of an address that takes the chosen step of an object of one kind; an object of another kind is not found.
 * @param functionId what the caller needs update on
 * @param take takes the step and gives the answer
 */
export function stepCalls(
  kind: ObjectKind,
  functionId: FunctionId,
  take: (guarded: Guarded, body: StepBody) => Promise<unknown>,
): Methods {
  const named = NAMED[kind]
  return {
    POST: {
      may: [functionId, 'update'],
      title: 'Workflow cannot move to next step.',
      tells: `Takes the chosen step of ${named}; answers its history, where it is then, and the next steps.`,
      answers: { 200: anInstance },
      ...takes(stepFields, async (guarded, { request }, fields) => {
        const body = stepBody(guarded, request, fields)
        await instanceOfKind(guarded.read, kind, body.objectId)
        return take(guarded, body)
      }),
    },
  }
}

/** Takes a step of a draft; answers its history and where it is now. */
export function takeStepOfDraft({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeDraftStep(
      tx,
      actor,
      { draftId: objectId, ...body },
      services.clock(),
      services.settings.timeZone,
    )
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of an invoice. The calls of the specification know no payment date: without one it was today. */
export function takeStepOfInvoice(
  { actor, transaction, services }: Guarded,
  { objectId, ...body }: StepBody,
) {
  const now = services.clock()
  const { timeZone } = services.settings
  const step = { invoiceId: objectId, ...body, paymentDate: body.paymentDate ?? dayIn(now, timeZone) }
  const take = async (tx: Transaction) => {
    await takeInvoiceStep(tx, actor, step, now, timeZone)
    return fresh(tx, actor, objectId)
  }
  return voidingOtherAccounts(transaction, take, now)
}

/** Takes a step of a budget; answers its history and where it is now. */
export function takeStepOfBudget({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeBudgetStep(tx, actor, { budgetId: objectId, ...body }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of a task; answers its history and where it is now. */
export function takeStepOfTask({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeTaskStep(tx, actor, { taskId: objectId, ...body }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of a NAV, without the dates and the reason that some ask for: they have a call of their own. */
export function takeStepOfNav({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  const asked = {
    documentReceptionDate: null,
    clientValidationDate: null,
    reasonCode: null,
    currentControlId: null,
  }
  return transaction(async (tx) => {
    await takeNavStep(tx, actor, { fundNavId: objectId, ...body, ...asked }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

async function fresh(tx: Transaction, actor: Guarded['actor'], objectId: number) {
  return instanceShape(tx, actor, await instanceById(tx, objectId))
}

const TAKING: Record<string, (guarded: Guarded, body: StepBody) => Promise<unknown>> = {
  nav: takeStepOfNav,
  draft: takeStepOfDraft,
  invoice: takeStepOfInvoice,
  budget: takeStepOfBudget,
  task: takeStepOfTask,
  'reviewed task': takeStepOfTask,
}

const rollover: Call = {
  may: ['draftsdashboard', 'add'],
  tells: 'Makes a cancelled invoice into a draft again; answers the draft.',
  answers: { 201: aDraft },
  async answer(guarded, { request, params }) {
    const { actor, transaction, services } = guarded
    const invoiceId = idOf(params.invoiceId, 'invoice')
    const input = { invoiceId, seenEventId: null, idempotencyKey: callKey(guarded, request) }
    return transaction(async (tx) => {
      const { draftId } = await recreateDraft(tx, actor, input, services.clock(), services.settings.timeZone)
      return created(await draftShape(tx, draftId))
    })
  },
}

/** POST budgets/instance/create, and task/instance/create/budget as of other objects: takes the chosen step of a budget. */
const budgetStepCall = stepCalls('budget', 'budgets', takeStepOfBudget)

export const workflowStepCalls: CallTable = {
  about: 'workflow',
  calls: {
    /** POST task/instance/create: takes the chosen step of any object. */
    'task/instance/create': {
      POST: {
        may: 'any user',
        title: 'Workflow cannot move to next step.',
        tells:
          'Takes the chosen step of any object; answers its history, where it is then, and the next steps.',
        answers: { 200: anInstance },
        ...takes(stepFields, async (guarded, { request }, fields) => {
          const body = stepBody(guarded, request, fields)
          const { kind } = await objectFor(guarded.read, guarded.actor, body.objectId, 'update')
          const take = TAKING[kind]
          if (!take) throw new Error(`Nobody takes steps of a ${kind}`)
          return take(guarded, body)
        }),
      },
    },
    /** POST task/instance/create/invoice: takes the chosen step of an invoice. */
    'task/instance/create/invoice': stepCalls('invoice', 'transactiondashboard', takeStepOfInvoice),
    /** POST task/instance/create/draft: takes the chosen step of a draft. */
    'task/instance/create/draft': stepCalls('draft', 'draftsdashboard', takeStepOfDraft),
    'task/instance/create/budget': budgetStepCall,
    'budgets/instance/create': budgetStepCall,
    /** GET transactions/rollover/{id} makes a cancelled invoice into a draft again, and POST does; both answer the draft. */
    'transactions/rollover/:invoiceId': { GET: { ...rollover, changes: true }, POST: rollover },
  },
}
