import { workflowEvent, workflowStep } from 'db/schema/workflow'
import { and, eq, inArray, isNull, lte, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Actor, isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { CHANGE_TITLE, kindsDecidedBy, kindsShownTo } from '~/platform/approvals/pending-change-kinds.server'
import { change, REQUESTER, requester } from '~/platform/approvals/pending-fields.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import { joined } from '~/platform/lists/list-fields.server'
import { beginSql } from '~/platform/lists/sql-columns.server'
import { type KindAtWork, kindsAtWork, objectKind, place } from '~/platform/objects/object-kinds.server'
import { type Day, type LocalTime, localTime, type TimeOfDay } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { type WaitingState, waitingSql } from './waiting-states.server'
import type { WorkView } from './work'

/** The context of whose work it is, with the time at the site. */
export interface WorkReader extends UserContext, LocalTime {}

export const workReader = (context: UserContext): WorkReader => ({
  ...context,
  ...localTime(context),
})

/** For how many days an object that a user sent on, and that waits for others, is listed. */
const SENT_ON_DAYS = 365

/** The last step led back, or began a new round. @param lastEventId the object's last event */
export const cameBack = (lastEventId: SQLWrapper) => sql`exists (
  select 1 from ${workflowEvent} back join ${workflowStep} as taken on taken.id = back.step_id
  where back.id = ${lastEventId} and (taken.to_class = 'warning' or taken.opens_round))`

/** Past the time until which its next step is due. */
export const isLateSql = ({ due, dueTime }: Pick<Work, 'due' | 'dueTime'>, { today, time }: LocalTime) =>
  sql`((${due}, coalesce(${dueTime}, '24:00')) < (${today}::date, ${time}::text))`

/** In business days of the calendar of each. */
export const businessDaysLate = (
  { due, calendar }: Pick<Work, 'due' | 'calendar'>,
  { today }: Pick<LocalTime, 'today'>,
) => businessDaysLateSql(due, sql`${today}::date`, calendar)

/** In none of CLOSED_QUEUES; written as in the index workflow_instance_open, which serves it. */
export const isOpen = sql`${place.queue} not in ('SYSTEM', 'COMPLETED')`

/** A task waits for its team some days before it is due, a NAV from its date. */
export const hasBegun = (today: Day) => lte(place.opens, today)

const stepsBy = (userId: number, since: SQL) => sql`${place.objectId} in (
  select object_id from ${workflowEvent} where user_id = ${userId} and at >= ${since} and type = 'step')`

/** Whether the user may open objects of a kind: what one may no longer open is in no list, even after own steps. */
export const mayOpen = (actor: Actor, kind: string) =>
  objectKind(kind)?.functions.some((each) => isAllowed(actor, each)) ?? false

/** The user, and those with whom they count as one person for the four-eyes rule. */
const personIds = ({ id, oneWith }: Actor) => [id, ...oneWith.map((partner) => partner.id)]

/** The objects of one kind in a view, as a condition over "place"; null where there are none. */
function inView(
  view: WorkView,
  kind: string,
  { actor, today, timeZone }: WorkReader,
  states: readonly WaitingState[],
): SQL | null {
  const own = states.filter((state) => state.kind === kind)
  const mine = own.length === 0 ? null : sql`${isOpen} and ${waitingSql(own, personIds(actor))}`
  switch (view) {
    case 'mine':
      return mine
    case 'returned':
      return mine && sql`${mine} and ${cameBack(place.lastEventId)}`
    case 'others': {
      const sent = sql`${isOpen} and ${stepsBy(actor.id, sql`(${today}::date - ${SENT_ON_DAYS}::int)`)}`
      return mine ? sql`${sent} and not (${mine})` : sent
    }
    case 'done':
      return stepsBy(actor.id, beginSql(today, timeZone))
    case 'open':
      return isOpen
  }
}

/** Objects of one kind, with what their lists show. */
const objectsOf = ({ read }: WorkReader, { kind, atWork }: KindAtWork, where: SQL | undefined) =>
  joined(
    read
      .select({
        id: place.objectId,
        kind: place.kind,
        label: sql<string>`${atWork.label}::text`.as('label'),
        definitionId: place.definitionId,
        queue: place.queue,
        status: place.status,
        class: place.class,
        lastEventId: place.lastEventId,
        lastEventAt: place.lastEventAt,
        title: sql<string>`${atWork.title}`.as('title'),
        due: place.due,
        dueTime: place.dueTime,
        amount: sql<Decimal | null>`${atWork.amount}`.as('amount'),
        currency: sql<string | null>`${atWork.currency}`.as('currency'),
        facts: sql<string | null>`${atWork.facts}`.as('facts'),
        // Not "calendar", which is a column of the holidays that it is compared with.
        calendar: sql<string | null>`${atWork.calendar}`.as('calendar_of_work'),
        who: sql<string | null>`null::text`.as('who'),
        said: sql<string | null>`null::text`.as('said'),
        changed: sql<string | null>`null::text`.as('changed'),
      })
      .from(place)
      .$dynamic(),
    atWork.joins,
  ).where(and(eq(place.kind, kind), where))

/** A kind without objects, for users who may open none of the others. */
const NOTHING: KindAtWork = {
  kind: '',
  atWork: {
    label: '',
    joins: [],
    title: sql`''::text`,
    amount: sql`null::numeric`,
    currency: sql`null::text`,
    calendar: sql`null::text`,
    facts: sql`null::text`,
    revision: sql`null::int`,
  },
}

/** All objects of a view, of every kind. @param ids those with these ids only */
function objectsIn(
  view: WorkView,
  reader: WorkReader,
  states: readonly WaitingState[],
  ids?: readonly number[],
) {
  const begun = view === 'mine' || view === 'open' ? hasBegun(reader.today) : undefined
  const [first = objectsOf(reader, NOTHING, sql`false`), ...others] = kindsAtWork().flatMap((each) => {
    if (!mayOpen(reader.actor, each.kind)) return []
    const where = inView(view, each.kind, reader, states)
    if (where === null) return []
    const only = ids && inArray(place.objectId, [...ids])
    return [objectsOf(reader, each, and(where, begun, only))]
  })
  return others.reduce((all, part) => all.unionAll(part), first)
}

/** The objects of a view, each as a row of "work". */
export const workObjects = (view: WorkView, reader: WorkReader, states: readonly WaitingState[]) =>
  objectsIn(view, reader, states).as('work')

/** What the lists of work select from. */
export type Work = ReturnType<typeof workObjects>

/**
 * Changes for a second person that the user may decide, that they requested, or that they decided today, as long as they
 * may see them, as rows with the columns of objects, but negative ids. Null where there are none.
 */
function changesIn(view: WorkView, { read, actor, today, timeZone }: WorkReader, ids?: readonly number[]) {
  const kinds = kindsDecidedBy(actor)
  const isShown = inArray(change.kind, kindsShownTo(actor))
  const waits = isNull(change.decision)
  const where = {
    mine:
      kinds.length === 0
        ? null
        : and(
            waits,
            inArray(change.kind, [...kinds]),
            or(isNull(change.requestedBy), notInArray(change.requestedBy, personIds(actor))),
          ),
    returned: null,
    others: and(waits, eq(change.requestedBy, actor.id), isShown),
    done: and(
      eq(change.decidedBy, actor.id),
      sql`${change.decidedAt} >= ${beginSql(today, timeZone)}`,
      isShown,
    ),
    open: null,
  }[view]
  if (!where) return null
  return read
    .select({
      id: sql<number>`-${change.id}`.as('id'),
      kind: sql<string>`${CHANGE}::text`.as('kind'),
      label:
        sql<string>`case ${change.kind} when 'bank account' then ${BANK_ACCOUNT}::text else ${OTHER_CHANGE}::text end`.as(
          'label',
        ),
      definitionId: sql<number>`0`.as('definition_id'),
      queue: sql<string>`case when ${waits} then 'SECOND PERSON' else 'COMPLETED' end`.as('queue'),
      status: sql<string>`case when ${waits} then 'TO DECIDE' else upper(${change.decision}) end`.as(
        'status',
      ),
      class: sql<string>`case when ${waits} then 'pending' when ${change.decision} = 'approved' then 'success'
        else 'invalidated' end`.as('class'),
      // It has no event: who requested it and why is in the row.
      lastEventId: sql<number>`null::bigint`.as('last_event_id'),
      lastEventAt: sql<Date>`coalesce(${change.decidedAt}, ${change.requestedAt})`.as('last_event_at'),
      title: sql<string>`${CHANGE_TITLE}`.as('title'),
      due: sql<Day | null>`null::date`.as('due'),
      dueTime: sql<TimeOfDay | null>`null::text`.as('due_time'),
      amount: sql<Decimal | null>`null::numeric`.as('amount'),
      currency: sql<string | null>`null::text`.as('currency'),
      facts: sql<string | null>`null::text`.as('facts'),
      calendar: sql<string | null>`null::text`.as('calendar_of_work'),
      who: sql<string | null>`${REQUESTER}`.as('who'),
      said: sql<
        string | null
      >`case when ${waits} then ${change.comment} else ${change.decisionComment} end`.as('said'),
      changed: sql<string | null>`${change.kind}`.as('changed'),
    })
    .from(change)
    .leftJoin(requester, eq(requester.id, change.requestedBy))
    .where(and(where, ids && inArray(change.id, [...ids])))
}

/** The kind of the rows that are changes. */
export const CHANGE = 'change'

const BANK_ACCOUNT = 'Bank account'
const OTHER_CHANGE = 'Change'

/** How the list names them. */
export const CHANGE_LABELS = [BANK_ACCOUNT, OTHER_CHANGE]

/** The objects and changes of a view, each as a row of "work". @param ids those with these ids only */
export function listed(
  view: WorkView,
  reader: WorkReader,
  states: readonly WaitingState[],
  ids?: readonly number[],
): Work {
  const objects = objectsIn(
    view,
    reader,
    states,
    ids?.filter((id) => id > 0),
  )
  const changes = changesIn(
    view,
    reader,
    ids?.filter((id) => id < 0).map((id) => -id),
  )
  return (changes ? objects.unionAll(changes) : objects).as('work')
}
