import { z } from 'zod'
import type { FunctionId } from '~/areas/access/actor'
import { objectFor } from '~/areas/documents/object-for.server'
import { draftOfInvoice } from '~/areas/invoices/draft-of-invoice.server'
import type { CallTable, Methods } from '~/http/calls/call-types'
import { idOf } from '~/http/calls/values'
import {
  anEvent,
  anInstance,
  historyShape,
  instanceOfKind,
  instanceShape,
  NAMED,
  type ObjectKind,
} from './api-shapes'

/**
 * The calls of an address that tells the history of an object of one kind, where it is, and the steps that the caller
 * may take. The address names the id `draftId`, `invoiceId`, ….
 * @param functionId what the caller must be allowed to open
 */
export function instanceCalls(kind: ObjectKind, functionId: FunctionId): Methods {
  return {
    GET: {
      may: [functionId],
      tells: `History of ${NAMED[kind]}, where it is, and the steps that the caller may take.`,
      answers: { 200: anInstance },
      async answer({ actor, read }, { params }) {
        const instance = await instanceOfKind(read, kind, idOf(params[`${kind}Id`], kind))
        return instanceShape(read, actor, instance)
      },
    },
  }
}

export const workflowsCalls: CallTable = {
  about: 'workflow',
  calls: {
    /** GET workflows/instances/{objectId}: history, where the object is, and the steps that the caller may take. */
    'workflows/instances/:objectId': {
      GET: {
        may: 'any user',
        tells: 'History of any object with a workflow, where it is, and the steps that the caller may take.',
        answers: { 200: anInstance },
        async answer({ actor, read }, { params }) {
          const instance = await objectFor(read, actor, idOf(params.objectId, 'object'))
          return instanceShape(read, actor, instance)
        },
      },
    },
    /** GET workflows/instances/invoice/{id}: history of an invoice, where it is, and the steps that the caller may take. */
    'workflows/instances/invoice/:invoiceId': instanceCalls('invoice', 'transactiondashboard'),
    /** GET workflows/instances/draft/{id}: history of a draft, where it is, and the steps that the caller may take. */
    'workflows/instances/draft/:draftId': instanceCalls('draft', 'draftsdashboard'),
    /** GET workflows/instances/invoice_draft/{id}: history of the draft that an invoice was made of; none without a draft. */
    'workflows/instances/invoice_draft/:invoiceId': {
      GET: {
        may: ['transactiondashboard'],
        tells: 'History of the draft that an invoice was made of; none where there was no draft.',
        answers: { 200: z.object({ workflowHistory: z.array(anEvent) }) },
        async answer({ read }, { params }) {
          const draftId = await draftOfInvoice(read, idOf(params.invoiceId, 'invoice'))
          return { workflowHistory: draftId === null ? [] : await historyShape(read, draftId) }
        },
      },
    },
    /** GET workflows/instances/budget/{id}: history of a budget, where it is, and the steps that the caller may take. */
    'workflows/instances/budget/:budgetId': instanceCalls('budget', 'budgets'),
  },
}
