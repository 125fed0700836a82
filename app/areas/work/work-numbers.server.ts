import { isTeamLeader } from '~/areas/access/actor'
import type { UserContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { counted } from '~/platform/values/show'
import { shownCount } from '~/ui/grid/query'
import { countByDue, countOthers, loadOfQueues } from './list.server'
import { waitingStateKey, waitingStates } from './waiting-states.server'
import { WORK_VIEWS } from './work'
import { type DueCounts, dueAtEnds, SOON_DAYS, stepsOnDays } from './work-history.server'
import { shownDays, summaryOfLine, type WorkNumber } from './work-numbers'
import { type WorkReader, workReader } from './work-objects.server'

/** What a number is found with. */
interface NumberReader extends UserContext {
  /** The days of its line. */
  days: readonly Day[]
  /** Finds what is the same for many users once in a while, not for each page. */
  remember<Found>(key: string, find: () => Promise<Found>): Promise<Found>
}

/** Finds a number; null for users who may not see it, or where there is nothing to count. */
export type FindNumber = (reader: NumberReader) => Promise<WorkNumber | null>

let more: readonly FindNumber[] = []

/** Registers the numbers of the areas that work does not know, in their order: at the start. */
export function registerWorkNumbers(numbers: readonly FindNumber[]): void {
  more = numbers
}

/** What is open in a team, by when it is due. */
export interface TeamLoad extends DueCounts {
  queue: string
}

export interface WorkNumbers {
  numbers: WorkNumber[]
  /** For those who lead others; null for all others. */
  teams: TeamLoad[] | null
}

/**
 * The figures above the work of a user.
 * @param site identifies the site that answers are remembered for
 */
export async function workNumbers(context: UserContext, site: object): Promise<WorkNumbers> {
  const { actor, now } = context
  const reader = workReader(context)
  const days = shownDays(reader.today)
  const remember = memoryOf(site, now)
  const [own, others, found] = await Promise.all([
    dueNumbers(reader, { days, remember }),
    othersNumber(reader, days),
    Promise.all(more.map((find) => find({ ...context, days, remember }))),
  ])
  const leads = isTeamLeader(actor) || actor.queues.includes('MANAGER')
  return {
    numbers: [...own, others, ...found.flatMap((number) => number ?? [])],
    teams: leads ? teamsOf(await loadOfQueues(reader)) : null,
  }
}

async function dueNumbers(
  reader: WorkReader,
  { days, remember }: Pick<NumberReader, 'days' | 'remember'>,
): Promise<WorkNumber[]> {
  const states = await waitingStates(reader)
  const before = days.slice(0, -1)
  const key = `due ${reader.today} ${states.map(waitingStateKey).sort().join(' ')}`
  const [now, past] = await Promise.all([
    countByDue(reader, states),
    remember(key, () => dueAtEnds(reader, states, before)),
  ])
  const line = (of: keyof DueCounts) => [...past.map((counts) => counts[of]), now[of]]
  const number = (
    of: keyof DueCounts,
    label: string,
    more: Pick<WorkNumber, 'href' | 'note' | 'isBad'>,
  ): WorkNumber => ({
    label,
    value: shownCount(now[of]),
    series: line(of),
    summary: summaryOfLine(`${label}, work of your queues`, line(of), shownCount),
    ...more,
  })
  const { path } = WORK_VIEWS.mine
  return [
    number('late', 'Late', {
      href: `${path}?${new URLSearchParams({ 'filter.days_late': '<>' })}`,
      note: now.newlyLate > 0 ? `${shownCount(now.newlyLate)} newly late` : 'none newly late',
      isBad: now.newlyLate > 0,
    }),
    number('today', 'Due today', { href: `${path}?${new URLSearchParams({ 'in.section': '2' })}` }),
    number('soon', `Due in ${SOON_DAYS} days`, {
      href: `${path}?${new URLSearchParams({ 'filter.days': `1..${SOON_DAYS}` })}`,
    }),
  ]
}

async function othersNumber(reader: WorkReader, days: readonly Day[]): Promise<WorkNumber> {
  const [waiting, series] = await Promise.all([countOthers(reader), stepsOnDays(reader, days)])
  const today = series.at(-1) ?? 0
  return {
    label: 'Waiting on others',
    value: shownCount(waiting),
    note: `${counted(today, 'step')} taken today`,
    href: WORK_VIEWS.others.path,
    series,
    summary: summaryOfLine('Steps that you took', series, shownCount),
  }
}

const teamsOf = (loads: Awaited<ReturnType<typeof loadOfQueues>>): TeamLoad[] =>
  loads.map(({ queue, late, days }) => ({
    queue,
    late,
    today: days[0] ?? 0,
    soon: days.slice(1, 1 + SOON_DAYS).reduce((sum, count) => sum + count, 0),
  }))

/** How long an answer is remembered, in milliseconds. */
const REMEMBERED_MS = 10 * 60_000
/** More answers than a site has teams. */
const MAX_REMEMBERED = 200

interface Remembered {
  until: number
  answer: Promise<unknown>
}

const memories = new WeakMap<object, Map<string, Remembered>>()

function memoryOf(site: object, now: Date): NumberReader['remember'] {
  const memory = memories.get(site) ?? new Map<string, Remembered>()
  memories.set(site, memory)
  return <Found>(key: string, find: () => Promise<Found>) => {
    const known = memory.get(key)
    if (known && known.until > now.getTime()) return known.answer as Promise<Found>
    if (memory.size >= MAX_REMEMBERED) memory.clear()
    const answer = find()
    memory.set(key, { until: now.getTime() + REMEMBERED_MS, answer })
    answer.catch(() => memory.delete(key))
    return answer
  }
}
