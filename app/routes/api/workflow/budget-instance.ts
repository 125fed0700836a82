import { instanceCalls } from './instance-calls'

/** GET workflows/instances/budget/{id}: history of a budget, where it is, and the steps that the caller may take. */
export const loader = instanceCalls('budget', 'budgets')
export const action = loader
