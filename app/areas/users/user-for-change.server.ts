import type { Transaction } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { userColumns } from '~/areas/access/users.server'
import { DomainError } from '~/platform/values/domain-error'
import { LARGEST_INTEGER } from '~/platform/values/numerals'

/** The fields of a user that changes use. */
export interface ChangedUser {
  id: number
  userName: string
  firstName: string
  lastName: string
  role: string
  homepage: string
  disabledAt: Date | null
  /** The person at the identity provider; null for none. */
  signOnSubject: string | null
}

/** The user of this id, locked until the transaction ends. @throws DomainError not-found */
export async function userForChange(tx: Transaction, userId: number): Promise<ChangedUser> {
  const [user] =
    userId > LARGEST_INTEGER
      ? []
      : await tx
          .select({
            ...userColumns,
            disabledAt: appUser.disabledAt,
            signOnSubject: appUser.signOnSubject,
          })
          .from(appUser)
          .where(eq(appUser.id, userId))
          .for('update')
  if (!user) throw new DomainError('not-found', 'There is no such user. Go back to the list.')
  return user
}
