import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Throttled } from '../refusal'

const WINDOW_SECONDS = 15 * 60

// Wrong passwords that are let pass in 15 minutes: few for one account from one address, more for an address that an
// office shares, and a ceiling for one account from everywhere.
const pair = new RateLimiterMemory({ keyPrefix: 'pair', points: 5, duration: WINDOW_SECONDS })
const account = new RateLimiterMemory({ keyPrefix: 'account', points: 30, duration: WINDOW_SECONDS })
const address = new RateLimiterMemory({ keyPrefix: 'address', points: 100, duration: WINDOW_SECONDS })

const keysOf = (userName: string, from: string) =>
  [
    [pair, `${userName.toLowerCase()} ${from}`],
    [account, userName.toLowerCase()],
    [address, from],
  ] as const

/** Refuses a login while too many have failed; says the same for names that exist and names that do not. */
export async function refuseThrottled(userName: string, from: string): Promise<void> {
  for (const [limiter, key] of keysOf(userName, from)) {
    const state = await limiter.get(key)
    if (state && state.consumedPoints >= limiter.points) {
      const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
      const minutes = Math.ceil(seconds / 60)
      throw new Throttled(
        `Too many failed logins. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again, or ask an administrator.`,
        seconds,
        'Not logged in',
      )
    }
  }
}

/** Counts an attempt as failed; done before the password is looked at, so that many at once count one by one. */
export async function countFailure(userName: string, from: string): Promise<void> {
  for (const [limiter, key] of keysOf(userName, from)) await limiter.penalty(key)
}

/** After the right password: what counted against this name from here is forgotten, and the attempt is given back. */
export async function forgetFailures(userName: string, from: string): Promise<void> {
  await giveBack(userName, from)
  await pair.delete(`${userName.toLowerCase()} ${from}`)
}

/** For an attempt that said nothing about the password, such as one while the database was down. */
export async function giveBack(userName: string, from: string): Promise<void> {
  for (const [limiter, key] of keysOf(userName, from)) await limiter.reward(key)
}
