import type { Read } from 'db/doors'
import { appUser } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { Actor } from './actor'
import { isPassword } from './password.server'

/** False for who logs in with single sign-on alone. */
export async function hasPassword(read: Read, { id }: Pick<Actor, 'id'>): Promise<boolean> {
  return (await hashOf(read, id)) !== null
}

/** Is this the password that the actor has now? It takes a tenth of a second, whatever the answer. */
export async function isOwnPassword(
  read: Read,
  { id }: Pick<Actor, 'id'>,
  password: string,
): Promise<boolean> {
  return isPassword(password, await hashOf(read, id))
}

async function hashOf(read: Read, userId: number): Promise<string | null> {
  const [user] = await read
    .select({ passwordHash: appUser.passwordHash })
    .from(appUser)
    .where(eq(appUser.id, userId))
  return user?.passwordHash ?? null
}
