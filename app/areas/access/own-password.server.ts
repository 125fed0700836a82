import type { Read } from 'db/database'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Actor } from './actor'
import { isPassword } from './password.server'

/** False for who logs in with single sign-on alone. */
export async function hasPassword(read: Read, { id }: Pick<Actor, 'id'>): Promise<boolean> {
  return (await hashOf(read, id)) !== null
}

/**
 * The stored hash of the actor's password where this is it, else null. It takes a tenth of a second, whatever the answer.
 */
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
