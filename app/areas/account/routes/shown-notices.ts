import { openNotices } from '~/areas/access/user-notices.server'
import type { Services } from '~/http/server/services'

/** The notices above every page of a user. Until one can be closed, four-eyes steps are closed to them, too. */
export async function shownNotices(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: number,
) {
  const now = clock()
  return (await openNotices(database.read, userId)).map(({ id, at, text, closableFrom }) => ({
    ...{ id, text, at: at.toISOString() },
    heldUntil: closableFrom > now ? closableFrom.toISOString() : null,
  }))
}
