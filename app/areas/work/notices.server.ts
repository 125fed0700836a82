import { createHash } from 'node:crypto'
import { upsert } from 'db/bulk'
import type { Read, Transaction } from 'db/database'
import { mailPreference, sentNotification } from 'db/schema/work'
import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { actorById } from '~/areas/access/actor-by-id.server'
import type { UserContext } from '~/areas/access/user-context'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { changesForMail } from '~/platform/approvals/pending-changes.server'
import { type Mail, type Message, mailFailure } from '~/platform/mail/mail.server'
import { objectPage } from '~/platform/objects/object-kinds.server'
import type { Context, TransactionAt } from '~/platform/values/context.server'
import { contextOf } from '~/platform/values/context.server'
import { addDays, localTime } from '~/platform/values/day'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { cameBackSql, lateSql, type WorkReader, workSql } from './list.server'
import { waitingStates } from './waiting-states.server'
import { CHANGES_PATH, type Frequency, type MailPreference, NOTICES_PATH, WORK_VIEWS } from './work'

/** Why a user is notified of something: its heading in a notice, and the list that has all of it. */
const REASONS = {
  returned: { heading: 'Came back', path: WORK_VIEWS.returned.path },
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

/** How a user is notified by e-mail, and why the last message could not be sent; null for not at all. */
export async function mailPreferenceOf(
  read: Read,
  userId: number,
): Promise<(MailPreference & { failure: string | null }) | null> {
  const { address, frequency, waitsDays, failure } = mailPreference
  const [found] = await read
    .select({ address, frequency, waitsDays, failure })
    .from(mailPreference)
    .where(eq(mailPreference.userId, userId))
  return found ? { ...found, frequency: found.frequency as Frequency } : null
}

/**
 * Changes how a user is notified by e-mail, recorded in the user's own history. What waits already is not
 * sent at once.
 * @param wanted null for not at all
 */
export async function saveMailPreference(
  { tx, now }: TransactionAt,
  reader: WorkReader,
  wanted: MailPreference | null,
): Promise<void> {
  const { actor } = reader
  await tx.delete(sentNotification).where(eq(sentNotification.userId, actor.id))
  if (wanted === null) await tx.delete(mailPreference).where(eq(mailPreference.userId, actor.id))
  else {
    const fresh = { failure: null, claimedUntil: null, lastSentOn: null }
    await upsert(tx, mailPreference, [mailPreference.userId], [{ userId: actor.id, ...wanted, ...fresh }])
    if (wanted.frequency === 'at once')
      await recordSent(tx, actor.id, await noticesFor(tx, reader, wanted.waitsDays), now)
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
async function noticesFor(read: Read, reader: WorkReader, waitsDays: number): Promise<Notice[]> {
  const { actor, today, timeZone } = reader
  const before = sql`((${addDays(today, -waitsDays)}::date + time '23:59:59') at time zone ${timeZone})`
  const states = await waitingStates(read, actor)
  const found: unknown = await read.execute(sql`
    select reasons.reason, work.id, work.last_event_id, work.kind, concat(work.label, ' ', work.title) as name
    from (${workSql('mine', reader, states)}) work
    cross join lateral (values
      ('returned', ${cameBackSql(sql`work.last_event_id`)}),
      ('late', ${lateSql(reader)}),
      ('waits', work.last_event_at <= ${before})
    ) as reasons (reason, applies)
    where reasons.applies
    order by work.due nulls last, work.id`)
  const objects = found as { reason: Reason; id: string; last_event_id: string; kind: string; name: string }[]
  return [
    ...objects.map(
      ({ reason, id, last_event_id, kind, name }): Notice => ({
        reason,
        id: Number(id),
        eventId: Number(last_event_id),
        name,
        path: objectPage({ kind, objectId: Number(id) }),
      }),
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
  /** The origin that browsers use. */
  siteUrl: string
}

/**
 * Sends every user the notices that are due: new ones at once, or once a day all there are. Only one of several
 * processes notifies each user; a message that was not accepted is tried again ten minutes later, and the user sees
 * why.
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

/** Notifies one user, where there is something to send and no other process is doing so. */
async function notify(
  { transaction, mail, clock, ...site }: NotificationServices,
  userId: number,
): Promise<boolean> {
  const now = clock()
  const ofUser = eq(mailPreference.userId, userId)
  const claimed = await transaction(async (tx) => {
    const [preference] = await tx
      .select()
      .from(mailPreference)
      .where(and(ofUser, unclaimed(now)))
      .for('update', { skipLocked: true })
    const notices = preference
      ? await dueNotices(contextOf({ read: tx, now, timeZone: site.timeZone }), preference)
      : []
    if (!preference || notices.length === 0) return null
    const claimedUntil = new Date(now.getTime() + CLAIM_MS)
    await tx.update(mailPreference).set({ claimedUntil }).where(ofUser)
    return { notices, address: preference.address, frequency: preference.frequency as Frequency }
  })
  if (!claimed) return false
  try {
    await mail.send(messageOf(claimed, claimed.notices, site.siteUrl))
  } catch (error) {
    const failure = mailFailure(error)
    await transaction((tx) => tx.update(mailPreference).set({ failure }).where(ofUser))
    throw error
  }
  await transaction(async (tx) => {
    if (claimed.frequency === 'at once') await recordSent(tx, userId, claimed.notices, now)
    const lastSentOn = localTime(now, site.timeZone).today
    await tx.update(mailPreference).set({ claimedUntil: null, failure: null, lastSentOn }).where(ofUser)
  })
  return true
}

/** What a user is to be notified of now; nothing for users who are disabled. */
async function dueNotices(
  context: Context,
  { userId, frequency, waitsDays, lastSentOn }: typeof mailPreference.$inferSelect,
): Promise<Notice[]> {
  const { read, now, timeZone } = context
  const local = localTime(now, timeZone)
  if (frequency === 'daily' && (lastSentOn === local.today || local.time < DAILY_FROM)) return []
  const actor = await actorById(context, userId)
  if (!actor) return []
  const notices = await noticesFor(read, { actor, timeZone, ...local }, waitsDays)
  return frequency === 'daily' ? notices : unsent(read, userId, notices)
}

/** Forgets notices of more than a year ago. */
export async function sweepSentNotifications({ tx, now }: TransactionAt): Promise<void> {
  await tx
    .delete(sentNotification)
    .where(lt(sentNotification.sentAt, new Date(now.getTime() - REMEMBERED_DAYS * 86_400_000)))
}
