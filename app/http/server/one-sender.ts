import type { Request, RequestHandler, Response } from 'express'
import { BUSY_HEADER, goesBefore, isFile, noteWait, patienceOf, type Rank, rankOf, refuseBusy } from './busy'
import { isCall, type Refusal, refuse } from './refuse'

export interface SenderLimits {
  /** Requests of one sender in work at a time: half of the places that a process has. */
  inWork?: number
  /** Requests of one sender that wait for these; others get 429. */
  waiting?: number
  /** Longest time that one of them waits before it gets 503, in milliseconds; missing: depends on its rank. */
  waitMs?: number
  /** After this time a request no longer counts, in milliseconds: it waits for a lock or a slow reader. */
  heldMs?: number
}

interface Waiting {
  rank: Rank
  go: () => void
}

interface Sender {
  inWork: number
  waiting: Waiting[]
}

const RETRY_SECONDS = 2
/** How many sessions and tokens the user is remembered of: those of a large site in a day. */
const MAX_REMEMBERED = 20_000

const SESSION = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/

/** The session or the token of a request; null without one. */
const credentialOf = (req: Request): string | null =>
  req.get('authorization') ?? SESSION.exec(req.get('cookie') ?? '')?.[1] ?? null

/**
 * Lets each sender have only so many requests in work, so that the pages of others do not wait for them; the sender's
 * other requests wait by rank and in their order, and hold nothing meanwhile. Sessions and tokens of one user count
 * together once a request showed whose they are. Files have turns of their own.
 */
export function limitSenders({
  inWork = 4,
  waiting = 60,
  waitMs,
  heldMs = 5_000,
}: SenderLimits = {}): RequestHandler {
  const senders = new Map<string, Sender>()
  /** The user of a session or token, the one used longest ago first. */
  const users = new Map<string, string>()

  function remember(credential: string, { locals }: Response): void {
    if (locals.userId === undefined) return
    users.delete(credential)
    users.set(credential, `user ${locals.userId}`)
    const [oldest] = users.keys()
    if (users.size > MAX_REMEMBERED && oldest !== undefined) users.delete(oldest)
  }

  return (req, res, next) => {
    const credential = credentialOf(req)
    if (credential === null || isFile(req)) return next()
    const name = users.get(credential) ?? credential
    const sender = senders.get(name) ?? { inWork: 0, waiting: [] }
    senders.set(name, sender)
    const forget = () => {
      if (sender.inWork === 0 && sender.waiting.length === 0) senders.delete(name)
    }
    const start = () => {
      sender.inWork += 1
      let held = true
      const leave = () => {
        if (!held) return
        held = false
        clearTimeout(slow)
        sender.inWork -= 1
        sender.waiting.shift()?.go()
        forget()
      }
      const slow = setTimeout(leave, heldMs).unref()
      res.once('close', () => {
        remember(credential, res)
        leave()
      })
      next()
    }
    if (sender.inWork < inWork) return start()
    if (sender.waiting.length >= waiting) return refuseMore(req, res)
    const rank = rankOf(req)
    const since = performance.now()
    const turn: Waiting = {
      rank,
      go() {
        leaveLine()
        noteWait(res, performance.now() - since)
        start()
      },
    }
    const leaveLine = () => {
      clearTimeout(late)
      res.off('close', onLeave)
      sender.waiting = sender.waiting.filter((other) => other !== turn)
    }
    const onLeave = () => {
      leaveLine()
      forget()
    }
    const late = setTimeout(() => {
      onLeave()
      refuseBusy(req, res, RETRY_SECONDS)
    }, waitMs ?? patienceOf(rank))
    const behind = sender.waiting.findIndex((other) => goesBefore(rank, other.rank))
    sender.waiting.splice(behind < 0 ? sender.waiting.length : behind, 0, turn)
    res.once('close', onLeave)
  }
}

function refuseMore(req: Request, res: Response): void {
  const reads = req.method === 'GET' || req.method === 'HEAD'
  res.locals.busy = true
  res.setHeader('Retry-After', String(RETRY_SECONDS))
  res.setHeader(BUSY_HEADER, '1')
  const refusal: Refusal = {
    status: 429,
    title: 'Too many requests at once',
    message: `${reads ? '' : 'Nothing was saved. '}Many requests of yours are not answered yet. Wait a few seconds, then ${isCall(req.path) ? 'send it' : 'try'} again.`,
    code: 'busy',
  }
  refuse(req, res, reads ? { ...refusal, again: true } : refusal)
}
