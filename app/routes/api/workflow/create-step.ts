import { calls } from '~/http/calls/call'
import { takes } from '~/http/calls/takes'
import type { Guarded } from '~/http/guard'
import { objectFor } from '../object-kind'
import { anInstance } from './instance-shape'
import { type StepBody, stepBody, stepFields } from './step-body'
import {
  takeStepOfBudget,
  takeStepOfDraft,
  takeStepOfInvoice,
  takeStepOfNav,
  takeStepOfTask,
} from './take-step-of'

const TAKING: Record<string, (guarded: Guarded, body: StepBody) => Promise<unknown>> = {
  nav: takeStepOfNav,
  draft: takeStepOfDraft,
  invoice: takeStepOfInvoice,
  budget: takeStepOfBudget,
  task: takeStepOfTask,
  'reviewed task': takeStepOfTask,
}

/** POST task/instance/create: takes the chosen step of any object. */
export const loader = calls({
  POST: {
    may: 'any user',
    title: 'Workflow cannot move to next step.',
    tells: 'Takes the chosen step of any object; answers its history, where it is then, and the next steps.',
    answers: { 200: anInstance },
    ...takes(stepFields, async (guarded, { request }, fields) => {
      const body = stepBody(guarded, request, fields)
      const { kind } = await objectFor(guarded.read, guarded.actor, body.objectId, 'update')
      const take = TAKING[kind]
      if (!take) throw new Error(`Nobody takes steps of a ${kind}`)
      return take(guarded, body)
    }),
  },
})
export const action = loader
