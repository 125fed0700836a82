import { createHash } from 'node:crypto'
import { mailPreference } from 'db/schema/work'
import { eq } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Message } from '~/platform/mail/mail.server'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { CONFIRM_PATH } from './work'

/** Notices go to an address only after its user opened a link that was sent there. */

/** How long a link is valid. */
const LINK_LASTS_MS = 7 * 24 * 60 * 60_000
/** A user who changes the address gets the next link after this pause: no address is flooded with links. */
const LINK_PAUSE_MS = 2 * 60_000

type Preference = typeof mailPreference.$inferSelect

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Whether a link is to be sent to the address now. */
export const needsLink = ({ confirmedAt, linkHash, linkSentAt }: Preference, now: Date): boolean =>
  confirmedAt === null &&
  linkHash === null &&
  (linkSentAt === null || linkSentAt.getTime() <= now.getTime() - LINK_PAUSE_MS)

/**
 * The message with the link, and what is stored of it.
 * @param code not guessable; in the link alone
 * @param siteUrl the origin that browsers use
 */
export function linkTo(
  address: string,
  { code, siteUrl, now }: { code: string; siteUrl: string; now: Date },
) {
  const link = new URL(CONFIRM_PATH, siteUrl)
  link.searchParams.set('code', code)
  const linkHash = hashOf(code)
  const message: Message = {
    to: address,
    subject: 'Fundesk: confirm your address',
    text: [
      `A user of Fundesk at ${siteUrl} wants notices to be sent to this address.`,
      `To confirm it, open this link within a week and log in:\n${link}`,
      'If this was not you, do nothing: no notice is sent here without it.\n',
    ].join('\n\n'),
    id: linkHash.slice(0, 32),
  }
  return { message, stored: { linkHash, linkSentAt: now } }
}

/**
 * Confirms the address that a link was sent to, recorded in the user's own history; a second time it does nothing.
 * @throws DomainError refused for a link that is not valid, or was sent for another user
 */
export async function confirmAddress({ tx, actor, now }: UserWriteContext, code: string): Promise<void> {
  const ofUser = eq(mailPreference.userId, actor.id)
  const [preference] = await tx.select().from(mailPreference).where(ofUser).for('update')
  const { linkHash = null, linkSentAt = null, confirmedAt = null, address = '' } = preference ?? {}
  const isValid =
    linkHash === hashOf(code) && linkSentAt !== null && linkSentAt.getTime() > now.getTime() - LINK_LASTS_MS
  if (!isValid)
    throw new DomainError(
      'refused',
      'This link is no longer valid, or was sent for another user. Save your address again under Notices by e-mail, and you get another link.',
      { title: 'The address was not confirmed' },
    )
  if (confirmedAt !== null) return
  await tx.update(mailPreference).set({ confirmedAt: now }).where(ofUser)
  await recordAct(tx, userSubject(actor.id), {
    name: 'confirm address of notices',
    to: inAdministration('E-MAIL CONFIRMED', 'success'),
    who: actor,
    log: address,
    now,
  })
}
