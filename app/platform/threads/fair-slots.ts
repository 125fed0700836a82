import { DomainError } from '~/platform/values/domain-error'

/** Gives a place back; a second call does nothing. */
export type Leave = () => void

/** What a user without a place waits for: their own work, or that of other users. */
export type WaitsFor = 'own' | 'others'

export interface FairSlotsOptions {
  /** Places of all users together. */
  count: number
  /** Places of one user. */
  each: number
  /** How many requests of one user may wait; any more are refused immediately. Default 3. */
  waiting?: number
  /** Longest wait for a place, in milliseconds. Default 5 minutes. */
  waitMs?: number
  /** The name of the work in a refusal: "export" becomes "exports". */
  work: string
}

export interface FairSlots {
  /**
   * Takes a place for a user as soon as one is free. `onWait` is called with what it waits for, if none is free yet.
   * @throws DomainError 'busy' when the user has too many waiting requests, or no place became free in time; the
   * signal's reason when it aborts
   */
  take(userId: number, options?: TakeOptions): Promise<Leave>
}

interface TakeOptions {
  signal?: AbortSignal
  onWait?: (what: WaitsFor) => void
}

interface User {
  taken: number
  waiting: (() => void)[]
}

/**
 * Places for users who take turns: the user served least recently comes first, however much others request; requests of
 * one user are served in order.
 */
export function fairSlots(options: FairSlotsOptions): FairSlots {
  const { count, each, waiting: mostWaiting = 3, waitMs = 300_000, work } = options
  /** Users who have or want a place; the user served least recently comes first. */
  const users = new Map<number, User>()
  let free = count

  function serve(): void {
    for (const [userId, user] of users) {
      if (free === 0) return
      const next = user.taken < each ? user.waiting.shift() : undefined
      if (!next) continue
      free -= 1
      user.taken += 1
      putLast(userId, user)
      next()
    }
  }

  function leave(userId: number, user: User): void {
    free += 1
    user.taken -= 1
    putLast(userId, user)
    forget(userId, user)
    serve()
  }

  function putLast(userId: number, user: User): void {
    users.delete(userId)
    users.set(userId, user)
  }

  function forget(userId: number, user: User): void {
    if (user.taken === 0 && user.waiting.length === 0) users.delete(userId)
  }

  function wait(userId: number, user: User, { signal, onWait }: TakeOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (how: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        how()
      }
      const onTurn = () => end(resolve)
      const giveUp = (error: unknown) =>
        end(() => {
          user.waiting = user.waiting.filter((other) => other !== onTurn)
          forget(userId, user)
          reject(error)
        })
      const onAbort = () => giveUp(signal?.reason)
      const timer = setTimeout(() => giveUp(tooLong(work)), waitMs)
      signal?.addEventListener('abort', onAbort)
      user.waiting.push(onTurn)
      serve()
      if (user.waiting.includes(onTurn)) onWait?.(user.taken >= each ? 'own' : 'others')
    })
  }

  return {
    async take(userId, given = {}) {
      given.signal?.throwIfAborted()
      const user = users.get(userId) ?? { taken: 0, waiting: [] }
      if (user.waiting.length >= mostWaiting) throw tooMany(work, user.taken, user.waiting.length)
      users.set(userId, user)
      await wait(userId, user, given)
      let left = false
      return () => {
        if (left) return
        left = true
        leave(userId, user)
      }
    },
  }
}

const titleOf = (work: string) => `Too many ${work}s`

function tooMany(work: string, taken: number, waiting: number): DomainError {
  const underWay = taken === 1 ? `one ${work}` : `${taken} ${work}s`
  return new DomainError(
    'busy',
    `You have ${underWay} running and ${waiting} more waiting. Let one finish or cancel it, then try again.`,
    { title: titleOf(work) },
  )
}

function tooLong(work: string): DomainError {
  return new DomainError(
    'busy',
    `This ${work} waited too long: others are still running. Try again in a few minutes.`,
    { title: titleOf(work) },
  )
}
