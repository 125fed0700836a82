import { stepCalls } from './step-calls'
import { takeStepOfDraft } from './take-step-of'

/** POST task/instance/create/draft: takes the chosen step of a draft. */
export const loader = stepCalls('draft', 'draftsdashboard', takeStepOfDraft)
export const action = loader
