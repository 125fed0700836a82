import type { Read } from 'db/database'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { eq } from 'drizzle-orm'
import { actorsOf } from '~/platform/workflow/history.server'
import type { Instance, Marks } from '~/platform/workflow/types'

/** Names of the events that make somebody an editor of a draft, for good. */
export const EDITING = ['upload draft', 'edit draft', 'allocate', 'confirm totals', 'recreate draft'] as const

/**
 * Who edited, sent and approved a draft, over all rounds: the approver is none of the others (product, section 2). A draft
 * that was made again of an invoice still says what the editors of the draft before it wrote: they are its editors too.
 */
export async function draftMarks(read: Read, { objectId }: Pick<Instance, 'objectId'>): Promise<Marks> {
  const done = await actorsOf(read, objectId, null, [...EDITING, 'send to check', 'approve'])
  const by = (...names: readonly string[]) =>
    done.filter(({ name }) => names.includes(name)).map(({ userId }) => userId)
  const editors = new Set(by(...EDITING))
  for (let before = await draftBefore(read, objectId); before; before = await draftBefore(read, before))
    for (const { userId } of await actorsOf(read, before, null, EDITING)) editors.add(userId)
  return { editor: editors, sender: new Set(by('send to check')), approver: new Set(by('approve')) }
}

/** The draft whose invoice this one was made of again; null for one that begins with itself. */
async function draftBefore(read: Read, draftId: number): Promise<number | null> {
  const [row] = await read
    .select({ id: invoice.draftTransactionId })
    .from(draft)
    .innerJoin(invoice, eq(invoice.id, draft.recreatedFrom))
    .where(eq(draft.id, draftId))
  return row?.id ?? null
}
