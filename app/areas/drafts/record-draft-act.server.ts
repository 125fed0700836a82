import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { moveInstance } from '~/platform/workflow/instance.server'
import type { Instance } from '~/platform/workflow/types'

/** What somebody did to a draft without moving it; each makes them an editor. */
export type DraftAct = 'upload draft' | 'edit draft' | 'allocate' | 'confirm totals'

/** A field or the cost lines of a draft, as an event keeps them. */
export type ActValues = Readonly<Record<string, string | number | boolean | null>>

export interface NewAct {
  name: DraftAct
  log: string
  /** What was and is now, by field; only what changed. */
  was?: ActValues
  is?: ActValues
  /** The draft's revision from now on. */
  revision?: number
  now: Date
}

/** Appends an act of this person to the chain of a locked draft. */
export async function recordDraftAct(
  tx: Transaction,
  instance: Instance,
  actor: Pick<Actor, 'id' | 'fullName'>,
  { name, log, was, is, revision, now }: NewAct,
): Promise<void> {
  await moveInstance(tx, instance, {
    type: 'act',
    name,
    to: instance,
    who: { id: actor.id, fullName: actor.fullName },
    log,
    data: {
      ...(was && is ? { was: canonicalJson(was), is: canonicalJson(is) } : {}),
      ...(revision === undefined ? {} : { revision }),
    },
    now,
  })
}
