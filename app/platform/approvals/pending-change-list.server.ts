import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { inArray, isNull, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import type { SqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { ALSO_FOUND, CHANGE_TITLE } from './pending-change-kinds.server'
import { pendingChanges, REQUESTER, type WaitingChange } from './pending-changes.server'

const columns: SqlColumns = {
  description: { kind: 'text', sql: CHANGE_TITLE, required: true },
  // What it was and is as it is stored, and as its words show that.
  change: {
    kind: 'text',
    sql: sql`concat_ws(' ', change.before::text, change.after::text, ${ALSO_FOUND})`,
    required: true,
  },
  comment: { kind: 'text', sql: sql`change.comment`, required: true },
  requester: { kind: 'text', sql: REQUESTER, required: true },
  requestedAt: { kind: 'instant', sql: sql`change.requested_at`, required: true },
}

/**
 * The changes that wait, in the order in which they were requested unless asked otherwise.
 * @param kinds those of these kinds only
 */
export function waitingList(read: Read, timeZone: string, kinds?: readonly string[]): List<WaitingChange> {
  const ofKinds = kinds && sql` and ${inArray(sql`change.kind`, [...kinds])}`
  const definition = {
    columns,
    from: sql`${pendingChange} as change left join ${appUser} as requester on requester.id = change.requested_by`,
    where: sql`change.decision is null${ofKinds ?? sql``}`,
    key: sql`change.id`,
    keyOf: ({ id }: WaitingChange) => id,
    async rows(ids: readonly number[]) {
      const found = await pendingChanges(read, inArray(sql`change.id`, [...ids]))
      return found.map(({ before, after, ...row }): WaitingChange => row)
    },
  }
  return sqlList(read, definition, timeZone)
}

/** How many changes wait. */
export function countWaiting(read: Read): Promise<number> {
  return read.$count(pendingChange, isNull(pendingChange.decision))
}
