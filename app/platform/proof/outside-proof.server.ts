import type { Database, Read } from 'db/database'
import { checkpointSent, checkpointStamp } from 'db/schema/evidence'
import { auditCheckpoint } from 'db/schema/workflow'
import { and, asc, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { checkpointText, type Head, type Seals } from '~/platform/workflow/checkpoint.server'
import { readStamp, requestStamp } from './time-stamp.server'

/** Places outside the site that receive its checkpoints: an authority that stamps them, and one that stores copies. */
type OutsidePlace = 'stamp' | 'copy'

/** The result of the last checkpoint sent to a place. */
export interface OutsideState {
  place: OutsidePlace
  checkpointId: number | null
  takenAt: Date | null
  refusal: string | null
  refusedAt: Date | null
}

type Site = Pick<Database, 'read' | 'transaction'> & { clock: () => Date }

/** Most checkpoints sent in one round: after an outage there may be many. */
const MAX_ENTRIES = 500
const ANSWER_MS = 10_000

const columns = {
  id: auditCheckpoint.id,
  at: auditCheckpoint.at,
  lastEventId: auditCheckpoint.lastEventId,
  heads: auditCheckpoint.heads,
  root: auditCheckpoint.root,
  seals: auditCheckpoint.seals,
  previousHash: auditCheckpoint.previousHash,
  hash: auditCheckpoint.hash,
  signature: auditCheckpoint.signature,
}
type Row = Pick<typeof auditCheckpoint.$inferSelect, keyof typeof columns>

const newest = async (read: Read): Promise<Row | undefined> =>
  (
    await read
      .select(columns)
      .from(auditCheckpoint)
      .where(isNotNull(auditCheckpoint.root))
      .orderBy(desc(auditCheckpoint.id))
      .limit(1)
  )[0]

const textOf = ({ previousHash, ...row }: Row) =>
  checkpointText({ ...row, heads: row.heads as Head[], seals: row.seals as Seals | null }, previousHash)

/** A checkpoint with everything that its hash and signature cover; its heads are in the root. */
export const bareCheckpoint = ({ heads, at, ...row }: Row) => ({
  ...row,
  at: at.toISOString(),
  count: (heads as Head[]).length,
})

/** The state of both places; one that was never contacted is missing. */
export async function outsideStates(read: Read): Promise<OutsideState[]> {
  const rows = await read.select().from(checkpointSent)
  return rows.map((row) => ({ ...row, place: row.place as OutsidePlace }))
}

const noted = (site: Site, place: OutsidePlace, set: Partial<Omit<OutsideState, 'place'>>) =>
  site.transaction((tx) =>
    tx
      .insert(checkpointSent)
      .values({ place, ...set })
      .onConflictDoUpdate({ target: checkpointSent.place, set }),
  )

const took = (id: number, now: Date) => ({ checkpointId: id, takenAt: now, refusal: null, refusedAt: null })

async function refused(site: Site, place: OutsidePlace, error: unknown): Promise<never> {
  const refusal = error instanceof Error ? wordsOf(error) : String(error)
  await noted(site, place, { refusal: refusal.slice(0, 300), refusedAt: site.clock() })
  throw error
}

/** fetch puts the reason of its errors in their cause. */
const wordsOf = ({ message, cause }: Error) =>
  message === 'fetch failed' && cause instanceof Error ? `It does not answer (${cause.message}).` : message

/**
 * Requests a stamp for the site's newest checkpoint, once a day (UTC); called each minute, it retries after a refusal.
 * Returns the number of the stamped checkpoint, or null.
 * @throws Error with a sentence, which is also stored
 */
export async function stampOfDay(site: Site, url: string): Promise<number | null> {
  const checkpoint = await newest(site.read)
  if (!checkpoint) return null
  const [last] = await site.read
    .select({ id: checkpointStamp.checkpointId, at: auditCheckpoint.at })
    .from(checkpointStamp)
    .innerJoin(auditCheckpoint, eq(auditCheckpoint.id, checkpointStamp.checkpointId))
    .orderBy(desc(checkpointStamp.checkpointId))
    .limit(1)
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  if (last && dayOf(last.at) >= dayOf(checkpoint.at)) return null
  try {
    const { at, token } = await requestStamp(url, textOf(checkpoint))
    await site.transaction((tx) =>
      tx.insert(checkpointStamp).values({ checkpointId: checkpoint.id, at, authority: url, token }),
    )
  } catch (error) {
    return refused(site, 'stamp', error)
  }
  await noted(site, 'stamp', took(checkpoint.id, site.clock()))
  return checkpoint.id
}

/**
 * Posts each checkpoint as JSON to the site's own place, in order, starting with the newest for a new place; after a
 * refusal the next round continues where this one stopped. Returns how many were accepted.
 * @throws Error with a sentence, which is also stored
 */
export async function postCheckpoints(site: Site, url: string): Promise<number> {
  const [state] = await site.read.select().from(checkpointSent).where(eq(checkpointSent.place, 'copy'))
  const first = state?.checkpointId == null ? await newest(site.read) : undefined
  const rows = first
    ? [first]
    : await site.read
        .select(columns)
        .from(auditCheckpoint)
        .where(gt(auditCheckpoint.id, state?.checkpointId ?? 0))
        .orderBy(asc(auditCheckpoint.id))
        .limit(state?.checkpointId == null ? 0 : MAX_ENTRIES)
  for (const row of rows) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(bareCheckpoint(row)),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
    } catch (error) {
      return refused(site, 'copy', error)
    }
    await noted(site, 'copy', took(row.id, site.clock()))
  }
  return rows.length
}

/** The first stamp of a checkpoint or a later one, with the checkpoints in between, whose hashes link the two. */
export async function stampAfter(read: Read, checkpointId: number) {
  const [stamp] = await read
    .select()
    .from(checkpointStamp)
    .where(sql`${checkpointStamp.checkpointId} >= ${checkpointId}`)
    .orderBy(asc(checkpointStamp.checkpointId))
    .limit(1)
  if (!stamp) return null
  const between = await read
    .select(columns)
    .from(auditCheckpoint)
    .where(and(gt(auditCheckpoint.id, checkpointId), sql`${auditCheckpoint.id} <= ${stamp.checkpointId}`))
    .orderBy(asc(auditCheckpoint.id))
  const { authority, token, at } = stamp
  return { authority, at: at.toISOString(), token, checkpoints: between.map(bareCheckpoint) }
}

/** What is wrong with the stored time stamps, in sentences, and who issued them. */
export async function verifyStamps(read: Read) {
  const rows = await read
    .select({ stamp: checkpointStamp, row: columns })
    .from(checkpointStamp)
    .innerJoin(auditCheckpoint, eq(auditCheckpoint.id, checkpointStamp.checkpointId))
    .orderBy(asc(checkpointStamp.checkpointId))
  const findings: string[] = []
  const by = new Set<string>()
  for (const { stamp, row } of rows) {
    const name = `the time stamp of checkpoint ${row.id} (${stamp.at.toISOString()})`
    try {
      const read = await readStamp(stamp.token, textOf(row))
      if (read.at.getTime() !== stamp.at.getTime()) findings.push(`${name} says ${read.at.toISOString()}`)
      by.add(`${read.by} (certificate ${read.certificate})`)
    } catch (error) {
      findings.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { stamps: rows.length, by: [...by], findings }
}
