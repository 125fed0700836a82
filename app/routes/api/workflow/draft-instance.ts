import { instanceCalls } from './instance-calls'

/** GET workflows/instances/draft/{id}: history of a draft, where it is, and the steps that the caller may take. */
export const loader = instanceCalls('draft', 'draftsdashboard')
export const action = loader
