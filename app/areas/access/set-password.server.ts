import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { and, eq } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import type { Actor } from './actor'
import { revokeTokensOf } from './api-tokens.server'
import { deleteSessionsOf } from './session-rows.server'
import { notifyUser } from './user-notices.server'

let listed: ReadonlySet<string> | undefined

/**
 * True for one of the most common leaked passwords, ignoring case (ASVS V6.2.4). Some 18,000 of the list's 49,000 are
 * long enough to be accepted here; all of those are refused, not only the first 3,000.
 */
function isListedPassword(password: string): boolean {
  listed ??= new Set(dictionary['passwords-common'])
  return listed.has(password) || listed.has(password.toLowerCase())
}

// argon2id with OWASP's first choice (19 MiB, two passes, one lane); the library's default algorithm is argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

// Verified when there is no such user, so that the response takes just as long.
const DUMMY_HASH = hashPassword('the password of no user')

/** True when the password matches the hash; takes the same time when there is no hash. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const right = await verify(passwordHash ?? (await DUMMY_HASH), password)
  return right && passwordHash !== null
}

const SHORTEST = 8
/** Far longer than any passphrase; more would cost time and add nothing. */
const MAX_LENGTH = 256

/** The most common words in passwords; digits, signs and swapped letters add little. */
const WORDS = new Set(
  `password passwort passwd motdepasse pass welcome willkommen bienvenue bonjour hello letmein login admin administrator
  administrateur root test testtest user guest changeme default secret geheim master qwerty qwertz azerty qwertyuiop
  qwertzuiop azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx iloveyou jetaime sunshine princess monkey
  dragon football baseball superman batman pokemon starwars shadow michael jordan jennifer ashley charlie daniel jessica
  nicole thomas trustno freedom whatever computer internet samsung google facebook summer winter spring autumn sommer
  fruehling herbst printemps automne january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday luxembourg luxemburg london paris berlin liverpool chelsea
  arsenal barcelona fundesk fund funds finance accounting accountant company office`.split(/\s+/),
)
const ROWS = [
  '0123456789012',
  '9876543210987',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc',
  '1q2w3e4r5t6z',
  '1q2w3e4r5t6y',
]
const SWAPPED: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * True for passwords that an attacker tries first: a listed one, one word with additions, a run of keys, a repeated
 * piece.
 */
export function isCommonPassword(password: string): boolean {
  if (isListedPassword(password)) return true
  const lower = password.toLowerCase()
  if (/^(.{1,4})\1+$/.test(lower)) return true
  if (ROWS.some((row) => row.startsWith(lower) || row.includes(lower))) return true
  if (/^[\d\W_]+$/.test(lower)) return /^\d{1,10}$/.test(lower)
  const bare = (text: string) => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  const unswapped = (text: string) => text.replace(/[013457@$!]/g, (sign) => SWAPPED[sign] ?? sign)
  return [bare(lower), unswapped(lower), unswapped(bare(lower)), bare(unswapped(lower))].some((word) =>
    WORDS.has(word),
  )
}

/** Why a password is refused, in a sentence; null when it is accepted. Any mix of characters will do. */
export function passwordFault(password: string, userName: string): string | null {
  const length = [...password].length
  if (length < SHORTEST) return `Use at least ${SHORTEST} characters; 15 or more are better.`
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`
  if (password.toLowerCase() === userName.toLowerCase())
    return 'The password must not be the user name. Choose another.'
  if (isCommonPassword(password)) return 'This password is too easy to guess. Choose another.'
  return null
}

/**
 * The hash of a new password. It takes a tenth of a second, so compute it before the transaction.
 * @throws DomainError invalid when the password is refused
 */
export function newPasswordHash(password: string, userName: string): Promise<string> {
  const fault = passwordFault(password, userName)
  if (fault) throw new DomainError('invalid', fault, { fields: { password: fault } })
  return hashPassword(password)
}

/**
 * Sets a user's password and ends all their sessions; where another user sets it, their personal tokens, too. A
 * one-time password must be changed when it is used. One that the operator of the server sets also lifts the
 * restrictions after a reset by one administrator alone.
 * @param wanted `replaces` is the hash of the password that its owner entered: if it changed meanwhile, nothing is
 * stored
 * @param who who did it; null for the command line
 * @throws DomainError not-found; conflict when the password was changed meanwhile
 */
export async function setPassword(
  context: TransactionAt,
  wanted: { userName: string; passwordHash: string; oneTime?: boolean; replaces?: string },
  who: { id: number; fullName: string } | null,
): Promise<void> {
  const { tx, now } = context
  const { userName, passwordHash, oneTime = false, replaces } = wanted
  const [user] = await tx
    .update(appUser)
    .set({
      passwordHash,
      mustChangePassword: oneTime,
      passwordSetAt: now,
      ...(who === null ? { resetAlone: false } : {}),
    })
    .where(
      and(
        eq(appUser.userName, userName),
        replaces === undefined ? undefined : eq(appUser.passwordHash, replaces),
      ),
    )
    .returning({ id: appUser.id })
  if (!user && replaces !== undefined)
    throw new DomainError('conflict', 'Your password was changed in the meantime. Log in again.')
  if (!user) throw new DomainError('not-found', `There is no user ${userName}.`)
  await deleteSessionsOf(context, user.id)
  const given = replaces === undefined
  if (given) await revokeTokensOf(context, user.id)
  if (who === null)
    await notifyUser(tx, user.id, 'The server operator set your password on the command line.', now)
  await recordAct(tx, userSubject(user.id), {
    name: oneTime ? 'give one-time password' : 'set password',
    to: inAdministration(oneTime ? 'ONE-TIME PASSWORD' : 'PASSWORD SET', oneTime ? 'pending' : 'success'),
    log: `User ${userName}: ${oneTime ? 'one-time password given' : 'password set'}${given ? '; sessions and tokens ended' : ''}${who ? '' : ' (command line)'}`,
    who,
    now,
  })
}

/** False for a user who logs in with single sign-on alone. */
export async function hasPassword(read: Read, { id }: Pick<Actor, 'id'>): Promise<boolean> {
  return (await hashOf(read, id)) !== null
}

/** The stored hash of the actor's password if this is it, else null. It takes a tenth of a second in either case. */
export async function ownPasswordHash(
  read: Read,
  { id }: Pick<Actor, 'id'>,
  password: string,
): Promise<string | null> {
  const stored = await hashOf(read, id)
  return (await isPassword(password, stored)) ? stored : null
}

async function hashOf(read: Read, userId: number): Promise<string | null> {
  const [user] = await read
    .select({ passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, userId))
  return user?.passwordHash ?? null
}
