import { openNotices } from '~/areas/access/user-notices.server'
import type { Services } from '~/http/server/services'

/** The notices above every page of a user. Until one can be closed, the user is also barred from four-eyes steps. */
export async function shownNotices(
  { database, clock, ids }: Pick<Services, 'database' | 'clock' | 'ids'>,
  userId: number,
) {
  const now = clock()
  return (await openNotices(database.read, userId)).map(({ id, at, text, closableFrom }) => ({
    id,
    text,
    at: at.toISOString(),
    idempotencyKey: ids.uuid(),
    heldUntil: closableFrom > now ? closableFrom.toISOString() : null,
  }))
}
