import type { Transaction } from 'db/database'
import { appUser, authorisation } from 'db/schema/access'
import { and, eq } from 'drizzle-orm'
import { oneAtATime } from '~/areas/access/one-at-a-time.server'
import { DomainError } from '~/platform/values/domain-error'
import { recordAct } from '~/platform/workflow/record-act.server'

/**
 * Takes the update of Administration from a disabled user: the way out, on the server, of a site whose second
 * administrator left for good. Recorded in the user's chain.
 * @throws DomainError not-found; refused for a user who is not disabled
 */
export async function resignAdministrator(tx: Transaction, userName: string, now: Date): Promise<void> {
  await oneAtATime(tx)
  const [user] = await tx.select().from(appUser).where(eq(appUser.userName, userName)).for('update')
  if (!user) throw new DomainError('not-found', `There is no user ${userName}.`)
  if (!user.disabledAt)
    throw new DomainError(
      'refused',
      `${userName} is not disabled: another administrator takes the permission away, under Administration, Users.`,
    )
  await tx
    .update(authorisation)
    .set({ update: false })
    .where(and(eq(authorisation.userId, user.id), eq(authorisation.functionId, 'administration')))
  await recordAct(
    tx,
    user.id,
    {
      name: 'resign administrator',
      status: 'RESIGNED',
      class: 'warning',
      log: `Update of Administration taken from ${userName} on the command line`,
    },
    { who: null, now },
  )
}
