import type { Read } from 'db/database'
import { type HeldBack, heldUntil } from './held-back'
import { isBeingSetUp, secondPersonState } from './second-person.server'

/** What a user may not do at this instant, whatever their rights say. */
export async function heldBackOf(
  read: Read,
  {
    resetAt,
    resetAlone,
    mayAdminister,
  }: { resetAt: Date | null; resetAlone: boolean; mayAdminister: boolean },
  now: Date,
): Promise<HeldBack> {
  const until = resetAt && heldUntil(resetAt)
  const money = resetAlone ? 'reset alone' : mayAdminister && (await worksAlone(read)) ? 'works alone' : null
  return { until: until !== null && until > now ? until : null, money }
}

/** Whether what administrators decide takes effect without a second one, on a site with other users. */
export async function worksAlone(read: Read): Promise<boolean> {
  return (await secondPersonState(read)).off && !(await isBeingSetUp(read))
}
