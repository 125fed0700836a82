import type { Read, Transaction } from 'db/database'
import { appUser, substitution, uxFunction } from 'db/schema/access'
import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { type Actor, holdReason, isAllowed } from '~/areas/access/actor'
import { actorById } from '~/areas/access/actor-by-id.server'
import { idempotentWithStatus } from '~/areas/access/idempotent.server'
import { oneAtATime } from '~/areas/access/second-person.server'
import type { UserWriteContext } from '~/areas/access/user-context'
import { notifyUser } from '~/areas/access/user-notices.server'
import { fullName, userNames } from '~/areas/access/users.server'
import { rightSentence } from '~/areas/users/user-fields'
import {
  type ChangeFields,
  type ChangeKind,
  changedField,
  DECIDED_BY_ADMINISTRATORS,
  titleDay,
} from '~/platform/approvals/change-kind.server'
import { applyImmediately } from '~/platform/approvals/pending-change-event.server'
import { requestChange } from '~/platform/approvals/pending-change-request.server'
import { beginSql } from '~/platform/lists/sql-columns.server'
import { addDays, type Day, dayIn } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { inAdministration, recordAct, userSubject } from '~/platform/workflow/record-act.server'
import { gainedBy, type HandedOver, handedOverBy } from './handed-over.server'
import { MAX_DAYS, substituteIn, substitutionTarget, substitutionText } from './substitution'

const NOT_SET = 'The substitute was not set'
const NOT_ENDED = 'The substitution was not ended'

/** Who acts for whom, by their user names, and from which day to which. */
interface Wanted {
  absent: string
  substitute: string
  firstDay: Day
  lastDay: Day
}

/** The same as it is stored in a change: plain data. */
interface StoredWish extends Wanted {
  startsAt: string
  endsAt: string
  rights: HandedOver
}

/**
 * Lets a person act for another one from a day to a day. Where they gain rights by that, an administrator approves it
 * first. Returns the outcome in a short line.
 * @throws DomainError forbidden for someone else without Administration, and for oneself as the substitute; invalid;
 * refused where one of them is away or acts for others on these days
 */
export async function setSubstitute(context: UserWriteContext, wanted: Wanted): Promise<string> {
  const { tx, actor } = context
  const { absent, substitute, firstDay, lastDay } = wanted
  const action = `substitute ${substitute} for ${absent} ${firstDay} ${lastDay}`
  return idempotentWithStatus(context, action, async () => {
    await oneAtATime(tx)
    const [away, acting] = [
      await personNamed(context, absent, 'absent'),
      await personNamed(context, substitute, 'substitute'),
    ]
    refuseOthers(actor, away, acting)
    refuseDays(wanted, context.today)
    const span = await spanOf(context, wanted)
    await requireFree(tx, { absentId: away.id, substituteId: acting.id, ...span })
    const rights = handedOverBy(away)
    const after: StoredWish = {
      ...wanted,
      startsAt: span.startsAt.toISOString(),
      endsAt: span.endsAt.toISOString(),
      rights,
    }
    const target = substitutionTarget(substitute, absent, firstDay)
    const change = { kind: 'substitute', target, before: null, after } as const
    const named = substitutionText({
      absent: away.fullName,
      substitute: acting.fullName,
      first_day: firstDay,
      last_day: lastDay,
    })
    if (gainedBy(acting, rights) !== null) return `${named}: ${await requestChange(context, change)}`
    await applyImmediately(context, change, actor)
    return named
  })
}

async function personNamed(
  { tx, now }: UserWriteContext,
  userName: string,
  field: 'absent' | 'substitute',
): Promise<Actor> {
  const [user] = await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.userName, userName))
  const person = user ? await actorById({ read: tx, now }, user.id) : null
  if (person) return person
  const what = field === 'absent' ? 'Choose the person who is away.' : 'Choose the substitute.'
  throw new DomainError('invalid', what, { title: NOT_SET, fields: { [field]: what } })
}

