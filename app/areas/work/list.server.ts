import type { Read } from 'db/database'
import { workflowEvent, workflowStep } from 'db/schema/workflow'
import {
  and,
  count,
  eq,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { type Actor, capacitiesOf, isAllowed } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import { CHANGE_TITLE, kindsDecidedBy, kindsShownTo } from '~/platform/approvals/pending-change-kinds.server'
import { change, REQUESTER, requester } from '~/platform/approvals/pending-changes.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { List } from '~/platform/lists/list'
import { joined } from '~/platform/lists/list-fields.server'
import { beginSql, type SqlExpressions, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import {
  type KindAtWork,
  kindsAtWork,
  objectKind,
  objectPage,
  place,
} from '~/platform/objects/object-kinds.server'
import {
  type Day,
  type DueIn,
  daysBetween,
  dueIn,
  endOfWeek,
  isLate,
  type LocalTime,
  localTime,
  type TimeOfDay,
} from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import { WORK_COLUMNS } from './list'
import { type WaitingState, waitingSql, waitingStateKey, waitingStates } from './waiting-states.server'
import { CHANGES_PATH, DAYS_AHEAD, type QueueLoad, type WorkCount, type WorkRow, type WorkView } from './work'
import { type DueCounts, SOON_DAYS } from './work-history.server'
import type { Section } from './work-numbers'

/** The context of whose work it is, with the time at the site. */
export interface WorkReader extends UserContext, LocalTime {}

export const workReader = (context: UserContext): WorkReader => ({
  ...context,
  ...localTime(context.now, context.timeZone),
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
const businessDaysLate = (
  { due, calendar }: Pick<Work, 'due' | 'calendar'>,
  { today }: Pick<LocalTime, 'today'>,
) => businessDaysLateSql(due, sql`${today}::date`, calendar)

/** Null while it is not late. */
const daysLate = (work: Work, reader: WorkReader) =>
  sql<number | null>`(case when ${isLateSql(work, reader)} then ${businessDaysLate(work, reader)} end)`

/** In none of CLOSED_QUEUES; written as in the index workflow_instance_open, which serves it. */
const isOpen = sql`${place.queue} not in ('SYSTEM', 'COMPLETED')`

/** A task waits for its team some days before it is due, a NAV from its date. */
const hasBegun = (today: Day) => lte(place.opens, today)

const stepsBy = (userId: number, since: SQL) => sql`${place.objectId} in (
  select object_id from ${workflowEvent} where user_id = ${userId} and at >= ${since} and type = 'step')`

/** Whether the user may open objects of a kind: what one may no longer open is in no list, even after own steps. */
const mayOpen = (actor: Actor, kind: string) =>
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
type Work = ReturnType<typeof workObjects>

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
      label: sql<string>`case ${change.kind} when 'bank account' then 'Bank account' else 'Change' end`.as(
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

const CHANGE = 'change'

/** The objects and changes of a view, each as a row of "work". @param ids those with these ids only */
function listed(
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

/** Who moved it last, and what they said: looked up for the rows that are shown. */
function lastOf(work: Work, what: 'who' | 'said'): SQL<string> {
  const column = sql.identifier(what === 'who' ? 'who_name' : 'log')
  const looked = sql`(select ${column} from ${workflowEvent} e where e.id = ${work.lastEventId})`
  return sql`coalesce(${work[what]}, ${looked})`
}

/** The full name of the person for whom each waits for the user; null for their own work. */
function actsForOf(work: Work, actor: Actor, states: readonly WaitingState[]): SQL<string | null> {
  const names = [...new Set(states.flatMap(({ actsFor }) => actsFor ?? []))]
  const ofObjects = names.map((name) => {
    const keys = states
      .filter(({ actsFor }) => actsFor === name)
      .map(({ definitionId, queue, status }) => sql`(${definitionId}::int, ${queue}::text, ${status}::text)`)
    const state = sql`(${work.definitionId}, ${work.queue}, ${work.status})`
    return sql`when ${state} in (${sql.join(keys, sql`, `)}) then ${name}::text`
  })
  const ofChanges = [...changesFor(actor)].map(
    ([kind, name]) => sql`when ${work.kind} = ${CHANGE} and ${work.changed} = ${kind} then ${name}::text`,
  )
  const cases = [...ofObjects, ...ofChanges]
  return cases.length === 0 ? NO_NAME : sql`(case ${sql.join(cases, sql` `)} end)`
}

const NO_NAME = sql<string | null>`null::text`

/** The kinds of changes that a user decides as someone's substitute only, with the full names of those people. */
function changesFor(actor: Actor): Map<string, string> {
  const found = new Map<string, string>()
  if (actor.own === null) return found
  const own = kindsDecidedBy({ ...actor, ...actor.own })
  for (const { actsFor, queues, authorisations } of capacitiesOf(actor))
    for (const kind of kindsDecidedBy({ ...actor, queues, authorisations }))
      if (actsFor && !own.includes(kind) && !found.has(kind)) found.set(kind, actsFor.fullName)
  return found
}

/** A view of a user's work, and what waits for them. */
interface ReadWork {
  reader: WorkReader
  view: WorkView
  states: readonly WaitingState[]
}

/** Whom the user substitutes in the rows of a view: only rows that wait for the user have such a person. */
const actsForIn = (work: Work, { reader, view, states }: ReadWork) =>
  view === 'mine' || view === 'returned' ? actsForOf(work, reader.actor, states) : NO_NAME

/** What the list sorts, filters and groups by. */
const expressions = (work: Work, list: ReadWork): SqlExpressions<(typeof WORK_COLUMNS)[number]['id']> => {
  const { reader } = list
  const today = sql`${reader.today}::date`
  return {
    kind: { sql: work.label, required: true },
    title: { sql: work.title, required: true },
    status: { sql: work.status, required: true },
    queue: { sql: work.queue, required: true, unsearched: true },
    due: { sql: work.due },
    section: {
      sql: sql`(case when ${isLateSql(work, reader)} then '1' when ${work.due} = ${today} then '2'
        when ${work.due} <= ${endOfWeek(reader.today)}::date then '3' else '4' end)`,
      required: true,
      unsearched: true,
    },
    days: {
      sql: sql`(case when ${work.due} < ${today} then -${businessDaysLate(work, reader)}
        else ${work.due} - ${today} end)`,
    },
    for: { sql: actsForIn(work, list) },
    days_late: { sql: daysLate(work, reader) },
    amount: { sql: work.amount },
    currency: { sql: work.currency },
    facts: { sql: work.facts },
    comment: { sql: lastOf(work, 'said'), required: true, unsearched: true },
    by: { sql: lastOf(work, 'who'), required: true, unsearched: true },
    since: { sql: work.lastEventAt, required: true },
    // Looked up only for the rows that are shown.
    next: { sql: sql`null::text`, unsearched: true },
    figures: { sql: sql`null::text`, unsearched: true },
  }
}

/** The work of a user in one view; what is due first comes first. */
export async function workList(reader: WorkReader, view: WorkView): Promise<List<WorkRow>> {
  const states = await waitingStates(reader)
  const work = listed(view, reader, states)
  const list = { reader, view, states }
  return sqlList(reader, {
    columns: sqlColumns(WORK_COLUMNS, expressions(work, list)),
    from: sql`${work}`,
    key: work.id,
    unit: work.currency,
    keyOf: ({ id }: WorkRow) => id,
    rows: (ids: readonly number[]) => rowsOf(ids, list),
  })
}

/** The rows with these ids, without what is not stored. */
function storedRows(ids: readonly number[], list: ReadWork) {
  const { reader, view, states } = list
  const work = listed(view, reader, states, ids)
  return reader.read
    .select({
      id: work.id,
      kind: work.kind,
      label: work.label,
      definitionId: work.definitionId,
      queue: work.queue,
      status: work.status,
      class: work.class,
      title: work.title,
      due: work.due,
      dueTime: work.dueTime,
      daysLate: daysLate(work, reader),
      amount: work.amount,
      currency: work.currency,
      facts: work.facts,
      for: actsForIn(work, list),
      by: lastOf(work, 'who'),
      since: work.lastEventAt,
      comment: lastOf(work, 'said'),
    })
    .from(work)
}

type StoredRow = Awaited<ReturnType<typeof storedRows>>[number]

async function rowsOf(ids: readonly number[], list: ReadWork): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const { reader, view, states } = list
  const stored = await storedRows(ids, list)
  const figures = await figuresOf(reader.read, stored)
  const next = new Map(states.map((state) => [waitingStateKey(state), state.steps.join(' · ')]))
  const nextOf = (row: StoredRow) =>
    row.kind === CHANGE ? 'Approve · Refuse' : next.get(waitingStateKey(row)) || null
  return stored.map((row) => {
    const left = leftOf(row, reader)
    return {
      id: row.id,
      kind: row.label,
      href:
        row.kind === CHANGE
          ? `${CHANGES_PATH}?${new URLSearchParams({ search: row.title })}`
          : objectPage({ kind: row.kind, objectId: row.id }),
      title: row.title,
      status: row.status,
      queue: row.queue,
      class: row.class as EventClass,
      due: row.due,
      dueTime: row.dueTime,
      dueIn: left,
      section: sectionOf(left, daysBetween(reader.today, endOfWeek(reader.today))),
      days: left?.days ?? null,
      days_late: row.daysLate,
      amount: row.amount,
      currency: row.currency,
      facts: row.facts,
      figures: figures.get(row.id) ?? null,
      for: row.for,
      next: view === 'mine' || view === 'returned' ? nextOf(row) : null,
      by: row.by,
      since: row.since,
      comment: row.comment,
    }
  })
}

/** How long until it is due, or how late in the business days of its calendar. */
function leftOf({ due, dueTime, daysLate }: StoredRow, reader: WorkReader): DueIn | null {
  const left = dueIn(due, dueTime, reader)
  return left && daysLate !== null && daysLate > 0 ? { ...left, days: -daysLate } : left
}

/** @param daysOfWeek how many days are left of this week */
function sectionOf(left: DueIn | null, daysOfWeek: number): Section {
  if (left === null) return 4
  if (isLate(left)) return 1
  if (left.days === 0) return 2
  return left.days <= daysOfWeek ? 3 : 4
}

/** The headline figures of the rows of a page: one query for each kind among them. */
async function figuresOf(read: Read, rows: readonly StoredRow[]): Promise<Map<number, string>> {
  const found = await Promise.all(
    kindsAtWork().map(async ({ kind, atWork }) => {
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      return ids.length > 0 && atWork.figures ? [...(await atWork.figures(read, ids))] : []
    }),
  )
  return new Map(found.flat())
}

/** "NAV Alcyon Equity, 30/10/2026" of each of these objects, by id. */
export async function titlesOf(
  read: Read,
  objects: readonly { kind: string; objectId: number }[],
): Promise<Map<number, string>> {
  const [first, ...others] = kindsAtWork().flatMap(({ kind, atWork }) => {
    const ids = objects.filter((each) => each.kind === kind).map(({ objectId }) => objectId)
    if (ids.length === 0) return []
    const titles = read
      .select({ id: place.objectId, title: sql<string>`concat(${atWork.label}::text, ' ', ${atWork.title})` })
      .from(place)
      .$dynamic()
    return [joined(titles, atWork.joins).where(and(eq(place.kind, kind), inArray(place.objectId, ids)))]
  })
  if (!first) return new Map()
  const rows = await others.reduce((all, part) => all.unionAll(part), first)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const countOf = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`

/** How many objects and changes wait for a user now, and how many of them are late. */
export async function countWork(reader: WorkReader): Promise<WorkCount> {
  const work = listed('mine', reader, await waitingStates(reader))
  const kinds = await reader.read
    .select({ kind: work.label, waiting: count(), late: countOf(isLateSql(work, reader)) })
    .from(work)
    .groupBy(work.label)
    .orderBy(work.label)
  return {
    waiting: kinds.reduce((sum, { waiting }) => sum + waiting, 0),
    late: kinds.reduce((sum, { late }) => sum + late, 0),
    kinds: kinds.map(({ kind, waiting }) => ({ kind, waiting })),
  }
}

/** How many of them are late, of these since the last business day or today, and how many are due today and in the days after it. */
export async function countByDue(
  reader: WorkReader,
  states: readonly WaitingState[],
): Promise<DueCounts & { newlyLate: number }> {
  const work = listed('mine', reader, states)
  const late = isLateSql(work, reader)
  const today = sql`${reader.today}::date`
  const [counts] = await reader.read
    .select({
      late: countOf(late),
      newlyLate: countOf(sql`${late} and ${businessDaysLate(work, reader)} <= 1`),
      today: countOf(sql`not ${late} and ${work.due} = ${today}`),
      soon: countOf(sql`${work.due} > ${today} and ${work.due} <= ${today} + ${SOON_DAYS}::int`),
    })
    .from(work)
  return counts ?? { late: 0, newlyLate: 0, today: 0, soon: 0 }
}

/** How much of what a user sent on waits for others. */
export async function countOthers(reader: WorkReader): Promise<number> {
  return reader.read.$count(listed('others', reader, await waitingStates(reader)))
}

/**
 * What is open in each queue, of the kinds that the user may see, by the day on which it is due; what cannot be begun
 * yet is left out. Queues in their alphabet.
 */
export async function loadOfQueues({ read, actor, today }: WorkReader): Promise<QueueLoad[]> {
  const seen = kindsAtWork().flatMap(({ kind }) => (mayOpen(actor, kind) ? [kind] : []))
  const day = sql<number | null>`greatest(-1, least(${DAYS_AHEAD}::int, ${place.due} - ${today}::date))`.as(
    'day',
  )
  const found = await read
    .select({ queue: place.queue, day, count: count() })
    .from(place)
    .where(and(inArray(place.kind, seen), isOpen, hasBegun(today)))
    .groupBy(place.queue, day)
    .orderBy(place.queue)
  const queues = new Map<string, QueueLoad>()
  for (const { queue, day, count } of found) {
    const load = queues.get(queue) ?? {
      queue,
      late: 0,
      days: Array(DAYS_AHEAD).fill(0),
      later: 0,
      undated: 0,
    }
    queues.set(queue, load)
    if (day === null) load.undated = count
    else if (day < 0) load.late = count
    else if (day >= DAYS_AHEAD) load.later = count
    else load.days[day] = count
  }
  return [...queues.values()]
}
