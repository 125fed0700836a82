import type { UserWriteContext } from '~/areas/access/user-context'
import { makeProcesses, moveDeadlines } from '~/areas/processes/made-with-objects.server'
import { showDay } from '~/platform/values/show'
import type { State } from '~/platform/workflow/types'
import { ENDED, NAV_ERROR, type NavErrorCase } from './nav-error'

// The deadlines of a case are tasks of the processes that are made with it; steps of the case end them.

type Opened = Pick<NavErrorCase, 'id' | 'fundId' | 'discoveredOn' | 'policy'>

/** Makes the processes of a new case: it has its deadlines by the settings in force on its day of discovery. */
export function makeDeadlines(context: UserWriteContext, found: Opened): Promise<void> {
  const { id, fundId, discoveredOn, policy } = found
  return makeProcesses(context, {
    recurrence: NAV_ERROR,
    objectId: id,
    fundId,
    day: discoveredOn,
    weeks: { notify: policy.notifyWeeks, [COMPENSATE]: policy.reportWeeks },
  })
}

/** The step that says that all was paid. */
const COMPENSATE = 'compensate'

interface TakenWithCase {
  step: { name: string; display: string }
  input: { date?: string | null }
  to: Pick<State, 'status'>
}

/** Ends the deadline that a step of a case meets; with its last step those that it needed no more. */
export async function endDeadlines(
  context: UserWriteContext,
  id: number,
  { step, input: { date = null }, to }: TakenWithCase,
): Promise<void> {
  const on = date === null ? '' : ` on ${showDay(date)}`
  const log = `NAV error ${id}: ${step.display}${on}`
  await moveDeadlines(context, { objectId: id, step: step.name }, 'met', log)
  if (ENDED.includes(to.status))
    await moveDeadlines(context, { objectId: id, step: null }, 'lapsed', `NAV error ${id}: ${to.status}`)
}

/** After changed figures what was paid is to be reported again, by the same day. */
export const renewReport = (context: UserWriteContext, id: number): Promise<void> =>
  moveDeadlines(
    context,
    { objectId: id, step: COMPENSATE },
    'renewed',
    `NAV error ${id}: its figures changed after all was paid`,
  )
