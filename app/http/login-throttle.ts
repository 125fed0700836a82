import { RateLimiterMemory } from 'rate-limiter-flexible'
import { DomainError } from '~/domain/values/domain-error'

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
      const minutes = Math.max(1, Math.ceil(state.msBeforeNext / 60_000))
      throw new DomainError(
        'busy',
        `Too many failed logins. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again, or ask an administrator.`,
        { title: 'Not logged in' },
      )
    }
  }
}

export async function countFailure(userName: string, from: string): Promise<void> {
  for (const [limiter, key] of keysOf(userName, from)) await limiter.penalty(key)
}

export async function forgetFailures(userName: string, from: string): Promise<void> {
  await pair.delete(`${userName.toLowerCase()} ${from}`)
}
