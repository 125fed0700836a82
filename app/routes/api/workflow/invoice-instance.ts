import { instanceCalls } from './instance-calls'

/** GET workflows/instances/invoice/{id}: history of an invoice, where it is, and the steps that the caller may take. */
export const loader = instanceCalls('invoice', 'transactiondashboard')
export const action = loader
