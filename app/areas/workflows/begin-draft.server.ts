import type { Transaction } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { newestDefinition } from '~/platform/workflow/definition-versions.server'
import { definitionDraft, storeDraft } from './stored-draft.server'

/**
 * Begins a new version of a kind's workflow as a copy of the newest one. One that is in the making goes on, unless a
 * newer version came meanwhile: then nothing could come of it.
 */
export async function beginDraft(tx: Transaction, actor: Actor, kind: string, now: Date): Promise<void> {
  await oneAtATime(tx)
  const { version, steps } = await newestDefinition(tx, kind)
  const draft = await definitionDraft(tx, kind)
  if (draft && draft.base === version) return
  const begun = { kind, base: version, revision: draft?.revision ?? 0, changedBy: '', changedAt: '', steps }
  await storeDraft(tx, begun, steps, actor, now)
}
