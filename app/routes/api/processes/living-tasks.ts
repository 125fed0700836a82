import { livingTasks } from '~/domain/processes/living-names.server'
import { livingCalls } from './living-call'

/** GET taskfullnames/ntr: tasks of processes that are not retired, full name and id. */
export const loader = livingCalls(livingTasks)
export const action = loader
