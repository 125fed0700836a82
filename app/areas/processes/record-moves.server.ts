import type { Transaction } from 'db/database'
import type { Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import { appendEvents } from '~/platform/workflow/append-events.server'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { PROCESS_PLACE } from './process-events'

interface DateMove {
  id: number
  was: { eventDate: Day; dueDate: Day }
  is: { eventDate: Day; dueDate: Day; tasks: readonly { id: number; name: string; was: Day; dueDate: Day }[] }
}

/** Writes to the chain of each locked process date what moved, from where to where, and why. */
export async function recordMoves(
  tx: Transaction,
  moves: readonly DateMove[],
  why: string,
  now: Date,
): Promise<void> {
  await appendEvents(
    tx,
    moves.map(({ id, was, is }) => ({
      objectKind: 'process',
      objectId: id,
      round: 1,
      type: 'act',
      name: 'move process',
      at: now,
      who: null,
      ...PROCESS_PLACE.moved,
      log: `${why}. ${movedLine(was, is)}`,
      data: {
        was: canonicalJson({ ...dates(was), tasks: is.tasks.map(({ id, was }) => ({ id, dueDate: was })) }),
        is: canonicalJson({
          ...dates(is),
          tasks: is.tasks.map(({ id, dueDate }) => ({ id, dueDate })),
        }),
      },
    })),
  )
}

const dates = ({ eventDate, dueDate }: DateMove['was']) => ({ eventDate, dueDate })

/** "Event 26/12/2026 → 28/12/2026; due …; Send the report: due …" */
function movedLine(was: DateMove['was'], is: DateMove['is']): string {
  const moved = (what: string, from: Day, to: Day) =>
    from === to ? [] : [`${what} ${showDay(from)} → ${showDay(to)}`]
  return [
    ...moved('Event', was.eventDate, is.eventDate),
    ...moved('Due', was.dueDate, is.dueDate),
    ...is.tasks.flatMap(({ name, was: before, dueDate }) => moved(`${name}: due`, before, dueDate)),
  ].join('; ')
}
