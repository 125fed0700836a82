import { createHash } from 'node:crypto'
import { upsert } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { mailPreference, sentNotification } from 'db/schema/work'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { changesForMail } from '~/platform/approvals/pending-changes.server'
import { type Mail, type Message, mailFailure } from '~/platform/mail/mail.server'
import { objectPage } from '~/platform/objects/object-kinds.server'
import type { Context, TransactionAt } from '~/platform/values/context.server'
import { contextOf } from '~/platform/values/context.server'
import { addDays, localTime } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { linkTo, needsLink } from './confirm-address.server'
import { waitingStates } from './waiting-states.server'
import {
  CHANGES_PATH,
  type Frequency,
  isAllowedAddress,
  type MailPreference,
  NOTICES_PATH,
  WORK_VIEWS,
} from './work'
import { cameBack, isLateSql, type WorkReader, workObjects, workReader } from './work-objects.server'

/** Why a user is notified of something: its heading in a notice, and the list that has all of it. */
const REASONS = {
  returned: { heading: 'Returned', path: WORK_VIEWS.returned.path },
  late: { heading: 'Late', path: `${WORK_VIEWS.mine.path}?filter.days=<0` },
  waits: { heading: 'Waiting for a long time', path: WORK_VIEWS.mine.path },
  change: { heading: 'Changes to decide', path: CHANGES_PATH },
} as const
type Reason = keyof typeof REASONS

/** One thing that a user is notified of, by its name and address only. */
interface Notice {
  reason: Reason
  id: number
  /** The last event of the object; 0 for a change. */
  eventId: number
  /** "NAV Alcyon Equity, 30/10/2026" */
  name: string
  path: string
}

/** The most items of each reason named in a message. */
const NAMED = 20
/** Daily notices are sent from this time on, in the site's time zone. */
const DAILY_FROM = '07:00'
/** How long one process may take to notify a user, and how soon a failure is tried again, in milliseconds. */
const CLAIM_MS = 10 * 60_000
/** After so many days a notice is forgotten: what still waits then is sent again. */
const REMEMBERED_DAYS = 400

interface StoredPreference extends MailPreference {
  /** Whether its user opened the link that was sent to the address. */
  isConfirmed: boolean
  /** Why the last message could not be sent; null if it was. */
  failure: string | null
}

/** How a user is notified by e-mail; null for not at all. */
export async function mailPreferenceOf(read: Read, userId: number): Promise<StoredPreference | null> {
  const { address, frequency, waitsDays, failure, confirmedAt } = mailPreference
  const [found] = await read
    .select({ address, frequency, waitsDays, failure, confirmedAt })
    .from(mailPreference)
    .where(eq(mailPreference.userId, userId))
  if (!found) return null
  const { confirmedAt: at, ...preference } = found
  return { ...preference, frequency: found.frequency as Frequency, isConfirmed: at !== null }
}

/**
 * Changes how a user is notified by e-mail, recorded in the user's own history. What waits already is not
 * sent at once. An address that is not confirmed yet gets a link, and another one when it is saved again.
 * @param wanted null for not at all
 * @param domains of the addresses that the site sends to; missing: any
 * @throws DomainError invalid for an address of another domain
 */
export async function saveMailPreference(
  context: UserWriteContext,
  wanted: MailPreference | null,
  domains?: readonly string[],
): Promise<void> {
  const { tx, now, actor } = context
  if (wanted !== null && !isAllowedAddress(wanted.address, domains)) {
    const sentence = `This site sends notices only to addresses of ${(domains ?? []).join(' or ')}. Enter one of these.`
    throw new DomainError('invalid', sentence, { fields: { address: sentence } })
  }
  const ofUser = eq(mailPreference.userId, actor.id)
  const [before] = await tx.select().from(mailPreference).where(ofUser).for('update')
  await tx.delete(sentNotification).where(eq(sentNotification.userId, actor.id))
  if (wanted === null) await tx.delete(mailPreference).where(ofUser)
  else {
    const isSame = before?.address === wanted.address
    const confirmedAt = isSame ? before.confirmedAt : null
    const fresh = {
      failure: null,
      claimedUntil: null,
      lastSentOn: null,
      confirmedAt,
      linkHash: confirmedAt === null ? null : (before?.linkHash ?? null),
    }
    await upsert(tx, mailPreference, [mailPreference.userId], [{ userId: actor.id, ...wanted, ...fresh }])
    if (wanted.frequency === 'at once')
      await recordSent(tx, actor.id, await noticesFor(workReader(context), wanted.waitsDays), now)
  }
  await recordAct(tx, userSubject(actor.id), {
    name: 'set notices',
    to: inAdministration(wanted ? 'E-MAIL ON' : 'E-MAIL OFF', 'success'),
    who: actor,
    log: wanted ? `${wanted.address}, ${wanted.frequency}` : '',
    now,
  })
}

