import type { Transaction } from 'db/database'
import { type OnceKey, once } from '~/platform/workflow/once.server'

/**
 * Does the work once for a key, as `once` does, and answers what was done, in a short line; a form that comes again (a
 * double click, the reload of an answer) is told that it was done the first time.
 */
export async function onceTold(tx: Transaction, key: OnceKey, work: () => Promise<string>): Promise<string> {
  let first = false
  const done = await once(tx, key, () => {
    first = true
    return work()
  })
  return first ? done : `${done} (the form came twice and was done once)`
}
