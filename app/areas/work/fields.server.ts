import { workflowEvent } from 'db/schema/workflow'
import { type SQL, sql } from 'drizzle-orm'
import { type Actor, capacitiesOf } from '~/areas/access/actor'
import { kindsDecidedBy } from '~/platform/approvals/pending-change-kinds.server'
import type { ListFields, RowOf } from '~/platform/lists/list-fields.server'
import { kindsAtWork } from '~/platform/objects/object-kinds.server'
import { type DueIn, endOfWeek } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import type { GridOption } from '~/ui/grid/columns'
import type { WaitingState } from './waiting-states.server'
import type { WorkView } from './work'
import { SECTIONS, type Section } from './work-numbers'
import {
  businessDaysLate,
  CHANGE,
  CHANGE_LABELS,
  isLateSql,
  mayOpen,
  type Work,
  type WorkReader,
} from './work-objects.server'

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
export interface ReadWork {
  reader: WorkReader
  view: WorkView
  states: readonly WaitingState[]
}

/** Whom the user substitutes in the rows of a view: only rows that wait for the user have such a person. */
const actsForIn = (work: Work, { reader, view, states }: ReadWork) =>
  view === 'mine' || view === 'returned' ? actsForOf(work, reader.actor, states) : NO_NAME

/** Null while it is not late. */
const daysLate = (work: Work, reader: WorkReader) =>
  sql<number | null>`(case when ${isLateSql(work, reader)} then ${businessDaysLate(work, reader)} end)`

/** The kinds of rows that a user may see, as the list names them. */
function kindsFor(actor: Actor): GridOption[] {
  const objects = kindsAtWork().flatMap(({ kind, atWork }) => (mayOpen(actor, kind) ? [atWork.label] : []))
  return [...new Set([...objects, ...CHANGE_LABELS])].map((value) => ({ value, label: value }))
}

/** Found for the rows of a page only: the list neither sorts nor filters by it. */
const FOUND_LATER = { kind: 'text' as const, sql: sql<string | null>`null::text`, unsearched: true as const }

/** The fields of a row of My work: an object, or a change for a second person. @param work what it selects from */
export function workRow(work: Work, list: ReadWork) {
  const { reader } = list
  const today = sql`${reader.today}::date`
  return {
    /** Of the object; the negative id of a change. */
    id: { kind: 'id', sql: work.id, required: true },
    objectKind: { kind: 'text', sql: work.kind, required: true },
    definitionId: { kind: 'id', sql: work.definitionId, required: true },
    /** "NAV", as users call it. */
    kind: {
      kind: 'text',
      sql: sql<string>`${work.label}`,
      required: true,
      column: {
        header: 'Kind',
        size: 116,
        meta: { filter: 'select', options: kindsFor(reader.actor), phone: 'object' },
      },
    },
    title: {
      kind: 'text',
      sql: sql<string>`${work.title}`,
      required: true,
      column: { header: 'What', size: 315, meta: { phone: 'name' } },
    },
    status: {
      kind: 'text',
      sql: work.status,
      required: true,
      column: { header: 'Status', size: 235, meta: { kind: 'badge', phone: 'status' } },
    },
    queue: {
      kind: 'text',
      sql: work.queue,
      required: true,
      unsearched: true,
      column: { header: 'Queue', size: 140, meta: { hiddenByDefault: true } },
    },
    class: { kind: 'text', sql: sql<EventClass>`${work.class}`, required: true },
    /** The day until which its next step is due; null for none. */
    due: { kind: 'day', sql: work.due, column: { header: 'Due', size: 135 } },
    /** Until when on that day; null for its end. */
    dueTime: { kind: 'text', sql: work.dueTime },
    /** The part of My work that it belongs to. */
    section: {
      kind: 'text',
      sql: sql<Section>`(case when ${isLateSql(work, reader)} then '1' when ${work.due} = ${today} then '2'
        when ${work.due} <= ${endOfWeek(reader.today)}::date then '3' else '4' end)`,
      required: true,
      unsearched: true,
      column: {
        header: 'When',
        size: 100,
        meta: {
          filter: 'select',
          // In the order of the days, which is that of their numbers.
          options: Object.entries(SECTIONS).map(([value, label]) => ({ value, label })),
          hiddenByDefault: true,
          bareGroups: true,
        },
      },
    },
    /** Its days only. */
    days: {
      kind: 'count',
      sql: sql<number | null>`(case when ${work.due} < ${today} then -${businessDaysLate(work, reader)}
        else ${work.due} - ${today} end)`,
      column: {
        header: 'Days left',
        size: 130,
        meta: {
          title: 'Days until it is due; negative, in business days, when it is late',
          phone: 'due',
        },
      },
    },
    /** By how many days it is late, 0 since a time of today; null while it is not. */
    days_late: {
      kind: 'count',
      sql: daysLate(work, reader),
      column: {
        header: 'Late',
        look: 'late',
        since: 'due',
        meta: { title: 'Business days since it was due', hiddenByDefault: true },
      },
    },
    /** The steps that lead on from here, as their buttons say; null where none is taken by hand. */
    next: {
      ...FOUND_LATER,
      column: {
        header: 'Next step',
        size: 100,
        enableSorting: false,
        enableColumnFilter: false,
        meta: { title: 'What you can do next', phone: 'next' },
      },
    },
    /** For whom it is the user's, as their substitute; null for their own work. */
    for: {
      kind: 'text',
      sql: actsForIn(work, list),
      column: { header: 'For', size: 140, meta: { title: 'Whom you substitute in it' } },
    },
    amount: {
      kind: 'amount',
      sql: sql<Decimal | null>`${work.amount}`,
      column: {
        header: 'Amount',
        meta: { sum: false, title: 'Gross amount, or the budget', phone: 'amount' },
      },
    },
    currency: {
      kind: 'text',
      sql: sql<string | null>`${work.currency}`,
      column: { header: 'Ccy', size: 60, meta: { phone: 'currency' } },
    },
    facts: {
      kind: 'text',
      sql: sql<string | null>`${work.facts}`,
      column: {
        header: 'Rules',
        size: 180,
        enableGrouping: false,
        meta: { title: 'Results of the current control of a NAV' },
      },
    },
    /** Headline figures in a line; null for kinds whose amount says it. */
    figures: {
      ...FOUND_LATER,
      column: {
        header: 'Figures',
        size: 330,
        enableSorting: false,
        enableColumnFilter: false,
        enableGrouping: false,
        meta: {
          title: 'Total net assets and NAV per share with their movements, or how far a process is',
        },
      },
    },
    /** Who moved it here, when, and what they said. */
    by: {
      kind: 'text',
      sql: lastOf(work, 'who'),
      required: true,
      unsearched: true,
      column: { header: 'From', size: 130, meta: { title: 'Who sent it here' } },
    },
    since: {
      kind: 'instant',
      sql: work.lastEventAt,
      required: true,
      column: { header: 'Since', size: 140 },
    },
    comment: {
      kind: 'text',
      sql: lastOf(work, 'said'),
      required: true,
      unsearched: true,
      column: { header: 'Comment', enableGrouping: false, meta: { values: false } },
    },
  } satisfies ListFields
}

export type StoredWork = RowOf<ReturnType<typeof workRow>>

/** An object, or a change for a second person, among the work of a user. */
export interface WorkRow extends Omit<StoredWork, 'objectKind' | 'definitionId'> {
  /** Address of the object. */
  href: string
  dueIn: DueIn | null
}
