import { businessDaysAfter } from '~/areas/processes/business-days'
import type { Day } from '~/platform/values/day'
import { HOLIDAYS, LAST_DAY } from '../calendar'
import { steady } from '../market/steady'
import type { Twist } from './twists'

/** A task as it was made. */
export interface MadeTask {
  taskId: number
  name: string
  team: string
  dueDate: Day
  needsReview: boolean
}

/** What somebody did with a task. */
export type TaskDeed = { at: Date; who: string } & (
  | { step: string; comment: string }
  | { paper: NonNullable<Twist['paper']> }
  | { kpi: NonNullable<Twist['kpi']> }
)

const PEOPLE: Readonly<Record<string, readonly [string, string]>> = {
  OPERATIONS: ['operations1', 'operations2'],
  'TEAM LEADER': ['teamleader1', 'teamleader2'],
}

const CLOSED = new Set(HOLIDAYS.map(({ date }) => date))
const MINUTE = 60_000

/** What became of a task up to the demo's last day: done on its due date by one of its team, unless there is a twist. */
export function deedsOf(
  { name, team, dueDate, needsReview }: MadeTask,
  seed: string,
  twist?: Partial<Twist>,
): TaskDeed[] {
  const { late = 0, until, comment = '', notApplicable, reopened, paper, kpi } = twist ?? {}
  if (until === 'TO DO') return []
  const shift = steady(`${seed} ${name}`)
  const [one, other] = PEOPLE[team] ?? ['', '']
  const [doer, reader] = shift < 0.5 ? [one, other] : [other, one]
  const moment = (day: Day, hour: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + (hour * 60 + Math.floor(shift * 90)) * MINUTE)
  const after = (day: Day, count: number) => businessDaysAfter(day, count, CLOSED)

  const done = after(after(dueDate, 0), late - (needsReview ? 1 : 0))
  const deeds: TaskDeed[] = [{ at: moment(after(done, -1), 7), who: doer, step: 'start', comment: '' }]
  const add = (deed: TaskDeed) => deeds.push(deed)
  if (notApplicable !== undefined)
    add({ at: moment(done, 9), who: doer, step: 'not applicable', comment: notApplicable })
  else if (until !== 'IN PROGRESS') {
    if (paper) add({ at: moment(done, 11), who: doer, paper })
    add({ at: moment(done, 12), who: doer, step: 'done', comment })
    if (reopened !== undefined) {
      add({ at: moment(done, 13), who: reader, step: 'reopen', comment: reopened })
      add({ at: moment(done, 14), who: doer, step: 'start', comment: '' })
      add({ at: moment(done, 15), who: doer, step: 'done', comment: '' })
    }
    if (needsReview && until !== 'DONE')
      add({ at: moment(after(done, 1), 8), who: reader, step: 'review', comment: '' })
    if (kpi) add({ at: moment(done, 14), who: doer, kpi })
  }
  const end = Date.parse(`${LAST_DAY}T18:00:00Z`)
  return deeds.filter(({ at }) => at.getTime() <= end)
}
