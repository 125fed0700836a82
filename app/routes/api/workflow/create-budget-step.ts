import { stepCalls } from './step-calls'
import { takeStepOfBudget } from './take-step-of'

/** POST budgets/instance/create, and task/instance/create/budget as of other objects: takes the chosen step of a budget. */
export const loader = stepCalls('budget', 'budgets', takeStepOfBudget)
export const action = loader
