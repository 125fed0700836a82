import type { Read } from 'db/database'
import { stepsOfInstance } from './definition.server'
import type { HistoryEvent } from './history.server'
import type { Instance } from './types'
import { type Way, wayOf } from './way'

/** Where an object is on its way. @param history newest first */
export async function readWay(
  read: Read,
  instance: Instance,
  history: readonly HistoryEvent[],
): Promise<Way> {
  return wayOf(instance, await stepsOfInstance(read, instance), history)
}