/**
 * Everything that a user could be notified of now: what came back, is late, or has waited so many days; and changes to
 * decide.
 */
async function noticesFor(reader: WorkReader, waitsDays: number): Promise<Notice[]> {
  const { read, actor, today, timeZone } = reader
  const before = sql`((${addDays(today, -waitsDays)}::date + time '23:59:59') at time zone ${timeZone})`
  const work = workObjects('mine', reader, await waitingStates(reader))
  const reasons = sql`(values
    ('returned', ${cameBack(work.lastEventId)}),
    ('late', ${isLateSql(work, reader)}),
    ('waits', ${work.lastEventAt} <= ${before})) as reasons (reason, applies)`
  const objects = await read
    .select({
      reason: sql<Reason>`reasons.reason`,
      id: work.id,
      eventId: work.lastEventId,
      kind: work.kind,
      name: sql<string>`concat(${work.label}, ' ', ${work.title})`,
    })
    .from(work)
    .crossJoinLateral(reasons)
    .where(sql`reasons.applies`)
    .orderBy(sql`${work.due} nulls last`, work.id)
  return [
    ...objects.map(
      ({ kind, ...object }): Notice => ({ ...object, path: objectPage({ kind, objectId: object.id }) }),
    ),
    ...(await changesFor({ read, actor })),
  ]
}

async function changesFor({ read, actor }: Pick<UserContext, 'read' | 'actor'>): Promise<Notice[]> {
  const kinds = kindsDecidedBy(actor)
  if (kinds.length === 0) return []
  const changes = await changesForMail(read, kinds)
  return changes
    .filter(({ requestedBy }) => requestedBy !== actor.id)
    .map(({ id, name }) => ({ reason: 'change', id, eventId: 0, name, path: CHANGES_PATH }))
}

const keyOf = ({ reason, id, eventId }: Pick<Notice, 'reason' | 'id' | 'eventId'>) =>
  `${reason} ${id} ${eventId}`

/** Those of the notices that the user has not had yet. */
async function unsent(read: Read, userId: number, notices: readonly Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return []
  const { reason, id, eventId } = sentNotification
  const sent = await read
    .select({ reason, id, eventId })
    .from(sentNotification)
    .where(eq(sentNotification.userId, userId))
  const sentKeys = new Set(sent.map(({ reason, ...of }) => keyOf({ ...of, reason: reason as Reason })))
  return notices.filter((notice) => !sentKeys.has(keyOf(notice)))
}

async function recordSent(
  tx: Transaction,
  userId: number,
  notices: readonly Notice[],
  at: Date,
): Promise<void> {
  const rows = notices.map(({ reason, id, eventId }) => ({ userId, reason, id, eventId, sentAt: at }))
  const { reason, id, eventId } = sentNotification
  await upsert(tx, sentNotification, [sentNotification.userId, reason, id, eventId], rows)
}

/**
 * The message with these notices: names and addresses of objects, none of their content.
 * @param siteUrl the origin that browsers use
 */
function messageOf(
  { address, frequency }: Pick<MailPreference, 'address' | 'frequency'>,
  notices: readonly Notice[],
  siteUrl: string,
): Message {
  const parts = (Object.keys(REASONS) as Reason[]).flatMap((reason) => {
    const { heading, path } = REASONS[reason]
    const own = notices.filter((notice) => notice.reason === reason)
    if (own.length === 0) return []
    const lines = own
      .slice(0, NAMED)
      .map(({ name, path }) => `- ${name.replace(/\s+/g, ' ')}\n  ${new URL(path, siteUrl)}`)
    const more = own.length > NAMED ? [`…and ${own.length - NAMED} more:\n  ${new URL(path, siteUrl)}`] : []
    return { count: `${own.length} ${heading.toLowerCase()}`, text: [heading, ...lines, ...more].join('\n') }
  })
  const often = frequency === 'daily' ? 'once a day' : 'at once'
  const end = `You get these notices ${often}. To change this: ${new URL(NOTICES_PATH, siteUrl)}`
  const keys = notices.map(keyOf).sort()
  return {
    to: address,
    subject: `Fundesk: ${parts.map(({ count }) => count).join(', ')}`,
    text: `${[...parts.map(({ text }) => text), end].join('\n\n')}\n`,
    id: createHash('sha256')
      .update([address, ...keys].join('\n'))
      .digest('hex')
      .slice(0, 32),
  }
}

/** No process is notifying this user, and the last try is long enough ago. */
const unclaimed = (now: Date) => or(isNull(mailPreference.claimedUntil), lt(mailPreference.claimedUntil, now))

