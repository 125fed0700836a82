import type { Read } from 'db/database'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { List } from '~/platform/lists/list'
import { type DeclaredColumn, declaredColumns, joined, selected } from '~/platform/lists/list-fields.server'
import { sqlColumns } from '~/platform/lists/sql-columns.server'
import { sqlList } from '~/platform/lists/sql-list.server'
import { kindsAtWork, objectPage, place } from '~/platform/objects/object-kinds.server'
import { type DueIn, dueIn } from '~/platform/values/day'
import { type ReadWork, type StoredWork, type WorkRow, workRow } from './fields.server'
import { workColumns } from './list'
import { type WaitingState, waitingStateKey, waitingStates } from './waiting-states.server'
import { CHANGES_PATH, DAYS_AHEAD, type QueueLoad, type WorkCount, type WorkView } from './work'
import { type DueCounts, SOON_DAYS } from './work-history.server'
import {
  businessDaysLate,
  CHANGE,
  hasBegun,
  isLateSql,
  isOpen,
  listed,
  mayOpen,
  type WorkReader,
} from './work-objects.server'

/** The work of a user in one view, and the columns of its list; what is due first comes first. */
export async function workList(
  reader: WorkReader,
  view: WorkView,
): Promise<{ list: List<WorkRow>; declared: DeclaredColumn[] }> {
  const states = await waitingStates(reader)
  const work = listed(view, reader, states)
  const read = { reader, view, states }
  const fields = workRow(work, read)
  const declared = declaredColumns(fields)
  const list = sqlList(reader, {
    columns: sqlColumns(workColumns(declared), fields),
    from: sql`${work}`,
    key: work.id,
    unit: work.currency,
    keyOf: ({ id }: WorkRow) => id,
    rows: (ids: readonly number[]) => rowsOf(ids, read),
  })
  return { list, declared }
}

async function rowsOf(ids: readonly number[], list: ReadWork): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const { reader, view, states } = list
  const work = listed(view, reader, states, ids)
  const stored: StoredWork[] = await reader.read.select(selected(workRow(work, list))).from(work)
  const figures = await figuresOf(reader.read, stored)
  const next = new Map(states.map((state) => [waitingStateKey(state), state.steps.join(' · ')]))
  const nextOf = (row: StoredWork) =>
    row.objectKind === CHANGE ? 'Approve · Refuse' : next.get(waitingStateKey(row)) || null
  return stored.map((row) => {
    const { objectKind, definitionId, ...shown } = row
    return {
      ...shown,
      href:
        objectKind === CHANGE
          ? `${CHANGES_PATH}?${new URLSearchParams({ search: row.title })}`
          : objectPage({ kind: objectKind, objectId: row.id }),
      dueIn: leftOf(row, reader),
      figures: figures.get(row.id) ?? null,
      next: view === 'mine' || view === 'returned' ? nextOf(row) : null,
    }
  })
}

/** How long until it is due, or how late in the business days of its calendar. */
function leftOf({ due, dueTime, days }: StoredWork, reader: WorkReader): DueIn | null {
  const left = dueIn(due, dueTime, reader)
  return left && days !== null ? { ...left, days } : left
}

/** The headline figures of the rows of a page: one query for each kind among them. */
async function figuresOf(read: Read, rows: readonly StoredWork[]): Promise<Map<number, string>> {
  const found = await Promise.all(
    kindsAtWork().map(async ({ kind, atWork }) => {
      const ids = rows.filter(({ objectKind }) => objectKind === kind).map(({ id }) => id)
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
