/**
 * Priorities when not all requests can be served: steps, decisions and logins; then pages and calls that read; files
 * last. Pages of lists and of objects are one rank: with objects first, a full site would answer no list, and the few
 * requests that cost most would take the place of many.
 */
const RANKS = ['step', 'page', 'file'] as const
export type Rank = (typeof RANKS)[number]

/** When a request that has to wait is refused, in milliseconds from its arrival. */
interface Patience {
  /** At once, if its answer is expected later than this. */
  atOnce: number
  /** When others took longer than expected, and its answer would now come later than this. */
  later: number
}

/**
 * A page that comes later is opened again by its reader, which costs the site more than to refuse it. A form that was
 * let in is better late than refused, and a file is not watched.
 */
const PATIENCE: Record<Rank, Patience> = {
  step: { atOnce: 1_200, later: 4_500 },
  page: { atOnce: 1_200, later: 1_200 },
  file: { atOnce: 4_500, later: 4_500 },
}

/** The longest burst of requests, in milliseconds: a line that has not been empty for longer will not become so. */
const BURST_MS = 1_200
/** In a line that stays, pages wait no longer than keeps the process at work: more would only make every answer late. */
const STAYING_MS = 600

/** For how long a request should have its place, in milliseconds. */
const HELD_MS = 400
/** With fewer requests at work the process would at times wait for its database. */
const LEAST_PLACES = 4

/** Weight of the newest interval in the mean of recent intervals between two requests. */
const WEIGHT = 0.1
/** Checks before a request gives way: one that takes this long waits for a lock. */
const MAX_LOOKS = 5
const RETRY_SECONDS = { least: 2, most: 30 }

export interface LineOptions {
  /**
   * Most requests at work at a time. The process has eight connections to its database: any more would only wait for
   * each other, and a step would wait with them.
   */
  places?: number
  /** Requests of one sender at work at a time: half of the places. */
  ofSender?: number
  /** Requests of one sender that wait for these; others are refused. */
  waitingOfSender?: number
  /** Longest time until the answer of a request that has to wait, in milliseconds; missing: depends on its rank. */
  waitMs?: number
  /**
   * How often to check whether a request waits for something other than the process; after five checks it gives way.
   */
  slowMs?: number
  /** A monotonic clock, in milliseconds. */
  clock?: () => number
  /** The delay of the event loop, in milliseconds. */
  loopDelay?: () => number
}

/** Why a request is refused, and when to try again. */
export interface Refused {
  /** The process has too many requests, or the sender has. */
  because: 'process' | 'sender'
  seconds: number
}

interface Asking {
  rank: Rank
  /** Whose request it is; null for one without a limit by sender. */
  sender: string | null
  /** Called when its turn has come. */
  go: () => void
  /** Called when it would wait too long. */
  refuse: (refused: Refused) => void
  /** Whether it waits for something other than the process: a slow connection, an export's turn. */
  elsewhere: () => boolean
}

export interface WaitingLine {
  /** The refusal of a request that would come now; null if it would go or wait. It costs next to nothing. */
  refusal(rank: Rank, sender: string | null): Refused | null
  /**
   * Lets a request go immediately, when its turn comes, or never.
   * @returns call it when the request is answered, or its sender has left
   */
  enter(asking: Asking): () => void
  /** How many requests have a place, and how many are waiting. */
  state(): { taken: number; waiting: Record<Rank, number> }
}

interface Sender {
  name: string
  inWork: number
  waiting: number
  /** The round of its latest request of each rank. */
  rounds: number[]
}

interface Waiting {
  rank: number
  round: number
  sender: Sender | null
  start: () => void
}

/**
 * The queue of requests waiting for the process. It measures how fast it moves while it is full, and refuses those that
 * would be answered later than allowed: how many are at work, and how many may wait, depends on what they currently cost
 * on this machine. By rank, senders take turns: each has one request in a round.
 */
