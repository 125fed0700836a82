import { livingTasks } from '~/areas/processes/active-names.server'
import { livingCalls } from './living-call'

/** GET taskfullnames/ntr: tasks of processes that are not retired, full name and id. */
export const loader = livingCalls(
  'Tasks of processes, neither of them retired: full name, with its process, and id.',
  livingTasks,
)
export const action = loader
