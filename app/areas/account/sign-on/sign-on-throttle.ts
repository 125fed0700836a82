import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '~/http/network'
import { Throttled } from '~/http/refusal'

const WINDOW_SECONDS = 15 * 60
/** Each costs a session and a visit at the provider; a whole office may share an address. */
const MOST = 300

const limiter = new RateLimiterMemory({ keyPrefix: 'sign-on', points: MOST, duration: WINDOW_SECONDS })

/** Counts a login that begins at the provider, and refuses it when far too many came from this address. */
export async function refuseManySignOns(from: string): Promise<void> {
  try {
    await limiter.consume(networkOf(from))
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
    throw new Throttled(
      'Too many logins were begun from your address. Wait a quarter of an hour and try again.',
      seconds,
      'Not logged in',
    )
  }
}
