import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { kpiComment } from 'db/schema/lookups'
import { eq, inArray } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'
import { DomainError } from '~/platform/values/domain-error'
import type { ChangedField } from '~/platform/workflow/versions.server'
import { type KpiSaid, plainLog } from './kpi-said'

interface KpiVersions {
  /** As the form showed it; null for nothing. */
  opened: KpiSaid | null
  stored: KpiSaid | null
  yours: KpiSaid
  /** Id of who said what is stored. */
  by: number | null
}

/**
 * The refusal of a comment on what somebody else said something of since: who, and what, as `details.versions`;
 * `details.seen` is what to send the comment again with.
 */
export async function kpiConflict(
  read: Read,
  method: string,
  { opened, stored, yours, by }: KpiVersions,
): Promise<DomainError> {
  const ids = [opened, stored, yours].flatMap((said) => said?.comment_id ?? [])
  const comments = await read.select().from(kpiComment).where(inArray(kpiComment.id, ids))
  const wordsOf = (said: KpiSaid | null) => comments.find(({ id }) => id === said?.comment_id)?.value ?? ''
  const logOf = (said: KpiSaid | null) => (said === null ? '' : plainLog(said))
  const versions = [
    changedField('kpiCommentId', 'Comment', [opened, stored, yours].map(wordsOf)),
    changedField('kpiCommentLog', 'Free text', [opened, stored, yours].map(logOf)),
  ].filter((each) => each !== null)
  const [user] = await read
    .select({ name: fullName })
    .from(appUser)
    .where(eq(appUser.id, by ?? 0))
  return new DomainError(
    'conflict',
    `${method} was commented on by ${user?.name ?? 'somebody else'} after you opened it. Compare the versions: save yours over it, or take the stored one.`,
    { title: 'Kpi Comment', details: { seen: stored, versions } },
  )
}

function changedField(field: string, label: string, values: string[]): ChangedField | null {
  const [opened = '', stored = '', yours = ''] = values
  const [byThem, byYou] = [opened !== stored, opened !== yours]
  if (!byThem && !byYou) return null
  return {
    field,
    label,
    opened,
    stored,
    yours,
    changed: byThem && byYou ? 'both' : byThem ? 'only they' : 'only you',
  }
}
