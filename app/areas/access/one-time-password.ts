/** How long a password from an administrator may be used to log in. */
export const ONE_TIME_HOURS = 72

/** When a one-time password that was set at this time expires; the epoch for one without a date. */
export function oneTimeEnd(setAt: Date | null): Date {
  return setAt === null ? new Date(0) : new Date(setAt.getTime() + ONE_TIME_HOURS * 60 * 60_000)
}

/** Letters and digits that are hard to mistake for one another: no i, l, o, u. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP = 4
const LENGTH = 28

/**
 * A one-time password from random bytes: 140 bits, in groups that can be read aloud.
 * @param random not guessable, 18 bytes or more, base64url, from the site's ids
 */
export function oneTimePassword(random: string): string {
  const bits = [...Buffer.from(random, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  if (bits.length < LENGTH * 5) throw new Error('A one-time password needs 18 random bytes')
  const signs = Array.from(
    { length: LENGTH },
    (_, at) => SIGNS[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  )
  return signs.join('').replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-')
}
