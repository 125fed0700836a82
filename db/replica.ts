import { setTimeout as sleep } from 'node:timers/promises'
import { Connections } from './connections'
import { DatabaseUnavailable, errorCode } from './failures'
import { openReadConnections, type ReadConnectionsOptions } from './read-connections'
import type { Send } from './session'

/** A replica further behind is not used: people would see the work of others too late. */
const MAX_LAG_MS = 2_000
/** How often its position is checked. */
const LOOK_MS = 500
/** After this silence it is no longer used, and pending reads go to the primary. */
const SILENT_MS = 1_000
/** Positions of the primary that are kept while the replica makes no progress. */
const MAX_PLACES = 100
/** How long a read waits for its user's changes, and how often it checks. */
const WAIT_MS = 100
const STEP_MS = 10

/** Why a replica is not used: not checked yet, no answer, too late, or not of this database. */
type ReplicaTrouble = 'not known' | 'gone' | 'late' | 'foreign'

interface ReplicaState {
  /** Null while it is used. */
  trouble: ReplicaTrouble | null
  /** How far it is behind, in milliseconds, to half a second; null if unknown. */
  lagMs: number | null
}

/** A replica for reads, which is not used while it cannot answer. */
export interface OpenReplica {
  /** Reads from the replica, or from the primary while it cannot answer. */
  read: Send
  aside: Send
  /**
   * Whether it shows everything stored up to this position in the primary's log; waits 100 ms for it.
   * @param lsn "16/B374D848"; null: anything
   */
  shows(lsn: string | null): Promise<boolean>
  state(): ReplicaState
  close(): Promise<void>
}

interface ReplicaOptions extends ReadConnectionsOptions {
  /** Reads from the primary. */
  primary: { read: Send; aside: Send }
}

/** A log position as a number. */
const placeOf = (lsn: string) => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** SQLSTATEs of a statement that conflicted with the replica's replay, or whose server is stopping or starting. */
const OF_REPLICA = ['40001', '40P01', '57P01', '57P02', '57P03']

const AT_PRIMARY = `select pg_current_wal_flush_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`
const AT_REPLICA = `select pg_is_in_recovery() as replays, pg_last_wal_replay_lsn()::text as lsn,
  (select system_identifier::text from pg_control_system()) as system`

interface Seen {
  replays?: boolean
  lsn: string | null
  system: string
}

/** Opens a replica; it is used once it was seen to follow the primary. */
export function openReplica({ primary, ...options }: ReplicaOptions): OpenReplica {
  const { log } = options
  let asking = openReadConnections(quiet(options))
  const watch = new Connections({
    ...quiet(options),
    connectMs: SILENT_MS,
    most: 1,
    waitMs: SILENT_MS,
    settings: {},
  })
  let trouble: ReplicaTrouble | null = 'not known'
  let replayed = 0n
  /** Positions of the primary by monotonic time; only those that the replica has not replayed yet. */
  let ahead: { at: number; place: bigint }[] = []
  /** The primary's position when both were first known: the lag of a replica that has not reached it is unknown. */
  let first: bigint | null = null
  let system: string | null = null
  /** It has replayed a position that the primary never wrote: its history differs, as after a point-in-time restore. */
  let beyond = false
  let lagMs: number | null = null
  const closing = new AbortController()

  function leave(why: ReplicaTrouble, error?: unknown): void {
    if (trouble === why) return
    if (trouble === null || (trouble === 'not known' && why !== 'late'))
      log?.(`The replica is not used: ${why}`, error ?? new DatabaseUnavailable('down'))
    trouble = why
    if (why !== 'gone') return
    lagMs = null
    // Pending reads fail, and are sent to the primary.
    asking.cut()
    asking = openReadConnections(quiet(options))
  }

  async function lookAt(): Promise<Seen> {
    const connection = await watch.acquire()
    try {
      const [row] = await connection.send(AT_REPLICA, [], { limitMs: SILENT_MS })
      return row as unknown as Seen
    } finally {
      watch.release(connection)
    }
  }

  async function look(): Promise<void> {
    try {
      judge(await lookAt())
    } catch (error) {
      leave('gone', error)
    }
  }

  function judge(seen: Seen): void {
    if (!seen.replays || seen.lsn === null || (system !== null && seen.system !== system)) {
      leave('foreign')
      return
    }
    replayed = placeOf(seen.lsn)
    if (beyond) {
      leave('foreign')
      return
    }
    ahead = ahead.filter(({ place }) => place > replayed)
    if (first === null || replayed < first) return
    lagMs = ahead[0] ? performance.now() - ahead[0].at : 0
    if (lagMs > MAX_LAG_MS) leave('late')
    // A replica that was given up is used again when it has caught up.
    if (trouble === null || lagMs > LOOK_MS) return
    log?.('The replica answers reads')
    trouble = null
  }

  async function lookAtPrimary(): Promise<void> {
    const at = performance.now()
    const before = replayed
    const [row] = (await primary.read(AT_PRIMARY, [], false)) as Seen[]
    if (!row?.lsn) return
    const place = placeOf(row.lsn)
    system = row.system
    beyond = before > place
    // Even after the primary has passed its position, such a replica is not used: it never gets there.
    if (beyond) first = null
    else if (before > 0n) first ??= place
    if (place > (ahead.at(-1)?.place ?? replayed)) ahead.push({ at, place })
    if (ahead.length > MAX_PLACES) ahead.splice(1, 1)
  }

  let looking: Promise<void> | undefined
  /** Everyone waiting shares one check. */
  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      // While the primary is gone there is nothing new to replay.
      await lookAtPrimary().catch(() => {})
      await lookOnce()
      await sleep(LOOK_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const following = follow()

  const orPrimary =
    (channel: 'read' | 'aside'): Send =>
    async (text, params, values) => {
      if (trouble !== null) return primary[channel](text, params, values)
      try {
        return await asking[channel](text, params, values)
      } catch (error) {
        const broken = error instanceof DatabaseUnavailable && ['down', 'lost'].includes(error.reason)
        if (broken) leave('gone', error)
        else if (!OF_REPLICA.includes(errorCode(error) ?? '')) throw error
        return primary[channel](text, params, values)
      }
    }

  return {
    read: orPrimary('read'),
    aside: orPrimary('aside'),
    async shows(lsn) {
      if (trouble !== null) return false
      const place = lsn === null ? 0n : placeOf(lsn)
      const until = performance.now() + WAIT_MS
      while (place > replayed) {
        if (trouble !== null || performance.now() >= until) return false
        await Promise.race([lookOnce(), sleep(WAIT_MS)])
        if (place > replayed) await sleep(STEP_MS)
      }
      return trouble === null
    },
    state: () => ({ trouble, lagMs }),
    async close() {
      closing.abort()
      await Promise.all([asking.end(1_000), watch.end(1_000), following])
    },
  }
}

/** Connections are not logged: losing and regaining the replica is logged once. */
const quiet = ({ log: _, ...options }: ReadConnectionsOptions): ReadConnectionsOptions => options