/** What notifying users needs. */
export interface NotificationServices {
  read: Read
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  mail: Mail
  clock: () => Date
  timeZone: string
  ids: { token(): string }
  /** The origin that browsers use. */
  siteUrl: string
  /** The domains of the addresses that messages may go to; missing: any. */
  mailDomains?: readonly string[] | undefined
}

/** A message that is due, and what is stored of it with its user's choice. */
interface Due {
  message: Message
  /** Before it is sent. */
  before: Partial<Preference>
  /** If the mail server refused it. */
  refused: Partial<Preference>
  /** Once it was sent. */
  sent: Partial<Preference>
  /** The notices in it that are not sent again. */
  notices: readonly Notice[]
}

type Preference = typeof mailPreference.$inferSelect

/**
 * Sends every user the notices that are due: new ones at once, or once a day all there are; first of all a link that
 * confirms the address. Only one of several processes notifies each user; a message that was not accepted is tried
 * again ten minutes later, and the user sees why.
 * @returns how many messages were sent, and the faults of those that were not
 */
export async function sendNotices(
  services: NotificationServices,
): Promise<{ sent: number; faults: Error[] }> {
  const { read, clock } = services
  const due = await read
    .select({ userId: mailPreference.userId })
    .from(mailPreference)
    .where(unclaimed(clock()))
    .orderBy(asc(mailPreference.userId))
  const done = { sent: 0, faults: [] as Error[] }
  for (const { userId } of due) {
    try {
      if (await notify(services, userId)) done.sent += 1
    } catch (error) {
      done.faults.push(error as Error)
    }
  }
  return done
}

/** Sends a message to one user, where one is due and no other process is doing so. */
async function notify(services: NotificationServices, userId: number): Promise<boolean> {
  const { transaction, mail, clock, timeZone } = services
  const now = clock()
  const ofUser = eq(mailPreference.userId, userId)
  const due = await transaction(async (tx) => {
    const [preference] = await tx
      .select()
      .from(mailPreference)
      .where(and(ofUser, unclaimed(now)))
      .for('update', { skipLocked: true })
    if (!preference) return null
    const due = await dueMessage(contextOf({ read: tx, now, timeZone }), preference, services)
    if (due === null) return null
    const claimedUntil = new Date(now.getTime() + CLAIM_MS)
    await tx
      .update(mailPreference)
      .set({ ...due.before, claimedUntil })
      .where(ofUser)
    return due
  })
  if (!due) return false
  try {
    await mail.send(due.message)
  } catch (error) {
    const failure = mailFailure(error)
    await transaction((tx) =>
      tx
        .update(mailPreference)
        .set({ ...due.refused, failure })
        .where(ofUser),
    )
    throw error
  }
  await transaction(async (tx) => {
    if (due.notices.length > 0) await recordSent(tx, userId, due.notices, now)
    await tx
      .update(mailPreference)
      .set({ ...due.sent, claimedUntil: null, failure: null })
      .where(ofUser)
  })
  return true
}

/** The message that a user is to get now; null for none. */
async function dueMessage(
  context: Context,
  preference: Preference,
  { siteUrl, mailDomains, ids }: NotificationServices,
): Promise<Due | null> {
  const { now, timeZone } = context
  const { address } = preference
  if (!isAllowedAddress(address, mailDomains)) return null
  if (preference.confirmedAt === null) {
    if (!needsLink(preference, now) || !(await actorById(context, preference.userId))) return null
    const { message, stored } = linkTo(address, { code: ids.token(), siteUrl, now })
    return { message, before: stored, refused: { linkHash: null }, sent: {}, notices: [] }
  }
  const notices = await dueNotices(context, preference)
  if (notices.length === 0) return null
  const frequency = preference.frequency as Frequency
  return {
    message: messageOf({ address, frequency }, notices, siteUrl),
    before: {},
    refused: {},
    sent: { lastSentOn: localTime({ now, timeZone }).today },
    notices: frequency === 'at once' ? notices : [],
  }
}

/** What a user is to be notified of now; nothing for users who are disabled. */
async function dueNotices(
  context: Context,
  { userId, frequency, waitsDays, lastSentOn }: Preference,
): Promise<Notice[]> {
  const { read } = context
  const local = localTime(context)
  if (frequency === 'daily' && (lastSentOn === local.today || local.time < DAILY_FROM)) return []
  const actor = await actorById(context, userId)
  if (!actor) return []
  const notices = await noticesFor(workReader({ ...context, actor }), waitsDays)
  return frequency === 'daily' ? notices : unsent(read, userId, notices)
}

/** Forgets notices of more than a year ago. */
export async function sweepSentNotifications({ tx, now }: TransactionAt): Promise<void> {
  await tx
    .delete(sentNotification)
    .where(lt(sentNotification.sentAt, new Date(now.getTime() - REMEMBERED_DAYS * 86_400_000)))
}
