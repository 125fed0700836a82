import type { Read, Transaction } from 'db/database'
import type { Sign } from 'db/evidence/seal'
import { z } from 'zod'
import { DomainError } from '~/platform/values/domain-error'
import { jsonIn } from '~/platform/values/json-in'
import { showInstant } from '~/platform/values/show'
import { isSignedWith, type PublicKey } from '~/platform/workflow/signing.server'
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

/** It is signed: who holds the database cannot write that everything is intact. */
const Noted = z.object({ text: z.string(), signature: z.string() })
const Outcome = z.object({ at: z.coerce.date(), isIntact: z.boolean(), findings: z.array(z.string()) })

const MAX_FINDINGS = 100

/** Notes that the history was verified, so that those who watch the site see when it was last. */
export async function noteVerification(
  tx: Transaction,
  sign: Sign,
  { at, isIntact, findings }: Verification,
): Promise<void> {
  const text = JSON.stringify({ at, isIntact, findings: findings.slice(0, MAX_FINDINGS) })
  await putSiteSetting(tx, KEY, { text, signature: sign(text) })
}

interface LastVerification extends Verification {
  /** The stored result was changed in the database. */
  isForged: boolean
}

/** The last verification; null before the first. */
export async function lastVerification(
  read: Read,
  keys: readonly PublicKey[],
): Promise<LastVerification | null> {
  const { data: noted } = Noted.safeParse(await siteSettingOf(read, KEY))
  if (!noted) return null
  const { data: outcome } = Outcome.safeParse(jsonIn(noted.text))
  if (outcome && isSignedWith(keys, noted.text, noted.signature)) return { ...outcome, isForged: false }
  const finding = 'The result of the last verification was changed in the database. Verify the history again.'
  return { at: outcome?.at ?? new Date(0), isIntact: false, findings: [finding], isForged: true }
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
