import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { stepsFrom } from '~/platform/workflow/offered-steps'
import type { Transaction } from '../../../database'

/** The id of the step of this name that leads on from where the object is; its own version of the workflow counts. */
export async function stepNamed(tx: Transaction, objectId: number, name: string): Promise<number> {
  const instance = await instanceById(tx, objectId)
  const step = stepsFrom(await stepsOfInstance(tx, instance), instance).find((each) => each.name === name)
  if (!step) throw new Error(`"${name}" does not lead on from ${instance.status}`)
  return step.id
}
