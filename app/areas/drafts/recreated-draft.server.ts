import type { Read } from 'db/database'
import { draft } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'

/** The draft that an invoice was made into again; null when it was not. */
export async function recreatedDraft(read: Read, invoiceId: number): Promise<number | null> {
  const [row] = await read.select({ id: draft.id }).from(draft).where(eq(draft.recreatedFrom, invoiceId))
  return row?.id ?? null
}
