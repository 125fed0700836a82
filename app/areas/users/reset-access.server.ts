import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { heldUntil } from '~/areas/access/held-back'
import { unlinkFromProvider } from '~/areas/access/log-in-by-provider.server'
import { setPassword } from '~/areas/access/set-password.server'
import { tellAll, tellUser } from '~/areas/access/user-notices.server'
import { DomainError } from '~/platform/values/domain-error'
import { recordAct } from '~/platform/workflow/record-act.server'

/** Ways in which somebody else lets a user in anew: a one-time password, enabling, another person at the provider. */
export const RESETS = ['password', 'enable', 'unlink'] as const
export type Reset = (typeof RESETS)[number]

interface Person {
  id: number
  fullName: string
}

/** Who resets somebody's access, and when. */
export interface ResetBy {
  requestedBy: Person
  /** Null where nobody had to approve it; the same person where nobody else could. */
  approvedBy: Person | null
  now: Date
}

/**
 * Lets a user in anew, ends what they were logged in with, and tells them: who did it, when, and that four-eyes steps are
 * closed to them for a day. What one administrator does alone is told to everybody, and closes payments and bank accounts.
 * @param user as they are now, locked
 * @param passwordHash of a one-time password
 * @throws DomainError refused where the user is not in a state for it
 */
export async function resetAccess(
  tx: Transaction,
  user: { id: number; userName: string; disabledAt: Date | null; signOnSubject: string | null },
  { reset, passwordHash }: { reset: Reset; passwordHash: string | null },
  { requestedBy, approvedBy, now }: ResetBy,
): Promise<void> {
  const { id, userName } = user
  if (reset === 'password') {
    if (user.disabledAt) throw refused(`${userName} is disabled: approve that they are enabled first.`)
    if (passwordHash === null) throw new Error('A one-time password is given by its hash')
    await setPassword(tx, { userName, passwordHash, oneTime: true }, requestedBy, now)
  } else if (reset === 'enable') {
    if (!user.disabledAt) throw refused(`${userName} is enabled already. Refuse this change.`)
    await enable(tx, user, requestedBy, now)
  } else {
    if (user.signOnSubject === null)
      throw refused(`${userName} is not linked to single sign-on. Refuse this change.`)
    await unlinkFromProvider(tx, userName, requestedBy, now)
  }
  const alone = approvedBy?.id === requestedBy.id
  // A password that two agreed on ends what one did alone; the others open a way in, and prove nothing.
  const resetAlone = reset === 'password' ? alone : alone || undefined
  await tx.update(appUser).set({ resetAt: now, resetAlone }).where(eq(appUser.id, id))
  const [toYou, toAll] = WORDS[reset]
  const how = alone
    ? ', without a second administrator'
    : approvedBy
      ? `, approved by ${approvedBy.fullName}`
      : ''
  await tellUser(tx, id, `${requestedBy.fullName} ${toYou}${how}.`, now, heldUntil(now))
  if (alone) await tellAll(tx, `${requestedBy.fullName} ${toAll(userName)}${how}.`, now, id)
}

const WORDS: Readonly<Record<Reset, [toYou: string, toAll: (userName: string) => string]>> = {
  password: ['gave you a one-time password', (name) => `gave the user ${name} a one-time password`],
  enable: ['enabled your user again', (name) => `enabled the user ${name} again`],
  unlink: [
    'took your link to single sign-on away',
    (name) => `took the link of the user ${name} to single sign-on away`,
  ],
}

/** Lets a disabled user back. The password of before may be known to others by now: it works no more. */
async function enable(
  tx: Transaction,
  { id, userName }: { id: number; userName: string },
  who: Person,
  now: Date,
): Promise<void> {
  await tx
    .update(appUser)
    .set({ disabledAt: null, passwordHash: null, mustChangePassword: false, passwordSetAt: null })
    .where(eq(appUser.id, id))
  await recordAct(
    tx,
    id,
    {
      name: 'enable user',
      status: 'ENABLED',
      class: 'success',
      log: `User ${userName} enabled again; the password of before works no more`,
    },
    { who, now },
  )
}

const refused = (message: string) => new DomainError('refused', message)