export function waitingLine(options: LineOptions = {}): WaitingLine {
  const { places = 8, ofSender = 4, waitingOfSender = 60, waitMs, slowMs = 1_000 } = options
  const { clock = () => performance.now(), loopDelay = () => 0 } = options
  const senders = new Map<string, Sender>()
  /** In the order in which they go. */
  const waiting: Waiting[] = []
  let taken = 0
  /** Milliseconds per request that leaves the full process. */
  let each = 0
  /** When one last left, or the process became full. */
  let movedAt = 0
  /** The round of the last one of each rank that waited and went. */
  const rounds = RANKS.map(() => 0)
  /** Since when requests wait; null while none does. */
  let busySince: number | null = null

  /** A request has its place for as long as all places take to move: on a slow machine fewer places do as much. */
  function open(): number {
    if (each === 0) return places
    return Math.min(places, Math.max(LEAST_PLACES, Math.round(HELD_MS / each)))
  }

  /** Milliseconds from the start of a request until its answer. */
  const heldMs = () => open() * each + loopDelay()
  /** Milliseconds until the answer of a request, after those ahead. */
  const answeredIn = (ahead: number) => (ahead + 1) * each + heldMs()

  const patienceOf = (rank: Rank): Patience =>
    waitMs === undefined ? PATIENCE[rank] : { atOnce: waitMs, later: waitMs }

  function longestAnswer(rank: Rank): number {
    const { atOnce } = patienceOf(rank)
    const stays = busySince !== null && clock() - busySince > BURST_MS
    return rank === 'page' && waitMs === undefined && stays ? STAYING_MS : atOnce
  }

  function retryAfter(ms: number): number {
    return Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, Math.ceil(ms / 1_000)))
  }

  const hasTurn = (sender: Sender | null) => sender === null || sender.inWork < ofSender
  const mayGo = (sender: Sender | null) => taken < open() && hasTurn(sender)

  /** The round of the next request of a sender. */
  function roundOf(rank: number, sender: Sender | null): number {
    const current = rounds[rank] ?? 0
    const latest = sender?.rounds[rank]
    return latest === undefined ? current : Math.max(current, latest + 1)
  }

  /** Behind how many a request would wait. */
  function placeOf(rank: number, own: number): number {
    const behind = waiting.findIndex(
      (other) => other.rank > rank || (other.rank === rank && other.round > own),
    )
    return behind < 0 ? waiting.length : behind
  }

  function refusal(rank: Rank, name: string | null): Refused | null {
    const sender = (name !== null && senders.get(name)) || null
    if (mayGo(sender)) return null
    if (sender !== null && sender.waiting >= waitingOfSender)
      return { because: 'sender', seconds: RETRY_SECONDS.least }
    // It waits for its sender's others alone.
    if (taken < open()) return null
    const at = RANKS.indexOf(rank)
    const late = answeredIn(placeOf(at, roundOf(at, sender))) - longestAnswer(rank)
    return late > 0 ? { because: 'process', seconds: retryAfter(late) } : null
  }

  /** Takes a place; the returned function releases it, once. */
  function take(rank: number, sender: Sender | null, elsewhere: () => boolean): () => void {
    taken += 1
    if (taken === open()) movedAt = clock()
    if (sender !== null) {
      senders.set(sender.name, sender)
      sender.inWork += 1
      sender.rounds[rank] = Math.max(sender.rounds[rank] ?? 0, rounds[rank] ?? 0)
    }
    let held = true
    let looks = 0
    let slow = setTimeout(look, slowMs).unref()
    return leave

    function look() {
      looks += 1
      if (looks === MAX_LOOKS || elsewhere()) leave()
      else slow = setTimeout(look, slowMs).unref()
    }

    function leave() {
      if (!held) return
      held = false
      clearTimeout(slow)
      if (taken >= open()) {
        const now = clock()
        each = each === 0 ? now - movedAt : each + WEIGHT * (now - movedAt - each)
        movedAt = now
      }
      taken -= 1
      if (sender !== null) {
        sender.inWork -= 1
        forget(sender)
      }
      serve()
    }
  }

  function forget(sender: Sender) {
    if (sender.inWork === 0 && sender.waiting === 0) senders.delete(sender.name)
  }

  /** Gives free places to those who wait. */
  function serve() {
    while (taken < open()) {
      const next = waiting.find(({ sender }) => hasTurn(sender))
      if (!next) return
      next.start()
    }
  }

  function enter(asking: Asking): () => void {
    serve()
    const { sender: name, go, refuse, elsewhere } = asking
    const refused = refusal(asking.rank, name)
    if (refused) {
      refuse(refused)
      return () => {}
    }
    const rank = RANKS.indexOf(asking.rank)
    const sender = name === null ? null : (senders.get(name) ?? { name, inWork: 0, waiting: 0, rounds: [] })
    if (!mayGo(sender)) return wait(asking, sender)
    const leave = take(rank, sender, elsewhere)
    go()
    return leave
  }

  function wait(asking: Asking, sender: Sender | null): () => void {
    const { go, refuse, elsewhere } = asking
    const since = clock()
    const { later } = patienceOf(asking.rank)
    busySince ??= since
    const rank = RANKS.indexOf(asking.rank)
    const own: Waiting = { rank, round: roundOf(rank, sender), sender, start }
    waiting.splice(placeOf(rank, own.round), 0, own)
    if (sender !== null) {
      senders.set(sender.name, sender)
      sender.waiting += 1
      sender.rounds[rank] = own.round
    }
    const late = setTimeout(giveUp, later)
    let leave = stopWaiting
    return () => leave()

    function stopWaiting() {
      clearTimeout(late)
      const at = waiting.indexOf(own)
      if (at < 0) return
      waiting.splice(at, 1)
      if (waiting.length === 0) busySince = null
      if (sender === null) return
      sender.waiting -= 1
      forget(sender)
    }

    function start() {
      stopWaiting()
      if (clock() - since + heldMs() > later) return giveUp()
      rounds[rank] = Math.max(rounds[rank] ?? 0, own.round)
      leave = take(rank, sender, elsewhere)
      go()
    }

    function giveUp() {
      stopWaiting()
      refuse({ because: 'process', seconds: RETRY_SECONDS.least })
    }
  }

  const waitingOf = (rank: Rank) => waiting.filter((each) => each.rank === RANKS.indexOf(rank)).length

  return {
    refusal,
    enter,
    state: () => ({
      taken,
      waiting: { step: waitingOf('step'), page: waitingOf('page'), file: waitingOf('file') },
    }),
  }
}
