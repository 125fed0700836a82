import type { Read } from 'db/database'
import { monthPack } from 'db/schema/evidence'
import { replayRun } from 'db/schema/replay'
import { mailPreference } from 'db/schema/work'
import { count, isNotNull } from 'drizzle-orm'

/** How many jobs of one kind have a status. */
interface JobCount {
  kind: 'month pack' | 'replay'
  status: string
  jobs: number
}

/** The jobs that are stored, by kind and status. */
export async function jobCounts(read: Read): Promise<JobCount[]> {
  const [packs, replays] = await Promise.all([
    read.select({ status: monthPack.status, jobs: count() }).from(monthPack).groupBy(monthPack.status),
    read.select({ status: replayRun.status, jobs: count() }).from(replayRun).groupBy(replayRun.status),
  ])
  return [
    ...packs.map((each) => ({ kind: 'month pack' as const, ...each })),
    ...replays.map((each) => ({ kind: 'replay' as const, ...each })),
  ]
}

/** How many users get notices by e-mail, and for how many the mail server did not take the last one. */
export async function noticeCounts(read: Read): Promise<{ users: number; refused: number }> {
  const [users, refused] = await Promise.all([
    read.$count(mailPreference),
    read.$count(mailPreference, isNotNull(mailPreference.failure)),
  ])
  return { users, refused }
}
