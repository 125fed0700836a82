import type { Transaction } from 'db/database'
import { type Act, recordAct } from '~/platform/workflow/record-act.server'

/** Who does it, and when. */
export interface By {
  actor: { id: number; fullName: string }
  now: Date
}

/** Writes what was done with a user to their chain. */
export function recordUserAct(tx: Transaction, userId: number, act: Act, { actor, now }: By): Promise<void> {
  return recordAct(tx, userId, act, { who: actor, now })
}
