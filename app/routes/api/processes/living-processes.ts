import { livingProcesses } from '~/domain/processes/living-names.server'
import { livingCalls } from './living-call'

/** GET processes/ntr: processes that are not retired, name and id. */
export const loader = livingCalls(livingProcesses)
export const action = loader
