import type { Read } from 'db/database'
import { actorsOf } from '~/platform/workflow/history.server'
import type { Instance, Marks } from '~/platform/workflow/types'

/** Names of the events that make somebody a maker for the rest of the round. */
const MAKING = ['matching', 'override rule', 'submit']

/**
 * Who prepared and who approved this round (product, four-eyes). Makers: who ran the current control, uploaded a
 * matching, overrode a rule or submitted.
 */
export async function navMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<Marks> {
  const done = await actorsOf(read, objectId, round, [...MAKING, 'control', 'approve', 'validate'])
  const by = (...names: string[]) =>
    done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId)
  return {
    maker: new Set([...by('control').slice(0, 1), ...by(...MAKING)]),
    approver: new Set(by('approve')),
    validator: new Set(by('validate')),
  }
}
