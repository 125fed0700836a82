import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq, sql } from 'drizzle-orm'
import { userNames } from '~/areas/access/user-names.server'
import type { ChangeKind } from '~/platform/approvals/change-kind.server'
import { titleWords } from '~/platform/approvals/change-title.server'
import { DomainError } from '~/platform/values/domain-error'
import { RESETS, type Reset, resetAccess } from './reset-access.server'
import { DECIDED_BY_ADMINISTRATORS } from './user-change-kinds.server'

/** The target of a reset among waiting changes; user names hold no blank that is not theirs alone. */
export const resetTarget = (reset: Reset, userName: string): string => `${reset} ${userName}`

function readTarget(target: string): { reset: Reset; userName: string } {
  const blank = target.indexOf(' ')
  const reset = RESETS.find((each) => each === target.slice(0, blank))
  if (!reset) throw new Error(`Nothing is known of the reset ${target}`)
  return { reset, userName: target.slice(blank + 1) }
}

const DOES: Readonly<Record<Reset, string>> = {
  password: 'A one-time password replaces the present one; sessions and personal tokens end',
  enable: 'Disabled → enabled, with the rights of before and without a password',
  unlink: 'Linked to a person of single sign-on → not linked; sessions and personal tokens end',
}

/** How resets of somebody's access wait for a second administrator and take effect. */
export const resetKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  title: sql`concat(${titleWords(sql`split_part(change.target, ' ', 1)`, [
    ['password', 'One-time password of '],
    ['enable', 'Enabling of '],
    ['unlink', 'Single sign-on of '],
  ])}, substr(change.target, strpos(change.target, ' ') + 1))`,
  words: (_, after) => DOES[after.reset as Reset],
  userName: (target) => readTarget(target).userName,
  // What it replaces is a secret: whether it still fits is looked at when it takes effect.
  current: async () => null,
  async apply(tx, target, _, { requestedBy, approvedBy, secret, now }) {
    const { reset, userName } = readTarget(target)
    const [user] = await tx
      .select({
        id: appUser.id,
        userName: appUser.userName,
        disabledAt: appUser.disabledAt,
        signOnSubject: appUser.signOnSubject,
      })
      .from(appUser)
      .where(eq(appUser.userName, userName))
      .for('update')
    if (!user) throw new DomainError('refused', `There is no user ${userName}. Refuse this change.`)
    const who = await person(tx, requestedBy)
    if (!who) throw new Error('A reset is requested by somebody')
    const by = { requestedBy: who, approvedBy: await person(tx, approvedBy), now }
    await resetAccess(tx, user, { reset, passwordHash: secret }, by)
  },
}

async function person(read: Read, id: number | null): Promise<{ id: number; fullName: string } | null> {
  const name = id === null ? undefined : (await userNames(read, [id])).get(id)
  return id !== null && name ? { id, fullName: `${name.firstName} ${name.lastName}`.trim() } : null
}
