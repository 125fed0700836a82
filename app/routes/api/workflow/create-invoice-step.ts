import { stepCalls } from './step-calls'
import { takeStepOfInvoice } from './take-step-of'

/** POST task/instance/create/invoice: takes the chosen step of an invoice. */
export const loader = stepCalls('invoice', 'transactiondashboard', takeStepOfInvoice)
export const action = loader
