import { setImmediate } from 'node:timers/promises'

/** What most lists need takes a few milliseconds for so many. */
const STEP = 500

/** Works on each of a list, however long: others are answered in between. */
export async function inSteps<One>(
  list: readonly One[],
  work: (one: One, at: number) => void,
): Promise<void> {
  for (const [at, one] of list.entries()) {
    if (at % STEP === STEP - 1) await setImmediate()
    work(one, at)
  }
}