/** @throws DomainError where this user may not set this substitute */
function refuseOthers(actor: Actor, absent: Actor, substitute: Actor): void {
  const held = holdReason(actor)
  if (held !== null) throw new DomainError('forbidden', held, { title: NOT_SET })
  if (absent.id === substitute.id)
    throw invalid('substitute', 'Choose another person than the one who is away.')
  if (actor.id !== absent.id && !isAllowed(actor, 'administration', 'update'))
    throw new DomainError('forbidden', 'You can set your own substitute only. Ask an administrator.', {
      title: NOT_SET,
    })
  if (actor.id === substitute.id)
    throw new DomainError(
      'forbidden',
      `You cannot make yourself the substitute: ${absent.fullName} or another administrator does it.`,
      { title: NOT_SET },
    )
}

const invalid = (field: string, text: string) =>
  new DomainError('invalid', text, { title: NOT_SET, fields: { [field]: text } })

function refuseDays({ firstDay, lastDay }: Wanted, today: Day): void {
  if (firstDay < today) throw invalid('firstDay', `Enter a first day from ${showDay(today)} on.`)
  if (lastDay < firstDay) throw invalid('lastDay', 'Enter a last day that is not before the first one.')
  if (lastDay >= addDays(firstDay, MAX_DAYS))
    throw invalid('lastDay', `Enter a last day within ${MAX_DAYS} days of the first one.`)
}

/** From the beginning of the first day to the end of the last one, at the site. */
async function spanOf(
  { tx, timeZone }: UserWriteContext,
  { firstDay, lastDay }: Wanted,
): Promise<{ startsAt: Date; endsAt: Date }> {
  const found: unknown = await tx.execute(
    sql`select ${beginSql(firstDay, timeZone)} as starts_at, ${beginSql(lastDay, timeZone, 1)} as ends_at`,
  )
  const [span] = found as { starts_at: Date | string; ends_at: Date | string }[]
  if (!span) throw new Error('The days have no span')
  return { startsAt: new Date(span.starts_at), endsAt: new Date(span.ends_at) }
}

/**
 * A person has one substitute at a time; a substitute is not away themselves, and a user who is away substitutes no other.
 * @throws DomainError refused
 */
async function requireFree(
  read: Read,
  {
    absentId,
    substituteId,
    startsAt,
    endsAt,
  }: { absentId: number; substituteId: number; startsAt: Date; endsAt: Date },
): Promise<void> {
  const [other] = await read
    .select({ absentId: substitution.absentId, name: fullName })
    .from(substitution)
    .innerJoin(appUser, eq(appUser.id, substitution.absentId))
    .where(
      and(
        gt(substitution.endsAt, startsAt),
        lt(substitution.startsAt, endsAt),
        gt(substitution.endsAt, substitution.startsAt),
        or(inArray(substitution.absentId, [absentId, substituteId]), eq(substitution.substituteId, absentId)),
      ),
    )
    .limit(1)
  if (!other) return
  const why =
    other.absentId === absentId
      ? 'Another substitute is set on some of these days. End that first, or choose other days.'
      : other.absentId === substituteId
        ? 'This substitute is away on some of these days. Choose another person, or other days.'
        : `The person who is away substitutes ${other.name ?? 'someone'} on some of these days. End that first, or choose other days.`
  throw new DomainError('refused', why, { title: NOT_SET })
}

const wishOf = (after: object) => after as unknown as StoredWish

