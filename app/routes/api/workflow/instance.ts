import type { Read } from 'db/doors'
import { stepTaker } from '~/domain/access/actor'
import { userNames } from '~/domain/access/user-names.server'
import { navMarks } from '~/domain/navs/nav-marks.server'
import { stepsOf } from '~/domain/workflow/definition.server'
import { type HistoryEvent, historyOf } from '~/domain/workflow/history.server'
import { offeredSteps } from '~/domain/workflow/offered-steps'
import type { Instance, Marks, State, Step } from '~/domain/workflow/types'
import { calls } from '~/http/call'
import { idOf } from '~/http/call-values'
import { objectFor } from '../object-kind'

/** Who made and who approved, by kind of object. */
const MARKS: Record<string, (read: Read, instance: Instance) => Promise<Marks>> = { nav: navMarks }

/** GET workflows/instances/{objectId}: history, where the object is, and the steps that the caller may take. */
export const loader = calls({
  GET: {
    may: 'any user',
    async answer({ actor, read }, { params }) {
      const instance = await objectFor(read, actor, idOf(params.objectId, 'object'))
      const [history, steps, marks] = await Promise.all([
        historyOf(read, instance.objectId),
        stepsOf(read, instance.definitionId),
        MARKS[instance.kind]?.(read, instance) ?? {},
      ])
      const { offered } = offeredSteps(steps, instance, stepTaker(actor), marks)
      return {
        workflowHistory: await named(read, history),
        currentWorkflowStep: shape(
          instance,
          history[0]?.stepId ?? null,
          `${instance.status} (${instance.queue})`,
        ),
        nextWorkflowStep: offered.map(nextStep),
      }
    },
  },
})
export const action = loader

function shape({ class: eventClass, status, queue }: State, workflowId: number | null, display: string) {
  return { workflowId, eventClass, eventStatus: status, eventQueue: queue, display }
}

function nextStep({ id, toClass, toStatus, toQueue, display }: Step) {
  return shape({ class: toClass, status: toStatus, queue: toQueue }, id, display)
}

async function named(read: Read, history: readonly HistoryEvent[]) {
  const names = await userNames(
    read,
    history.map(({ userId }) => userId),
  )
  return history.map(({ id, at, status, queue, class: eventClass, log, userId, whoName, stepId }) => {
    const name = userId === null ? undefined : names.get(userId)
    return {
      id,
      event_date: at,
      event_status: status,
      event_queue: queue,
      event_class: eventClass,
      event_log: log,
      first_name: name?.firstName ?? whoName,
      last_name: name?.lastName ?? '',
      workflowId: stepId,
    }
  })
}
