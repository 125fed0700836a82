import type { Read, Transaction } from 'db/database'
import { DomainError } from '~/platform/values/domain-error'
import { showInstant } from '~/platform/values/show'
import { putSiteSetting, siteSettingOf } from './site-setting.server'
import type { UserWriteContext } from './user-context'

const KEY = 'last verification'
const REQUESTED_KEY = 'requested verification'

/** The outcome of the last verification of the history. */
interface Verification {
  at: Date
  isIntact: boolean
  /** What was found, or why nothing proves it; the first ones. */
  findings: readonly string[]
}

const MAX_FINDINGS = 100

/** Notes that the history was verified, so that those who watch the site see when it was last. */
export async function noteVerification(
  tx: Transaction,
  { at, isIntact, findings }: Verification,
): Promise<void> {
  await putSiteSetting(tx, KEY, {
    at: at.toISOString(),
    isIntact,
    findings: findings.slice(0, MAX_FINDINGS),
  })
}

/** The last verification; null before the first. */
export async function lastVerification(read: Read): Promise<Verification | null> {
  const noted = (await siteSettingOf(read, KEY)) as
    | { at: string; isIntact: boolean; findings?: string[] }
    | undefined
  return noted ? { at: new Date(noted.at), isIntact: noted.isIntact, findings: noted.findings ?? [] } : null
}

/** A verification reads everything, so that the next one waits for so long. */
const WAIT_MS = 10 * 60_000

/**
 * Stores that a user requests a verification, before it is started.
 * @throws DomainError conflict soon after the last request
 */
export async function requestVerification({ tx, now, timeZone }: UserWriteContext): Promise<void> {
  const before = (await siteSettingOf(tx, REQUESTED_KEY)) as { at: string } | undefined
  const next = before ? new Date(new Date(before.at).getTime() + WAIT_MS) : now
  if (next > now)
    throw new DomainError(
      'conflict',
      `A verification was requested shortly before. Request the next one after ${showInstant(next, timeZone)}.`,
    )
  await putSiteSetting(tx, REQUESTED_KEY, { at: now.toISOString() })
}
