import { z } from 'zod'
import type { FunctionId } from '~/areas/access/actor'
import { BUDGET_WORKFLOW } from '~/areas/budgets/workflow-rules'
import { objectFor } from '~/areas/documents/documents-of.server'
import { aDraft, draftShape } from '~/areas/drafts/api'
import { recreateDraft } from '~/areas/drafts/recreate.server'
import { DRAFT_WORKFLOW } from '~/areas/drafts/workflow-rules'
import { INVOICE_WORKFLOW } from '~/areas/invoices/workflow-rules'
import { created } from '~/http/calls/answers'
import type { Call, EndpointTable, Methods } from '~/http/calls/call-types'
import { takes } from '~/http/calls/takes'
import { dayValue, idOf, idValue, optionalIdValue, textValue } from '~/http/calls/values'
import type { Guarded } from '~/http/guard'
import { type CalledStep, stepsOfKind } from '~/platform/objects/object-kinds.server'
import { instanceById } from '~/platform/workflow/instance.server'
import type { KindRules } from '~/platform/workflow/kind-rules'
import { anInstance, instanceOfKind, instanceShape } from './api'

/** Next workflow step of the specification, section 3, as it is sent. */
const stepFields = (timeZone: string) =>
  z.object({
    objectId: idValue,
    workflowId: idValue.describe('Of the chosen step.'),
    eventLog: textValue.nullish().describe('A comment.'),
    currentEventId: optionalIdValue.describe(
      'The event that the caller saw: refused if there is a newer one.',
    ),
    revision: optionalIdValue.describe('Of a draft, as the caller saw it.'),
    paymentDate: dayValue(timeZone).optional().describe('With "Paid" of an invoice; today when left out.'),
    accountHash: textValue
      .nullish()
      .describe(
        'With approvals and "Payment sent" of an invoice: its accountHash as the caller saw it; refused if the account has changed.',
      ),
  })

function calledStep(fields: z.output<ReturnType<typeof stepFields>>): CalledStep {
  return {
    objectId: fields.objectId,
    stepId: fields.workflowId,
    comment: fields.eventLog ?? '',
    seenEventId: fields.currentEventId,
    revision: fields.revision,
    paymentDate: fields.paymentDate ?? null,
    accountSeen: fields.accountHash ?? null,
  }
}

/**
 * The calls of an address that takes the chosen step of an object of one kind; an object of another kind is not found.
 * The caller needs update on the function of its workflow.
 */
function stepCalls({ kind, one, functionId }: KindRules): Methods {
  return {
    POST: {
      may: [functionId as FunctionId, 'update'],
      title: 'Workflow cannot move to next step.',
      summary: `Takes the chosen step of ${one}; answers its history, its new state, and the next steps.`,
      answers: { 200: anInstance },
      ...takes(stepFields, async (guarded, _, fields) => {
        const chosen = calledStep(fields)
        await instanceOfKind(guarded.read, kind, chosen.objectId)
        return taken(guarded, kind, chosen)
      }),
    },
  }
}

/** Takes a step; returns the object's history and its new place. */
function taken(guarded: Guarded, kind: string, chosen: CalledStep) {
  return stepsOfKind(kind).take(guarded, chosen, async (context) =>
    instanceShape(context, await instanceById(context.tx, chosen.objectId)),
  )
}

const rollover: Call = {
  may: ['draftsdashboard', 'add'],
  summary: 'Recreates a draft from a cancelled invoice; answers the draft.',
  answers: { 201: aDraft },
  async answer(guarded, { params }) {
    const { transaction } = guarded
    const invoiceId = idOf(params.invoiceId, 'invoice')
    const input = { invoiceId, seenEventId: null }
    return transaction(async (context) => {
      const { draftId } = await recreateDraft(context, input)
      return created(await draftShape(context.tx, draftId))
    })
  },
}

/**
 * POST budgets/instance/create, and task/instance/create/budget as of other objects: takes the chosen step of a budget.
 */
const budgetStepCall = stepCalls(BUDGET_WORKFLOW)

export const workflowStepCalls: EndpointTable = {
  about: 'workflow',
  calls: {
    'task/instance/create': {
      POST: {
        may: 'any user',
        title: 'Workflow cannot move to next step.',
        summary:
          'Takes the chosen step of any object; answers its history, its new state, and the next steps.',
        answers: { 200: anInstance },
        ...takes(stepFields, async (guarded, _, fields) => {
          const chosen = calledStep(fields)
          const { kind } = await objectFor(guarded, chosen.objectId, 'update')
          return taken(guarded, kind, chosen)
        }),
      },
    },
    /** POST task/instance/create/invoice: takes the chosen step of an invoice. */
    'task/instance/create/invoice': stepCalls(INVOICE_WORKFLOW),
    /** POST task/instance/create/draft: takes the chosen step of a draft. */
    'task/instance/create/draft': stepCalls(DRAFT_WORKFLOW),
    'task/instance/create/budget': budgetStepCall,
    'budgets/instance/create': budgetStepCall,
    /**
     * GET transactions/rollover/{id} turns a cancelled invoice into a draft again, and so does POST; both return the
     * draft.
     */
    'transactions/rollover/:invoiceId': { GET: { ...rollover, changes: true }, POST: rollover },
  },
}
