import type { Read, Transaction } from 'db/database'
import { putSiteSetting, siteSettingOf } from '~/areas/access/site-setting.server'

const KEY = 'last verification'

/** The outcome of the last verification of the audit trail. */
interface Verification {
  at: Date
  isIntact: boolean
}

/** Notes that the audit trail was verified, so that those who watch the site see when it was last. */
export async function noteVerification(tx: Transaction, { at, isIntact }: Verification): Promise<void> {
  await putSiteSetting(tx, KEY, { at: at.toISOString(), isIntact })
}

/** The last verification; null before the first. */
export async function lastVerification(read: Read): Promise<Verification | null> {
  const noted = (await siteSettingOf(read, KEY)) as { at: string; isIntact: boolean } | undefined
  return noted ? { at: new Date(noted.at), isIntact: noted.isIntact } : null
}
