import type { Read } from 'db/database'
import { appUser, pendingChange } from 'db/schema/access'
import { workflowEvent, workflowInstance, workflowStep } from 'db/schema/workflow'
import { inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, capacitiesOf, isAllowed } from '~/areas/access/actor'
import { CHANGE_TITLE, kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import { REQUESTER } from '~/platform/approvals/pending-changes.server'
import { businessDaysLateSql } from '~/platform/lists/business-days.server'
import type { List } from '~/platform/lists/list'
import { beginSql, type SqlExpressions, sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { kindsAtWork, objectKind, objectPage } from '~/platform/objects/object-kinds.server'
import {
  type Day,
  type DueIn,
  daysBetween,
  dueIn,
  endOfWeek,
  isLate,
  type LocalTime,
  type TimeOfDay,
} from '~/platform/values/day'
import type { EventClass } from '~/platform/workflow/types'
import { WORK_COLUMNS } from './list'
import { type WaitingState, waitingSql, waitingStateKey, waitingStates } from './waiting-states.server'
import { CHANGES_PATH, DAYS_AHEAD, type QueueLoad, type WorkCount, type WorkRow, type WorkView } from './work'
import { type DueCounts, SOON_DAYS } from './work-history.server'
import type { Section } from './work-numbers'

/** Whose work it is, and the date and time at the site. */
export interface WorkReader extends LocalTime {
  actor: Actor
  timeZone: string
}

/** For how many days an object that a user sent on, and that waits for others, is listed. */
const SENT_ON_DAYS = 365

/** The last step led back, or began a new round. @param lastEventId the object's last event */
export const cameBackSql = (lastEventId: SQL) => sql`exists (
  select 1 from ${workflowEvent} back join ${workflowStep} as taken on taken.id = back.step_id
  where back.id = ${lastEventId} and (taken.to_class = 'warning' or taken.opens_round))`

/** Past the time until which its next step is due, over rows called "work". */
export const lateSql = ({ today, time }: LocalTime) =>
  sql`((work.due, coalesce(work.due_time, '24:00')) < (${today}::date, ${time}::text))`

/** In business days of the calendar of each. */
const daysLateSql = ({ today }: Pick<LocalTime, 'today'>) =>
  businessDaysLateSql(sql`work.due`, sql`${today}::date`, sql`work.calendar`)

/** In none of CLOSED_QUEUES; written as in the index workflow_instance_open, which serves it. */
const isOpen = sql`place.queue not in ('SYSTEM', 'COMPLETED')`

/** A task waits for its team some days before it is due, a NAV from its date. */
const hasBegun = (today: Day) => sql`place.opens <= ${today}`

const stepsBy = (userId: number, since: SQL) => sql`place.object_id in (
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
      return mine && sql`${mine} and ${cameBackSql(sql`place.last_event_id`)}`
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

/** All objects of a view, of every kind: a table with the columns of `work` below. */
export function workSql(
  view: WorkView,
  reader: WorkReader,
  states: readonly WaitingState[],
  only?: SQL,
): SQL {
  const parts = kindsAtWork().flatMap(({ kind, atWork }) => {
    if (!mayOpen(reader.actor, kind)) return []
    const where = inView(view, kind, reader, states)
    if (where === null) return []
    const begun = view === 'mine' || view === 'open' ? sql` and ${hasBegun(reader.today)}` : sql``
    return [
      sql`select place.object_id as id, place.kind, ${atWork.label}::text as label, place.definition_id, place.queue,
          place.status, place.class, place.last_event_id, place.last_event_at, ${atWork.title} as title,
          place.due, place.due_time, ${atWork.amount} as amount, ${atWork.currency} as currency, ${atWork.facts} as facts,
          ${atWork.calendar} as calendar, null::text as who, null::text as said,
          null::text as changed
        from ${workflowInstance} place ${atWork.join}
        where place.kind = ${kind} and ${where}${begun}${only ? sql` and ${only}` : sql``}`,
    ]
  })
  return parts.length === 0 ? NOTHING : sql.join(parts, sql` union all `)
}

const NOTHING = sql`select 0::bigint as id, '' as kind, '' as label, 0 as definition_id, '' as queue, '' as status,
  '' as class, 0::bigint as last_event_id, null::timestamptz as last_event_at, '' as title, null::date as due,
  null::text as due_time,
  null::numeric as amount, null::text as currency, null::text as facts, null::text as calendar, null::text as who,
  null::text as said, null::text as changed where false`

/**
 * Changes for a second person, as rows of the same columns whose ids are negative: those that the user may decide, that
 * they requested, or that they decided today. Null where there are none.
 */
function changesSql(view: WorkView, { actor, today, timeZone }: WorkReader, only?: SQL): SQL | null {
  const kinds = kindsDecidedBy(actor)
  const waits = sql`change.decision is null`
  const where = {
    mine:
      kinds.length === 0
        ? null
        : sql`${waits} and ${inArray(sql`change.kind`, kinds)} and (change.requested_by is null
            or change.requested_by not in ${personIds(actor)})`,
    returned: null,
    others: sql`${waits} and change.requested_by = ${actor.id}`,
    done: sql`change.decided_by = ${actor.id} and change.decided_at >= ${beginSql(today, timeZone)}`,
    open: null,
  }[view]
  return (
    where &&
    sql`select -change.id as id, ${CHANGE}::text as kind,
        case change.kind when 'bank account' then 'Bank account' else 'Change' end as label, 0 as definition_id,
        case when ${waits} then 'SECOND PERSON' else 'COMPLETED' end as queue,
        case when ${waits} then 'TO DECIDE' else upper(change.decision) end as status,
        case when ${waits} then 'pending' when change.decision = 'approved' then 'success' else 'invalidated' end as class,
        null::bigint as last_event_id, coalesce(change.decided_at, change.requested_at) as last_event_at,
        ${CHANGE_TITLE} as title, null::date as due, null::text as due_time, null::numeric as amount,
        null::text as currency, null::text as facts, null::text as calendar, ${REQUESTER} as who,
        case when ${waits} then change.comment else change.decision_comment end as said, change.kind as changed
      from ${pendingChange} as change left join ${appUser} as requester on requester.id = change.requested_by
      where ${where}${only ? sql` and ${only}` : sql``}`
  )
}

const CHANGE = 'change'

/** The objects and changes of a view. @param ids those with these ids only */
function listedSql(
  view: WorkView,
  reader: WorkReader,
  states: readonly WaitingState[],
  ids?: readonly number[],
): SQL {
  const [objects, changes] = [ids?.filter((id) => id > 0), ids?.filter((id) => id < 0).map((id) => -id)]
  const ofObjects = workSql(view, reader, states, objects && inArray(sql`place.object_id`, objects))
  const ofChanges = changesSql(view, reader, changes && inArray(sql`change.id`, changes))
  return ofChanges ? sql`${ofObjects} union all ${ofChanges}` : ofObjects
}

/** Who moved the object last, and what they said: looked up for the rows that are shown. */
const last = (column: 'who_name' | 'log') =>
  sql`coalesce(${column === 'log' ? sql`work.said` : sql`work.who`},
    (select ${sql.identifier(column)} from ${workflowEvent} e where e.id = work.last_event_id))`

/** The full name of the person for whom a row called "work" waits for the user; null for their own work. */
function actsForOf(actor: Actor, states: readonly WaitingState[]): SQL {
  const names = [...new Set(states.flatMap(({ actsFor }) => actsFor ?? []))]
  const ofObjects = names.map((name) => {
    const keys = states
      .filter(({ actsFor }) => actsFor === name)
      .map(({ definitionId, queue, status }) => sql`(${definitionId}::int, ${queue}::text, ${status}::text)`)
    return sql`when (work.definition_id, work.queue, work.status) in (${sql.join(keys, sql`, `)}) then ${name}::text`
  })
  const ofChanges = [...changesFor(actor)].map(
    ([kind, name]) => sql`when work.kind = ${CHANGE} and work.changed = ${kind} then ${name}::text`,
  )
  const cases = [...ofObjects, ...ofChanges]
  return cases.length === 0 ? sql`null::text` : sql`(case ${sql.join(cases, sql` `)} end)`
}

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

/** What the list sorts, filters and groups by. @param actsFor see `actsForOf` */
const expressions = (at: LocalTime, actsFor: SQL): SqlExpressions<(typeof WORK_COLUMNS)[number]['id']> => ({
  kind: { sql: sql`work.label`, required: true },
  title: { sql: sql`work.title`, required: true },
  status: { sql: sql`work.status`, required: true },
  queue: { sql: sql`work.queue`, required: true, unsearched: true },
  due: { sql: sql`work.due` },
  section: {
    sql: sql`(case when ${lateSql(at)} then '1' when work.due = ${at.today}::date then '2'
      when work.due <= ${endOfWeek(at.today)}::date then '3' else '4' end)`,
    required: true,
    unsearched: true,
  },
  days: {
    sql: sql`(case when work.due < ${at.today}::date then -${daysLateSql(at)} else work.due - ${at.today}::date end)`,
  },
  for: { sql: actsFor },
  days_late: { sql: sql`(case when ${lateSql(at)} then ${daysLateSql(at)} end)` },
  amount: { sql: sql`work.amount` },
  currency: { sql: sql`work.currency` },
  facts: { sql: sql`work.facts` },
  comment: { sql: last('log'), required: true, unsearched: true },
  by: { sql: last('who_name'), required: true, unsearched: true },
  since: { sql: sql`work.last_event_at`, required: true },
  // Looked up only for the rows that are shown.
  next: { sql: sql`null::text`, unsearched: true },
  figures: { sql: sql`null::text`, unsearched: true },
})

/** The work of a user in one view; what is due first comes first. */
export async function workList(read: Read, reader: WorkReader, view: WorkView): Promise<List<WorkRow>> {
  const states = await waitingStates(read, reader.actor)
  const actsFor = view === 'mine' || view === 'returned' ? actsForOf(reader.actor, states) : sql`null::text`
  const list = {
    columns: sqlColumns(WORK_COLUMNS, expressions(reader, actsFor)),
    from: sql`(${listedSql(view, reader, states)}) work`,
    key: sql`work.id`,
    unit: sql`work.currency`,
    keyOf: ({ id }: WorkRow) => id,
    rows: (ids: readonly number[]) => rowsOf(read, ids, reader, view, { states, actsFor }),
  }
  return sqlList({ read, timeZone: reader.timeZone }, list)
}

interface StoredRow {
  id: string | number
  kind: string
  label: string
  definition_id: number
  queue: string
  status: string
  class: string
  title: string
  due: Day | null
  due_time: TimeOfDay | null
  days_late: number | null
  amount: string | null
  currency: string | null
  facts: string | null
  for: string | null
  by: string
  since: Date | string
  comment: string
}

async function rowsOf(
  read: Read,
  ids: readonly number[],
  reader: WorkReader,
  view: WorkView,
  { states, actsFor }: { states: readonly WaitingState[]; actsFor: SQL },
): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const found: unknown = await read.execute(sql`
    select work.*, ${actsFor} as "for", (case when ${lateSql(reader)} then ${daysLateSql(reader)} end) as days_late, work.due::text as due, work.last_event_at as since, ${last('who_name')} as by, ${last('log')} as comment
    from (${listedSql(view, reader, states, ids)}) work`)
  const stored = found as StoredRow[]
  const figures = await figuresOf(read, stored)
  const next = new Map(states.map((state) => [waitingStateKey(state), state.steps.join(' · ')]))
  const nextOf = (row: StoredRow) =>
    row.kind === CHANGE
      ? 'Approve · Refuse'
      : next.get(waitingStateKey({ ...row, definitionId: row.definition_id })) || null
  return stored.map((row) => {
    const id = Number(row.id)
    const due = row.due
    const left = leftOf(row, reader)
    return {
      id,
      kind: row.label,
      href:
        row.kind === CHANGE
          ? `${CHANGES_PATH}?${new URLSearchParams({ search: row.title })}`
          : objectPage({ kind: row.kind, objectId: id }),
      title: row.title,
      status: row.status,
      queue: row.queue,
      class: row.class as EventClass,
      due,
      dueTime: row.due_time,
      dueIn: left,
      section: sectionOf(left, daysBetween(reader.today, endOfWeek(reader.today))),
      days: left?.days ?? null,
      days_late: row.days_late,
      amount: row.amount,
      currency: row.currency,
      facts: row.facts,
      figures: figures.get(id) ?? null,
      for: row.for,
      next: view === 'mine' || view === 'returned' ? nextOf(row) : null,
      by: row.by,
      since: new Date(row.since),
      comment: row.comment,
    }
  })
}

/** How long until it is due, or how late in the business days of its calendar. */
function leftOf({ due, due_time, days_late }: StoredRow, reader: WorkReader): DueIn | null {
  const left = dueIn(due, due_time, reader)
  return left && days_late !== null && days_late > 0 ? { ...left, days: -days_late } : left
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
      const ids = rows.filter((row) => row.kind === kind).map(({ id }) => Number(id))
      return ids.length > 0 && atWork.figures ? [...(await atWork.figures(read, ids))] : []
    }),
  )
  return new Map(found.flat())
}

/** How many objects and changes wait for a user now, and how many of them are late. */
export async function countWork(read: Read, reader: WorkReader): Promise<WorkCount> {
  const found: unknown = await read.execute(sql`
    select label as kind, count(*)::int as waiting, (count(*) filter (where ${lateSql(reader)}))::int as late
    from (${listedSql('mine', reader, await waitingStates(read, reader.actor))}) work group by 1 order by 1`)
  const kinds = found as { kind: string; waiting: number; late: number }[]
  return {
    waiting: kinds.reduce((sum, { waiting }) => sum + waiting, 0),
    late: kinds.reduce((sum, { late }) => sum + late, 0),
    kinds: kinds.map(({ kind, waiting }) => ({ kind, waiting })),
  }
}

/** How many of them are late, of these since the last business day or today, and how many are due today and in the days after it. */
export async function countByDue(
  read: Read,
  reader: WorkReader,
  states: readonly WaitingState[],
): Promise<DueCounts & { newlyLate: number }> {
  const late = lateSql(reader)
  const today = sql`${reader.today}::date`
  const found: unknown = await read.execute(sql`
    select (count(*) filter (where ${late}))::int as late,
      (count(*) filter (where ${late} and ${daysLateSql(reader)} <= 1))::int as "newlyLate",
      (count(*) filter (where not ${late} and work.due = ${today}))::int as today,
      (count(*) filter (where work.due > ${today} and work.due <= ${today} + ${SOON_DAYS}::int))::int as soon
    from (${listedSql('mine', reader, states)}) work`)
  const [counts] = found as (DueCounts & { newlyLate: number })[]
  return counts ?? { late: 0, newlyLate: 0, today: 0, soon: 0 }
}

/** How much of what a user sent on waits for others. */
export async function countOthers(read: Read, reader: WorkReader): Promise<number> {
  const found: unknown = await read.execute(sql`
    select count(*)::int as waiting
    from (${listedSql('others', reader, await waitingStates(read, reader.actor))}) work`)
  const [counts] = found as { waiting: number }[]
  return counts?.waiting ?? 0
}

/**
 * What is open in each queue, of the kinds that the user may see, by the day on which it is due; what cannot be begun
 * yet is left out. Queues in their alphabet.
 */
export async function loadOfQueues(read: Read, { actor, today }: WorkReader): Promise<QueueLoad[]> {
  const seen = kindsAtWork().flatMap(({ kind }) => (mayOpen(actor, kind) ? [kind] : []))
  if (seen.length === 0) return []
  const found: unknown = await read.execute(sql`
    select queue, greatest(-1, least(${DAYS_AHEAD}::int, due - ${today}::date)) as day, count(*)::int as count
    from ${workflowInstance} place
    where place.kind in ${seen} and ${isOpen} and ${hasBegun(today)} group by 1, 2 order by 1`)
  const queues = new Map<string, QueueLoad>()
  for (const { queue, day, count } of found as { queue: string; day: number | null; count: number }[]) {
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
