import type { Read } from 'db/doors'
import { actorsOf } from '~/domain/workflow/history.server'
import type { Instance, Marks } from '~/domain/workflow/types'

/** Names of the events that make somebody an editor of a draft, for good. */
export const EDITING = ['upload draft', 'edit draft', 'allocate', 'confirm totals', 'recreate draft'] as const

/** Who edited, sent and approved a draft, over all rounds: the approver is none of the others (product, section 2). */
export async function draftMarks(read: Read, { objectId }: Pick<Instance, 'objectId'>): Promise<Marks> {
  const done = await actorsOf(read, objectId, null, [...EDITING, 'send to check', 'approve'])
  const by = (...names: readonly string[]) =>
    new Set(done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId))
  return { editor: by(...EDITING), sender: by('send to check'), approver: by('approve') }
}
