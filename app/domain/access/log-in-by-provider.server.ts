import type { Read, Transaction } from 'db/doors'
import { appUser } from 'db/schema/access'
import { workflowEvent } from 'db/schema/workflow'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { userObjectId } from '~/domain/lookups/audit-subjects'
import { recordAct } from '~/domain/lookups/record-act.server'
import { DomainError } from '~/domain/values/domain-error'

const LINKED = 'link to provider'
const UNLINKED = 'unlink from provider'

/** Whom the identity provider vouches for. */
export interface ProviderUser {
  /** Its "preferred_username": the user name here, letter by letter. */
  userName: string
  issuer: string
  /** Its own name for this person, which it never gives to another one. */
  subject: string
}

/**
 * The id of the user whom the provider vouches for. At their first login the provider's own name for them is written
 * into their chain; whoever bears the same user name later, but is somebody else, is refused: names are given anew
 * when people leave.
 * @throws DomainError forbidden for a name that nobody has here, a disabled user, or somebody else of the same name
 */
export async function logInByProvider(tx: Transaction, claimed: ProviderUser, now: Date): Promise<number> {
  const { userName, issuer, subject } = claimed
  const [user] = await tx
    .select({
      id: appUser.id,
      firstName: appUser.firstName,
      lastName: appUser.lastName,
      disabledAt: appUser.disabledAt,
    })
    .from(appUser)
    .where(eq(appUser.userName, userName))
    .for('no key update')
  if (!user)
    throw refused(
      `The identity provider knows you as "${userName}", but Fundesk has no user of that name. Ask an administrator to create one.`,
    )
  if (user.disabledAt)
    throw refused(`The user ${userName} is disabled in Fundesk. Ask an administrator to enable it.`)
  const known = await linkOf(tx, user.id)
  if (known && (known.issuer !== issuer || known.subject !== subject))
    throw refused(
      `The identity provider's ${userName} is not the one who logged in here before. If you got this name from somebody else, ask an administrator.`,
    )
  if (!known) {
    const who = { id: user.id, fullName: `${user.firstName} ${user.lastName}`.trim() }
    await record(tx, { id: user.id, userName }, LINKED, { who, data: { issuer, subject }, now })
  }
  return user.id
}

/**
 * Lets the next person of this user name at the provider be this user.
 * @throws DomainError not-found
 */
export async function unlinkFromProvider(tx: Transaction, userName: string, now: Date): Promise<void> {
  const [user] = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(eq(appUser.userName, userName))
    .for('no key update')
  if (!user) throw new DomainError('not-found', `There is no user ${userName}.`)
  if (await linkOf(tx, user.id)) await record(tx, { id: user.id, userName }, UNLINKED, { who: null, now })
}

const refused = (message: string) => new DomainError('forbidden', message, { title: 'Not logged in' })

/** Whom the provider meant so far; null before the first login. */
async function linkOf(read: Read, userId: number): Promise<{ issuer?: unknown; subject?: unknown } | null> {
  const [last] = await read
    .select({ name: workflowEvent.name, data: workflowEvent.data })
    .from(workflowEvent)
    .where(
      and(eq(workflowEvent.objectId, userObjectId(userId)), inArray(workflowEvent.name, [LINKED, UNLINKED])),
    )
    .orderBy(desc(workflowEvent.seq))
    .limit(1)
  return last?.name === LINKED ? (last.data as { issuer?: unknown; subject?: unknown }) : null
}

interface Recorded {
  who: { id: number; fullName: string } | null
  data?: Record<string, string>
  now: Date
}

async function record(
  tx: Transaction,
  user: { id: number; userName: string },
  name: typeof LINKED | typeof UNLINKED,
  { who, data = {}, now }: Recorded,
): Promise<void> {
  const linked = name === LINKED
  await recordAct(
    tx,
    user.id,
    {
      name,
      status: linked ? 'LINKED' : 'UNLINKED',
      class: linked ? 'success' : 'invalidated',
      log: linked
        ? `User ${user.userName}: first login by single sign-on`
        : `User ${user.userName}: may be somebody else at the identity provider from now on (command line)`,
      data,
    },
    { who, now },
  )
}
