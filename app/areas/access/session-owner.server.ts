import { createHmac } from 'node:crypto'
import type { Read } from 'db/database'
import { changeSeal } from 'db/schema/evidence'
import { eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { changesBySeal, sealFault } from '~/platform/proof/its-seal.server'
import { sealedNotes } from '~/platform/proof/notes.server'
import type { PublicKey } from '~/platform/workflow/signing.server'
import { LIFETIME_MS } from './session-rows.server'

/**
 * Ties the session of a cookie to its user with the site's secret, which is not in the database: access to the table of
 * sessions is not enough to give one to another user.
 * @param id as the cookie has it; the database knows only its hash
 */
export const sessionOwner = (secret: string, id: string, userId: number): string =>
  createHmac('sha256', `session ${secret}`).update(`${id} ${userId}`).digest('base64url')

/** The newest migration of the last release whose sessions are not tied to their users. */
const LAST_UNTIED = '0058_oversight'

const Release = z.object({ release: z.string() })

/**
 * Whether sessions of the previous release, which are not tied to their users, are still valid. After an upgrade they
 * stay open for the longest life of a session, so that users stay logged in. The instant of the upgrade is signed.
 */
export async function mayBeUntied(
  { read, now }: { read: Read; now: Date },
  keys: readonly PublicKey[],
): Promise<boolean> {
  const releases = await sealedNotes(read, 'release', Release)
  const upgrade = releases.find(({ content }) => content.release > LAST_UNTIED)
  if (!upgrade) return false
  const age = now.getTime() - upgrade.at.getTime()
  if (age < 0 || age >= LIFETIME_MS) return false
  const isFirst = (await read.$count(changeSeal, lt(changeSeal.id, upgrade.sealId))) === 0
  return !isFirst && isSealSigned(read, keys, upgrade.sealId)
}

async function isSealSigned(read: Read, keys: readonly PublicKey[], sealId: number): Promise<boolean> {
  const [seal] = await read.select().from(changeSeal).where(eq(changeSeal.id, sealId))
  const changes = await changesBySeal(read, [sealId])
  return seal !== undefined && sealFault(keys, seal, changes.get(sealId) ?? []) === null
}
