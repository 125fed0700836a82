import { calls } from '~/http/call'
import { instanceOfKind } from './instance-of-kind'
import { stepBody } from './step-body'
import { takeStepOfInvoice } from './take-step-of'

/** POST task/instance/create/invoice: takes the chosen step of an invoice. */
export const loader = calls({
  POST: {
    may: ['transactiondashboard', 'update'],
    title: 'Workflow cannot move to next step.',
    async answer(guarded, { request }) {
      const body = await stepBody(guarded, request)
      await instanceOfKind(guarded.read, 'invoice', body.objectId)
      return takeStepOfInvoice(guarded, body)
    },
  },
})
export const action = loader