/** A substitute who gains rights: decided by administrators, not by one of the two. */
export const substituteKind: ChangeKind = {
  ...DECIDED_BY_ADMINISTRATORS,
  shownIn: null,
  title: sql`${changedField('substitute')} || ' for ' || ${changedField('absent')} || ', ' ||
    ${titleDay(changedField('firstDay'))} || ' to ' || ${titleDay(changedField('lastDay'))}`,
  describe(_, after: ChangeFields, pages) {
    const { rights } = wishOf(after)
    const held = Object.entries(rights.authorisations).map(([functionId, permissions]): [string, string] => [
      pages?.get(functionId) ?? functionId,
      rightSentence(permissions),
    ])
    held.sort(([one], [other]) => one.localeCompare(other, 'en'))
    return [
      ...(rights.queues.length > 0 ? [`Queues: ${rights.queues.join(', ')}`] : []),
      ...held.map(([page, may]) => `${page}: ${may}`),
    ].join('\n')
  },
  found: sql`(select string_agg(f.name, ' ') from ${uxFunction} f where change.after -> 'rights' -> 'authorisations' ? f.id)`,
  userName: substituteIn,
  current: async () => null,
  async apply({ tx, now }, _, after, { requestedBy, approvedBy }) {
    const wish = wishOf(after)
    const [absent, substitute] = [await userOf(tx, wish.absent), await userOf(tx, wish.substitute)]
    if (approvedBy !== null && approvedBy !== requestedBy && approvedBy === absent.id)
      throw new DomainError(
        'forbidden',
        'You are the one who is away: another administrator must decide this.',
        {
          title: NOT_SET,
        },
      )
    const [startsAt, endsAt] = [new Date(wish.startsAt), new Date(wish.endsAt)]
    if (endsAt <= now)
      throw new DomainError('refused', 'These days are over. Refuse the change.', { title: NOT_SET })
    const ids = { absentId: absent.id, substituteId: substitute.id }
    await requireFree(tx, { ...ids, startsAt, endsAt })
    await tx
      .insert(substitution)
      .values({ ...ids, startsAt, endsAt, rights: wish.rights, createdBy: requestedBy, createdAt: now })
    const named = substitutionText({
      absent: absent.name,
      substitute: substitute.name,
      first_day: wish.firstDay,
      last_day: wish.lastDay,
    })
    await notifyUser(tx, substitute.id, `Substitute: ${named}.`, now)
    if (requestedBy !== absent.id) await notifyUser(tx, absent.id, `Substitute: ${named}.`, now)
    await recordAct(tx, userSubject(absent.id), {
      name: 'set substitute',
      to: inAdministration('SUBSTITUTE SET', 'success'),
      who: await personOf(tx, approvedBy ?? requestedBy),
      log: named,
      data: { substitute: wish.substitute, firstDay: wish.firstDay, lastDay: wish.lastDay },
      now,
    })
  },
}

async function userOf(tx: Transaction, userName: string): Promise<{ id: number; name: string }> {
  const [user] = await tx
    .select({ id: appUser.id, name: fullName })
    .from(appUser)
    .where(and(eq(appUser.userName, userName), isNull(appUser.disabledAt)))
  if (user) return { id: user.id, name: user.name ?? userName }
  throw new DomainError('refused', `${userName} was disabled. Refuse the change.`, { title: NOT_SET })
}

async function personOf(read: Read, id: number | null) {
  const name = id === null ? undefined : (await userNames(read, [id])).get(id)
  return id === null || !name ? null : { id, fullName: `${name.firstName} ${name.lastName}`.trim() }
}

/**
 * Ends a substitution now, or before it begins; by one of the two, or an administrator. Returns the outcome in a short
 * line.
 * @throws DomainError not-found, also for someone else; refused once it is over
 */
export async function endSubstitution(context: UserWriteContext, id: number): Promise<string> {
  const { tx, actor, now, timeZone } = context
  return idempotentWithStatus(context, `end substitution ${id}`, async () => {
    await oneAtATime(tx)
    const [found] = await tx.select().from(substitution).where(eq(substitution.id, id)).for('update')
    const isTheirs = found && [found.absentId, found.substituteId].includes(actor.id)
    if (!found || !(isTheirs || isAllowed(actor, 'administration', 'update')))
      throw new DomainError('not-found', 'There is no such substitution. Reload the page.', {
        title: NOT_ENDED,
      })
    const { absentId, substituteId, startsAt } = found
    if (found.endsAt <= now || found.endsAt <= startsAt)
      throw new DomainError('refused', 'It is over already. Reload the page.', { title: NOT_ENDED })
    const endsAt = now < startsAt ? startsAt : now
    await tx.update(substitution).set({ endsAt }).where(eq(substitution.id, id))
    const names = await userNames(tx, [absentId, substituteId])
    const nameOf = (userId: number) => {
      const { firstName = '', lastName = '' } = names.get(userId) ?? {}
      return `${firstName} ${lastName}`.trim()
    }
    const line = `${nameOf(substituteId)} for ${nameOf(absentId)}: ended on ${showDay(dayIn(now, timeZone))}`
    for (const userId of [absentId, substituteId]) {
      if (userId !== actor.id) await notifyUser(tx, userId, `Substitute: ${line}.`, now)
      await recordAct(tx, userSubject(userId), {
        name: 'end substitute',
        to: inAdministration('SUBSTITUTE ENDED', 'invalidated'),
        who: { ...actor, actsFor: null },
        log: line,
        data: { substitution: id },
        now,
      })
    }
    return line
  })
}
