import type { Read, Transaction } from 'db/database'
import { siteSetting } from 'db/schema/access'
import { eq } from 'drizzle-orm'

/** What a setting of the site is; undefined while nobody has set it. */
export async function siteSettingOf(read: Read, key: string): Promise<unknown> {
  const [row] = await read.select().from(siteSetting).where(eq(siteSetting.key, key))
  return row?.value
}

/** Stores a setting of the site; whoever does records it. */
export async function putSiteSetting(tx: Transaction, key: string, value: unknown): Promise<void> {
  await tx
    .insert(siteSetting)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSetting.key, set: { value } })
}

/** A setting that nobody needs any more. */
export async function dropSiteSetting(tx: Transaction, key: string): Promise<void> {
  await tx.delete(siteSetting).where(eq(siteSetting.key, key))
}

/** True while the demo data is loaded: the login page then tells the demo users. */
export async function isDemoSite(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, 'demo')) === true
}
