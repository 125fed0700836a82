import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { isaeCheck } from 'db/schema/lookups'
import { navCheck } from 'db/schema/nav-checks'
import { and, asc, eq } from 'drizzle-orm'
import { fullName } from '~/areas/access/full-name.server'

/** A row of the NAV checks audit (specification: NAV check audit row). */
export interface NavCheckRow {
  isae_rank: number
  isae_checkname: string
  /** The role: a queue, or "auto". */
  queue: string
  username: string | null
  /** Full name of the user. */
  full_name: string | null
  /** "OPEN", "DONE" or "NOT OK". */
  status: string
  event_date: Date | null
  event_log: string
}

/** The 20 ranked checks of a NAV's round with who ticked them and when. */
export async function navChecks(read: Read, fundNavId: number, round: number): Promise<NavCheckRow[]> {
  const rows = await read
    .select({
      isae_rank: isaeCheck.rank,
      isae_checkname: isaeCheck.name,
      queue: isaeCheck.queue,
      username: appUser.userName,
      full_name: fullName,
      status: navCheck.status,
      event_date: navCheck.at,
      event_log: navCheck.log,
    })
    .from(isaeCheck)
    .leftJoin(
      navCheck,
      and(eq(navCheck.rank, isaeCheck.rank), eq(navCheck.fundNavId, fundNavId), eq(navCheck.round, round)),
    )
    .leftJoin(appUser, eq(appUser.id, navCheck.userId))
    .orderBy(asc(isaeCheck.rank))
  return rows.map((row) => ({
    ...row,
    username: row.username ?? (row.status === null ? null : 'SYSTEM'),
    full_name: row.full_name ?? (row.status === null ? null : 'SYSTEM'),
    status: row.status ?? 'OPEN',
    event_log: row.event_log ?? '',
  }))
}

/** The checks of a queue that are still open: a warning at Submit, Approve and Mark as sent, never a block. */
export function openChecksOf(checks: readonly NavCheckRow[], queue: string): NavCheckRow[] {
  return checks.filter((check) => check.queue === queue && check.status === 'OPEN')
}
