import type { Read } from 'db/database'
import { actorsOf } from '~/platform/workflow/history.server'
import type { Instance, Marks } from '~/platform/workflow/types'

/**
 * Who booked an invoice, ever, and who approved its payment in this round: three people (product, section 2). A
 * rejected payment opens a round, which is approved anew.
 */
export async function invoiceMarks(
  read: Read,
  { objectId, round }: Pick<Instance, 'objectId' | 'round'>,
): Promise<Marks> {
  const booked = await actorsOf(read, objectId, null, ['book'])
  const approved = await actorsOf(read, objectId, round, ['first approval', 'second approval'])
  const by = (name: string) => approved.filter((each) => each.name === name).map(({ userId }) => userId)
  return {
    booker: new Set(booked.map(({ userId }) => userId)),
    'first approver': new Set(by('first approval')),
    'second approver': new Set(by('second approval')),
  }
}
