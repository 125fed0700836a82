import { livingProcesses } from '~/areas/processes/active-names.server'
import { livingCalls } from './living-call'

/** GET processes/ntr: processes that are not retired, name and id. */
export const loader = livingCalls('Processes that are not retired, by name: name and id.', livingProcesses)
export const action = loader
