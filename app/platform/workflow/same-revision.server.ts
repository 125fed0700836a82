import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { DomainError } from '~/platform/values/domain-error'

/** A table whose rows count their changes. */
type Counted = PgTable & { id: PgColumn; revision: PgColumn; updatedBy: PgColumn }

interface Seen {
  /** "draft", "budget". */
  what: string
  id: number
  /** That a form showed; null when the caller did not say. */
  revision: number | null
  /** Of the refusal. */
  title: string
}

/**
 * Nobody moves what they have not seen: a form's revision must be the object's.
 * @throws DomainError 'conflict' that names who changed it
 */
export async function sameRevision(
  read: Read,
  table: Counted,
  { what, id, revision, title }: Seen,
): Promise<void> {
  if (revision === null) return
  const [row] = await read
    .select({ revision: table.revision, firstName: appUser.firstName, lastName: appUser.lastName })
    .from(table as PgTable)
    .leftJoin(appUser, eq(appUser.id, table.updatedBy))
    .where(eq(table.id, id))
  if (!row || row.revision === revision) return
  const who = row.firstName === null ? '' : ` by ${row.firstName} ${row.lastName}`
  throw new DomainError(
    'conflict',
    `The ${what} was changed${who} after you opened this page. Look at it as it is now, then choose again.`,
    { title },
  )
}
