import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { draft } from 'db/schema/drafts'
import { eq } from 'drizzle-orm'
import { DomainError } from '~/domain/values/domain-error'
import { STEP_REFUSED } from '~/domain/workflow/take-step.server'

/**
 * Nobody sends, approves or returns what they have not seen: a form's revision must be the draft's. Null when the caller
 * did not say.
 * @throws DomainError 'conflict' that names who changed the draft
 */
export async function seenRevision(read: Read, draftId: number, revision: number | null): Promise<void> {
  if (revision === null) return
  const [row] = await read
    .select({ revision: draft.revision, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(draft)
    .leftJoin(appUser, eq(appUser.id, draft.updatedBy))
    .where(eq(draft.id, draftId))
  if (!row || row.revision === revision) return
  const who = row.firstName === null ? '' : ` by ${row.firstName} ${row.lastName}`
  throw new DomainError(
    'conflict',
    `The draft was changed${who} after you opened this page. Look at it as it is now, then choose again.`,
    { title: STEP_REFUSED },
  )
}
