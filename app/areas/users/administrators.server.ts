import { administrationHolders } from '~/areas/access/second-person.server'
import { singleSignOnIsOn } from '~/areas/access/site-setting.server'
import type { ReadAt } from '~/platform/values/context.server'
import { DomainError } from '~/platform/values/domain-error'
import { userRows } from './list.server'
import type { UserState } from './user'

/** A user who holds administration update. */
export interface Administrator {
  id: number
  userName: string
  /** Why they cannot log in, worded to follow their name; null when they can. */
  keptOut: string | null
}

const KEPT_OUT: Readonly<Record<UserState, string | null>> = {
  ACTIVE: null,
  'ONE-TIME PASSWORD': null,
  'PASSWORD EXPIRED': 'has an expired one-time password',
  'NO PASSWORD': 'has no password',
  DISABLED: 'is disabled',
}

/** All of them, in the order of their ids; those who are not disabled can log in where single sign-on is on. */
export async function administrators(context: ReadAt): Promise<Administrator[]> {
  const { read } = context
  const rows = await userRows(context, await administrationHolders(read))
  const byProvider = await singleSignOnIsOn(read)
  return rows
    .map(({ id, user_name: userName, state }) => ({
      id,
      userName,
      keptOut: byProvider && state !== 'DISABLED' ? null : KEPT_OUT[state],
    }))
    .sort((a, b) => a.id - b.id)
}

/**
 * Checked at the end of every change that takes rights away: a user must be left who may restore them, and who can log
 * in to do it. The caller holds the lock of `oneAtATime`, or two at once would each see the other's administrator.
 * @param before administrators before the change; where none of them could log in, one who is not disabled must be left
 * @throws DomainError refused, with why no other user counts
 */
export async function requireAdministrator(context: ReadAt, before: readonly Administrator[]): Promise<void> {
  const after = await administrators(context)
  const counts = before.some(canLogIn) ? canLogIn : isEnabled
  if (after.some(counts) || !before.some(counts)) return
  const others = after.map(({ userName, keptOut }) => `${userName} ${keptOut}`)
  const [why, remedy] =
    others.length === 0
      ? ['', 'Give another user that permission first.']
      : [
          ` Of the users with this permission, ${others.join(', ')}.`,
          'Give one of them a new one-time password, or another user that permission, first.',
        ]
  throw new DomainError(
    'refused',
    `No user would be left who may update Administration and can log in.${why} ${remedy}`,
  )
}

const canLogIn = ({ keptOut }: Administrator) => keptOut === null

const isEnabled = ({ keptOut }: Administrator) => keptOut !== KEPT_OUT.DISABLED
