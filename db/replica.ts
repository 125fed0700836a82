import { setTimeout as sleep } from 'node:timers/promises'
import { type AskingOptions, openAsking } from './ask'
import { Connections } from './connections'
import { DatabaseUnavailable, errorCode } from './failures'
import type { Send } from './session'

/** A replica that is further behind is left: people would see too late what others do. */
const MAX_LAG_MS = 2_000
/** How often to look how far it is. */
const LOOK_MS = 500
/** One that is silent for so long is left, and what waits for it goes to the primary. */
const SILENT_MS = 1_000
/** Places of the primary that are kept while the replica stands still. */
const MAX_PLACES = 100
/** How long a read waits for what its user stored, and how often it looks meanwhile. */
const WAIT_MS = 100
const STEP_MS = 10

/** Why a replica is not used: it was not looked at yet, does not answer, is too late, or is none of this database. */
type ReplicaTrouble = 'not known' | 'gone' | 'late' | 'foreign'

interface ReplicaState {
  /** Null while it is used. */
  trouble: ReplicaTrouble | null
  /** How far it is behind, in milliseconds, to half a second; null where that is not known. */
  lagMs: number | null
}

/** A replica that answers reads, and is left while it cannot. */
export interface OpenReplica {
  /** Reads from it; while it cannot answer, from the primary. */
  read: Send
  aside: Send
  /**
   * Whether it shows all that was stored up to this place in the primary's journal; waits 100 ms for it.
   * @param lsn "16/B374D848"; null: anything
   */
  shows(lsn: string | null): Promise<boolean>
  state(): ReplicaState
  close(): Promise<void>
}

interface ReplicaOptions extends AskingOptions {
  /** Asks the primary. */
  primary: { read: Send; aside: Send }
}

/** A place in the journal as a number. */
const placeOf = (lsn: string) => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** SQLSTATEs of a statement that stood in the way of what the replica replays, or whose server ends or begins. */
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
  let asking = openAsking(quiet(options))
  const watch = new Connections({
    ...quiet(options),
    connectMs: SILENT_MS,
    most: 1,
    waitMs: SILENT_MS,
    settings: {},
  })
  let trouble: ReplicaTrouble | null = 'not known'
  let replayed = 0n
  /** Where the primary was, at what steady instant; only what the replica has not replayed yet. */
  let ahead: { at: number; place: bigint }[] = []
  /** Where the primary was when both were known first: how late a replica is that is not there yet, nobody knows. */
  let first: bigint | null = null
  let system: string | null = null
  /** It has replayed what the primary never wrote: it has another history, as after a restore to a point in time. */
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
    // What waits for it breaks, and is asked of the primary.
    asking.cut()
    asking = openAsking(quiet(options))
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
    // One that was left is used again when it has caught up.
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
    // Once the primary is past it, such a one is not used either: it never gets there.
    if (beyond) first = null
    else if (before > 0n) first ??= place
    if (place > (ahead.at(-1)?.place ?? replayed)) ahead.push({ at, place })
    if (ahead.length > MAX_PLACES) ahead.splice(1, 1)
  }

  let looking: Promise<void> | undefined
  /** One look serves all that wait. */
  function lookOnce(): Promise<void> {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      // While the primary is gone nothing new is there to be replayed.
      await lookAtPrimary().catch(() => {})
      await lookOnce()
      await sleep(LOOK_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {})
    }
  }
  const following = follow()

  const orPrimary =
    (way: 'read' | 'aside'): Send =>
    async (text, params, values) => {
      if (trouble !== null) return primary[way](text, params, values)
      try {
        return await asking[way](text, params, values)
      } catch (error) {
        const broken = error instanceof DatabaseUnavailable && ['down', 'lost'].includes(error.reason)
        if (broken) leave('gone', error)
        else if (!OF_REPLICA.includes(errorCode(error) ?? '')) throw error
        return primary[way](text, params, values)
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

/** Its coming and going is in the log once, not with each connection. */
const quiet = ({ log: _, ...options }: AskingOptions): AskingOptions => options
