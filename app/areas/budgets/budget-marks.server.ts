import type { Read } from 'db/database'
import { actorsOf } from '~/platform/workflow/history.server'
import type { Instance, Marks } from '~/platform/workflow/types'

/** Names of the events that make somebody an editor of a budget for their round. */
const EDITING: readonly string[] = ['create budget', 'edit budget']

/** Who wrote and who submitted a budget in its round: the approver is none of them (product, section 2). */
export async function budgetMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<Marks> {
  const done = await actorsOf(read, objectId, round, [...EDITING, 'submit'])
  const by = (isMeant: (name: string) => boolean) =>
    new Set(done.filter(({ name }) => isMeant(name)).map(({ userId }) => userId))
  return { editor: by((name) => EDITING.includes(name)), submitter: by((name) => name === 'submit') }
}
