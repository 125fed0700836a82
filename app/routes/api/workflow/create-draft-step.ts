import { calls } from '~/http/call'
import { instanceOfKind } from './instance-of-kind'
import { stepBody } from './step-body'
import { takeStepOfDraft } from './take-step-of'

/** POST task/instance/create/draft: takes the chosen step of a draft. */
export const loader = calls({
  POST: {
    may: ['draftsdashboard', 'update'],
    title: 'Workflow cannot move to next step.',
    async answer(guarded, { request }) {
      const body = await stepBody(guarded, request)
      await instanceOfKind(guarded.read, 'draft', body.objectId)
      return takeStepOfDraft(guarded, body)
    },
  },
})
export const action = loader
