import { kpiComment, legalEntity } from 'db/schema/lookups'
import { entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { idempotencyKey } from 'db/schema/workflow'
import { letterPdf } from 'db/seed/expenses/letter-pdf'
import { and, asc, eq, like, lte } from 'drizzle-orm'
import { addDocuments } from '~/areas/documents/add-documents.server'
import { saveKpiComment } from '~/areas/kpi/save-kpi-comment.server'
import { assignProcess } from '~/areas/processes/assign-process.server'
import { takeTaskStep } from '~/areas/processes/take-task-step.server'
import type { Day } from '~/platform/values/day'
import { once } from '~/platform/workflow/once.server'
import type { Doors, Read, Transaction } from '../../../database'
import { LAST_DAY } from '../calendar'
import { type Cast, castOf } from '../expenses/cast'
import { stepNamed } from '../expenses/step-named'
import { SITTING_KEYS } from '../story/sitting'
import { TWISTS } from './twists'
import { deedsOf, type MadeTask, type TaskDeed } from './usual-deeds'

/** Whom somebody gave a process date to. */
const GIVEN = {
  entity: 'Quercus Alternatives SCA SICAV-RAIF',
  process: 'Board pack',
  nominal: '2026-09-17',
  at: new Date('2026-08-17T09:20:00Z'),
  by: 'teamleader1',
  to: 'operations2',
}
const ON_TIME = 2

interface MadeDate {
  id: number
  entity: string
  process: string
  nominal: Day
}

/**
 * Plays what became of the tasks of the demo's processes through the product's own functions, as of the dates when it
 * happened. What was done with one process date is stored under its key, so that it is passed over the next time.
 */
export async function playProcesses({
  doors,
}: {
  doors: Pick<Doors, 'read' | 'transaction'>
}): Promise<void> {
  const { read } = doors
  const { key } = idempotencyKey
  const rows = await read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}processes/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(doors, new Map())
  for (const date of await datesOf(read)) await playDate(doors, date, cast, done)
}

async function playDate(
  doors: Pick<Doors, 'read' | 'transaction'>,
  date: MadeDate,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<void> {
  const start = `${SITTING_KEYS}processes/${date.entity}/${date.process}/${date.nominal}`
  const about = ({ entity, process: of, nominal }: Omit<MadeDate, 'id'>) =>
    entity === date.entity && of === date.process && nominal === date.nominal
  const atOnce = async (name: string, who: string, now: Date, work: (tx: Transaction) => Promise<void>) => {
    const key = `${start}${name}`
    const { id: userId } = cast.actor(who)
    if (!done.has(key))
      await doors.transaction((tx) => once(tx, { key, userId, action: 'demo', now }, () => work(tx)))
  }
  const usual: [MadeTask, TaskDeed][] = []
  for (const each of await tasksOf(doors.read, date.id)) {
    const twist = TWISTS.find((one) => one.task === each.name && about(one))
    const deeds = deedsOf(each, start, twist)
    if (!twist?.paper) usual.push(...deeds.map((deed): [MadeTask, TaskDeed] => [each, deed]))
    else
      for (const [at, deed] of deeds.entries()) {
        const name = `/${each.name}/${at}`
        if ('paper' in deed) await addPaper(doors, cast, each.taskId, deed, `${start}${name}`)
        else await atOnce(name, deed.who, deed.at, (tx) => playDeed(tx, cast, each.taskId, deed))
      }
  }
  const [first] = usual
  if (first)
    await atOnce('', first[1].who, first[1].at, async (tx) => {
      for (const [{ taskId }, deed] of usual) await playDeed(tx, cast, taskId, deed)
    })
  if (about(GIVEN))
    await atOnce('/given', GIVEN.by, GIVEN.at, async (tx) => {
      const gift = { entityProcessDateId: date.id, userId: cast.actor(GIVEN.to).id, idempotencyKey: null }
      await assignProcess(tx, cast.actor(GIVEN.by), gift, GIVEN.at)
    })
}

async function playDeed(tx: Transaction, cast: Cast, taskId: number, deed: TaskDeed): Promise<void> {
  const actor = cast.actor(deed.who)
  if ('step' in deed) {
    const stepId = await stepNamed(tx, taskId, deed.step)
    // Nobody else is there whose steps could have been missed.
    const alone = { seenEventId: null, idempotencyKey: null }
    await takeTaskStep(tx, actor, { taskId, stepId, comment: deed.comment, ...alone }, deed.at)
  } else if ('kpi' in deed) {
    const { comment, log } = deed.kpi
    const [found] = await tx.select().from(kpiComment).where(eq(kpiComment.value, comment))
    const of = { objectId: taskId, kpiMethodId: ON_TIME, kpiCommentId: found?.id ?? 0, kpiCommentLog: log }
    await saveKpiComment(tx, actor, { ...of, idempotencyKey: null }, deed.at)
  }
}

async function addPaper(
  doors: Pick<Doors, 'read' | 'transaction'>,
  cast: Cast,
  objectId: number,
  { at, who, paper }: Extract<TaskDeed, { paper: unknown }>,
  key: string,
): Promise<void> {
  const { fileName, ...letter } = paper
  const day = at.toISOString().slice(0, 10)
  const bytes = await letterPdf({ ...letter, day, signed: [] })
  const site = { doors, clock: () => at }
  await addDocuments(site, cast.actor(who), { objectId, files: [{ fileName, bytes }] }, key)
}

/** The process dates on which somebody may have done something, in the order of their events. */
function datesOf(read: Read): Promise<MadeDate[]> {
  const { id, nominalDate } = entityProcessDate
  return read
    .select({ id, entity: legalEntity.name, process: process.name, nominal: nominalDate })
    .from(entityProcessDate)
    .innerJoin(entityProcess, eq(entityProcess.id, entityProcessDate.entityProcessId))
    .innerJoin(process, eq(process.id, entityProcess.processId))
    .innerJoin(legalEntity, eq(legalEntity.id, entityProcess.legalEntityId))
    .where(and(lte(entityProcessDate.eventDate, LAST_DAY)))
    .orderBy(asc(nominalDate), asc(id))
}

async function tasksOf(read: Read, dateId: number): Promise<MadeTask[]> {
  const { id: taskId, name, team, dueDate, needsReview } = task
  return read
    .select({ taskId, name, team, dueDate, needsReview })
    .from(task)
    .where(eq(task.entityProcessDateId, dateId))
    .orderBy(asc(task.rank))
}
