import { kpiComment, legalEntity } from 'db/schema/lookups'
import { entityProcess, entityProcessDate, process, task } from 'db/schema/processes'
import { idempotencyKey } from 'db/schema/workflow'
import { and, asc, eq, like, lte } from 'drizzle-orm'
import { DEMO_ENDS } from '~/areas/access/demo-time'
import { addDocuments } from '~/areas/documents/add-documents.server'
import { saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { assignProcess } from '~/areas/processes/assign-process.server'
import { businessDaysAfter } from '~/areas/processes/business-days'
import { taskWorkflow } from '~/areas/processes/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import type { Database, Read, Transaction } from '../../../database'
import { letterPdf } from '../../expenses/invoice-pdf'
import { HOLIDAYS, LAST_DAY } from '../calendar'
import { demoContext, demoWork, playOnce } from '../demo-work'
import { stepNamed } from '../expenses/play-expenses'
import { type Cast, castOf } from '../expenses/story'
import { steady } from '../market/series'
import { SITTING_KEYS } from '../story/sitting'

/** A deviation from the usual course of one task. */
interface Twist {
  entity: string
  process: string
  nominal: Day
  task: string
  /** Done this many business days after its due date. */
  late?: number
  /** Its last status. */
  until?: 'TO DO' | 'IN PROGRESS' | 'DONE'
  /** The comment of its final step. */
  comment?: string
  /** Why it was not needed at all. */
  notApplicable?: string
  /** Why a user who read it afterwards reopened it. */
  reopened?: string
  /** A file added before it is done. */
  paper?: { fileName: string; from: string; subject: string; text: string }
  /** The comment on its KPI "Documents on time", after it is done. */
  kpi?: { comment: string; log: string }
}

const STATISTICS = 'CSSF monthly statistics'
const ANNEX = 'AIFMD Annex IV report'
const REPORT = 'Investor report'
const COR = 'Cormoran Investissements SICAV-FIS'
const QUE = 'Quercus Alternatives SCA SICAV-RAIF'
const ARV = 'Arvensis SICAV'
const NOR = 'Nordlys Invest SICAV'

const acknowledged = (fund: string, report: string, number: string) => ({
  fileName: `acknowledgement ${number}.pdf`,
  from: 'Commission de Surveillance du Secteur Financier (made up)',
  subject: `Acknowledgement ${number}`,
  text: `We have received ${report} of ${fund}. The file is complete and was accepted.`,
})

const TWISTS: readonly Twist[] = [
  {
    entity: ARV,
    process: STATISTICS,
    nominal: '2026-08-31',
    task: 'File with the CSSF',
    paper: acknowledged(ARV, 'the monthly statistics of August 2026', '2026-08-4411'),
  },
  {
    entity: NOR,
    process: STATISTICS,
    nominal: '2026-09-30',
    task: 'File with the CSSF',
    late: 2,
    comment: 'The portal was down for two days; filed as soon as it answered.',
    paper: acknowledged(NOR, 'the monthly statistics of September 2026', '2026-09-4587'),
    kpi: { comment: 'System or provider outage', log: 'Portal of the authority down on 13 and 14 October.' },
  },
  {
    entity: ARV,
    process: STATISTICS,
    nominal: '2026-09-30',
    task: 'Fill in the report',
    reopened: 'The flows of ARV09 are those of August.',
  },
  {
    entity: COR,
    process: 'Depositary oversight',
    nominal: '2026-08-31',
    task: 'Clear differences',
    notApplicable: 'The depositary agreed with all positions.',
  },
  // Late until a user takes it up: the demo's last day is after its due date.
  { entity: COR, process: ANNEX, nominal: '2026-09-30', task: 'Check the XML', until: 'DONE' },
  { entity: COR, process: ANNEX, nominal: '2026-09-30', task: 'File with the CSSF', until: 'TO DO' },
  {
    entity: QUE,
    process: ANNEX,
    nominal: '2026-09-30',
    task: 'File with the CSSF',
    paper: acknowledged(QUE, 'the AIFMD report of the third quarter 2026', 'AIF-2026-Q3-0092'),
  },
  {
    entity: QUE,
    process: REPORT,
    nominal: '2026-09-30',
    task: 'Lay out and translate',
    until: 'IN PROGRESS',
  },
  { entity: QUE, process: REPORT, nominal: '2026-09-30', task: 'Approve the report', until: 'TO DO' },
  { entity: QUE, process: REPORT, nominal: '2026-09-30', task: 'Publish and send', until: 'TO DO' },
  {
    entity: ARV,
    process: 'Board pack',
    nominal: '2026-09-17',
    task: 'Send the pack',
    paper: {
      fileName: 'board pack 17.09.2026.pdf',
      from: 'Arvensis SICAV',
      subject: 'Pack for the board meeting of 17 September 2026',
      text: 'Agenda, minutes of the last meeting, reports of the depositary and of the transfer agent, NAV errors: none.',
    },
  },
  { entity: QUE, process: 'Board pack', nominal: '2026-09-17', task: 'Minutes signed', until: 'DONE' },
]

/** A created task. */
interface MadeTask {
  taskId: number
  name: string
  team: string
  dueDate: Day
  needsReview: boolean
}

/** A user's action on a task. */
type TaskDeed = { at: Date; who: string } & (
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

/** The course of a task up to the demo's last day: done on its due date by a team member, unless there is a twist. */
function deedsOf(
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
  return deeds.filter(({ at }) => at <= DEMO_ENDS)
}

/** The users to whom process dates were assigned. */
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
 * Plays the stories of the demo's process tasks through the product's own functions, as of their dates. The deeds of
 * one process date are stored under its key, so that they are skipped next time.
 */
export async function playProcesses({
  database,
}: {
  database: Pick<Database, 'read' | 'transaction'>
}): Promise<void> {
  const { read } = database
  const { key } = idempotencyKey
  const rows = await read
    .select({ key })
    .from(idempotencyKey)
    .where(like(key, `${SITTING_KEYS}processes/%`))
  const done = new Set(rows.map((row) => row.key))
  const cast = await castOf(database, new Map())
  for (const date of await datesOf(read)) await playDate(database, date, cast, done)
}

async function playDate(
  database: Pick<Database, 'read' | 'transaction'>,
  date: MadeDate,
  cast: Cast,
  done: ReadonlySet<string>,
): Promise<void> {
  const start = `${SITTING_KEYS}processes/${date.entity}/${date.process}/${date.nominal}`
  const about = ({ entity, process: of, nominal }: Omit<MadeDate, 'id'>) =>
    entity === date.entity && of === date.process && nominal === date.nominal
  const atOnce = async (name: string, who: string, now: Date, work: (tx: Transaction) => Promise<void>) => {
    const key = `${start}${name}`
    if (!done.has(key)) await playOnce(database, { key, userId: cast.actor(who).id, now }, work)
  }
  const usual: [MadeTask, TaskDeed][] = []
  for (const each of await tasksOf(database.read, date.id)) {
    const twist = TWISTS.find((one) => one.task === each.name && about(one))
    const deeds = deedsOf(each, start, twist)
    if (!twist?.paper) usual.push(...deeds.map((deed): [MadeTask, TaskDeed] => [each, deed]))
    else
      for (const [at, deed] of deeds.entries()) {
        const name = `/${each.name}/${at}`
        if ('paper' in deed) await addPaper(database, cast, each.taskId, deed, `${start}${name}`)
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
      const gift = { entityProcessDateId: date.id, userId: cast.actor(GIVEN.to).id }
      await assignProcess(demoContext(tx, cast.actor(GIVEN.by), GIVEN.at), gift)
    })
}

async function playDeed(tx: Transaction, cast: Cast, taskId: number, deed: TaskDeed): Promise<void> {
  const actor = cast.actor(deed.who)
  if ('step' in deed) {
    const stepId = await stepNamed(tx, taskId, deed.step)
    // There are no other users whose steps could be missed.
    const alone = { seenEventId: null }
    await takeStep(demoContext(tx, actor, deed.at), taskWorkflow, taskId, stepId, {
      comment: deed.comment,
      ...alone,
    })
  } else if ('kpi' in deed) {
    const { comment, log } = deed.kpi
    const [found] = await tx.select().from(kpiComment).where(eq(kpiComment.value, comment))
    const of = { objectId: taskId, kpiMethodId: ON_TIME, kpiCommentId: found?.id ?? 0, kpiCommentLog: log }
    await saveKpiComment(demoContext(tx, actor, deed.at), {
      ...of,
    })
  }
}

async function addPaper(
  database: Pick<Database, 'read' | 'transaction'>,
  cast: Cast,
  objectId: number,
  { at, who, paper }: Extract<TaskDeed, { paper: unknown }>,
  key: string,
): Promise<void> {
  const { fileName, ...letter } = paper
  const day = at.toISOString().slice(0, 10)
  const bytes = await letterPdf({ ...letter, day, signed: [] })
  const work = demoWork(database, cast.actor(who), at, key)
  await addDocuments(work, { objectId, files: [{ fileName, bytes }] })
}

/** The process dates that may have deeds, in the order of their events. */
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
