import { formRecovery } from 'db/schema/access'
import { and, desc, eq, gt, inArray, lte, notInArray } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'

/** How long a form is kept that was sent after its session had ended. */
export const RECOVERY_MS = 60 * 60_000
/** The most forms kept for a user; older ones are dropped. */
const MAX_OF_USER = 5

/** The content of a form, and the page that shows it again. */
export interface SentForm {
  /** Path and search. */
  page: string
  typed: Record<string, string>
  /** Names of its files; their content is not kept. */
  files: string[]
}

/**
 * Keeps a form for the user of an ended session. `idHash` names it: only a caller who knows the id can show it again.
 */
export async function storeSentForm(
  { tx, now }: TransactionAt,
  { idHash, userId, ...form }: SentForm & { idHash: string; userId: number },
): Promise<void> {
  await tx.insert(formRecovery).values({ idHash, userId, ...form, storedAt: now })
  const newest = tx
    .select({ idHash: formRecovery.idHash })
    .from(formRecovery)
    .where(eq(formRecovery.userId, userId))
    .orderBy(desc(formRecovery.storedAt))
    .limit(MAX_OF_USER)
  await tx
    .delete(formRecovery)
    .where(and(eq(formRecovery.userId, userId), notInArray(formRecovery.idHash, newest)))
}

/** The newest kept form of this user and page. It is shown once, so it is deleted here. */
export async function takeSentForm(
  { tx, now }: TransactionAt,
  { idHashes, userId, page }: { idHashes: string[]; userId: number; page: string },
): Promise<(SentForm & { idHash: string }) | null> {
  const taken = await tx
    .delete(formRecovery)
    .where(
      and(
        inArray(formRecovery.idHash, idHashes),
        eq(formRecovery.userId, userId),
        eq(formRecovery.page, page),
        gt(formRecovery.storedAt, new Date(now.getTime() - RECOVERY_MS)),
      ),
    )
    .returning()
  const [newest] = taken.sort((a, b) => b.storedAt.getTime() - a.storedAt.getTime())
  if (!newest) return null
  return {
    idHash: newest.idHash,
    page,
    typed: newest.typed as Record<string, string>,
    files: newest.files as string[],
  }
}

/** Removes the forms whose user did not come back within the hour. */
export async function sweepSentForms({ tx, now }: TransactionAt): Promise<void> {
  await tx.delete(formRecovery).where(lte(formRecovery.storedAt, new Date(now.getTime() - RECOVERY_MS)))
}
