import type { Read } from 'db/database'
import { stepsOfInstance } from './definition.server'
import { offeredSteps } from './offered-steps'
import { type RoutingEvent, routingEvent } from './routing-event'
import type { Instance, Marks, StepTaker } from './types'

export interface NextSteps {
  routing: RoutingEvent[]
  withheld: { display: string; reason: string }[]
}

/**
 * The steps that a person may take where an object is now, and those that only the four-eyes rule withholds, with the
 * reason. Conditions are looked at when a step is taken.
 */
export async function nextSteps(
  read: Read,
  taker: StepTaker,
  instance: Instance,
  marks: Marks,
): Promise<NextSteps> {
  const steps = await stepsOfInstance(read, instance)
  const { offered, withheld } = offeredSteps(steps, instance, taker, marks)
  return {
    routing: offered.map(routingEvent),
    withheld: withheld.map(({ step, reason }) => ({ display: step.display, reason })),
  }
}
