import { idempotencyKey } from 'db/schema/workflow'
import { like } from 'drizzle-orm'
import { addDeals } from '~/areas/nav-errors/deal-files.server'
import { enterCorrections } from '~/areas/nav-errors/enter-corrections.server'
import { stateMeasures } from '~/areas/nav-errors/measures.server'
import type { NavErrorCase } from '~/areas/nav-errors/nav-error'
import { openCase } from '~/areas/nav-errors/open-case.server'
import { setPayers } from '~/areas/nav-errors/payers.server'
import { flowsAfter, type PublishedDate, publishedDates } from '~/areas/nav-errors/published.server'
import { caseById } from '~/areas/nav-errors/read-case.server'
import { type NavErrorStepInput, navErrorWorkflow } from '~/areas/nav-errors/workflow.server'
import type { ControlWorkers } from '~/areas/navs/worker/jobs'
import { computeReport } from '~/areas/oversight/read-facts.server'
import { storeReport } from '~/areas/oversight/reports.server'
import { oversightWorkflow } from '~/areas/oversight/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { Big, type Decimal } from '~/platform/values/decimal'
import type { Database, Transaction } from '../../database'
import { DEMO_ZONE } from './calendar'
import { demoContext, demoWork, playOnce } from './demo-work'
import { instantOf, stepNamed } from './expenses/play-expenses'
import { type Cast, castOf } from './expenses/story'
import { demoFund } from './funds'
import { SITTING_KEYS } from './story/sitting'

interface Stage {
  database: Pick<Database, 'read' | 'transaction'>
  /** Reads the file of the transfer agent. */
  workers: Pick<ControlWorkers, 'run'>
}

const START = `${SITTING_KEYS}nav-errors/`

/**
 * Plays the demo's cases of wrong NAVs and its oversight report through the product's own functions: a case that is
 * closed, one whose notification is late, and the report of October, signed by two managers.
 */
export async function playNavErrors({ database, workers }: Stage): Promise<void> {
  const rows = await database.read
    .select({ key: idempotencyKey.key })
    .from(idempotencyKey)
    .where(like(idempotencyKey.key, `${START}%`))
  const done = new Set(rows.map(({ key }) => key))
  const cast = await castOf(database, new Map())
  const once = async (name: string, at: string, play: (tx: Transaction) => Promise<void>) => {
    const by = { userId: cast.actor('manager1').id, now: instantOf(at) }
    if (!done.has(`${START}${name}`)) await playOnce(database, { key: `${START}${name}`, ...by }, play)
  }
  await once('closed', '2026-10-27T09:00', (tx) => playClosedCase(tx, workers, cast))
  await once('late', '2026-10-01T09:00', (tx) => playLateCase(tx, cast))
  await once('report', '2026-11-03T16:00', (tx) => playReport(tx, cast))
}

const WRONG = 'QUE03'

/** The share of the published NAV per share that was right. */
const RIGHT = '0.982'

/** Classes that accrue a performance fee: the hedged one does not. */
const isWrong = (classCode: string) => !classCode.endsWith('UH')

/** A performance fee that was not accrued: classes A and I were too high on three NAV dates. */
async function playClosedCase(tx: Transaction, workers: Stage['workers'], cast: Cast): Promise<void> {
  const { accountant } = demoFund(WRONG)
  const by = (who: string, at: string) => demoContext(tx, cast.actor(who), instantOf(at))
  const { id } = await openCase(by(accountant, '2026-09-25T09:10'), {
    fundCode: WRONG,
    kind: 'NAV',
    causes: [{ cause: 'FEES', causedBy: 'administrator' }],
    discoveredOn: '2026-09-25',
    discoveredBy: 'Amélie Schroeder, comparing the fee with the prospectus',
    description:
      'The performance fee of classes A and I was not accrued from 4 September on, so that their NAVs were too high.',
    firstDate: '2026-09-04',
    lastDate: '2026-09-18',
  })
  const found = await caseById(tx, id)
  const dates = await publishedDates({ ...by(accountant, '2026-09-28T10:00'), read: tx }, found)
  const figures = dates.flatMap(({ date, classes }) =>
    classes.map(({ classCode, navPerShare }) => ({
      date,
      classCode,
      navPerShare: isWrong(classCode) ? correctedOf(navPerShare) : navPerShare,
      shares: null,
      fxRate: null,
    })),
  )
  await enterCorrections(by(accountant, '2026-09-28T10:00'), id, {
    figures,
    books: 'real',
    comment: 'Books of the administrator of 28 September, with the performance fee',
  })
  const deals = await dealsOf(tx, found, dates)
  const own = { read: tx, transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => work(tx) }
  await addDeals(
    demoWork(own, cast.actor(accountant), instantOf('2026-09-29T08:30'), `${START}deals`),
    { workers },
    id,
    {
      files: [{ fileName: 'register QUE03 September.csv', bytes: deals }],
      format: '',
      dryRun: false,
      comment: '',
    },
  )
  await setPayers(by(accountant, '2026-09-29T09:00'), id, {
    payers: [
      {
        name: 'MFFA',
        role: 'administrator',
        percent: '100',
        reason: 'The fee schedule of the prospectus was not set up',
      },
    ],
    direct: {},
    comment: '',
  })
  const take = async (who: string, at: string, name: string, input: Partial<NavErrorStepInput> = {}) => {
    const stepId = await stepNamed(tx, id, name)
    await takeStep(by(who, at), navErrorWorkflow, id, stepId, { seenEventId: null, comment: '', ...input })
  }
  await take(accountant, '2026-09-30T09:00', 'quantify', {
    comment: 'Deals of the register of 28 September, agreed with the administrator’s files',
  })
  await take('teamleader1', '2026-10-01T14:00', 'approve')
  await stateMeasures(by('manager1', '2026-10-02T10:00'), id, {
    taken:
      'The fee schedules of all classes were compared with their prospectuses; no other performance fee was missing.',
    planned:
      'From the next launch on, a second person compares a class with its prospectus before its first NAV.',
  })
  await take('manager1', '2026-10-06T11:00', 'notify', { date: '2026-10-06', reference: 'CSSF-2026-10447' })
  await take('manager1', '2026-10-20T15:00', 'compensate', { date: '2026-10-19' })
  await take('manager2', '2026-10-27T09:00', 'close')
}

function correctedOf(published: Decimal): Decimal {
  const decimals = published.split('.')[1]?.length ?? 0
  return new Big(published).times(RIGHT).round(decimals, Big.roundHalfUp).toFixed()
}

/** The first holder's part of what is issued. */
const FIRST_PART = '0.6'
const SHARE_DECIMALS = 3

/** The register of the transfer agent: what the next NAV states as issued and redeemed, by holder. */
async function dealsOf(
  tx: Transaction,
  found: NavErrorCase,
  dates: readonly PublishedDate[],
): Promise<Uint8Array> {
  const lines = [['Fund code', 'NAV date', 'Class code', 'Holder reference', 'Side', 'Shares']]
  const flows = await flowsAfter(tx, found, dates, [])
  for (const { date } of dates) {
    for (const { classCode, subscriptions, redemptions } of flows.get(date)?.flows ?? []) {
      const line = (holder: string, side: string, shares: Big) => {
        if (shares.gt(0)) lines.push([WRONG, date, classCode, holder, side, shares.toFixed()])
      }
      const first = new Big(subscriptions).times(FIRST_PART).round(SHARE_DECIMALS, Big.roundHalfUp)
      line('TA-3107', 'S', first)
      line('TA-3112', 'S', new Big(subscriptions).minus(first))
      line('TA-2044', 'R', new Big(redemptions))
    }
  }
  return new TextEncoder().encode(lines.map((line) => line.join(';')).join('\n'))
}

/** A price that the depositary doubts: what was right is not known yet, and the notification is late. */
async function playLateCase(tx: Transaction, cast: Cast): Promise<void> {
  await openCase(demoContext(tx, cast.actor(demoFund('PEN03').accountant), instantOf('2026-10-01T09:00')), {
    fundCode: 'PEN03',
    kind: 'NAV',
    causes: [{ cause: 'PRICE', causedBy: 'manager' }],
    discoveredOn: '2026-10-01',
    discoveredBy: 'Depositary, in its review of September',
    description: 'A private placement was valued by an old offer; the manager is asked for its value.',
    firstDate: '2026-09-15',
    lastDate: null,
  })
}

/** The report of October, which both managers signed. */
async function playReport(tx: Transaction, cast: Cast): Promise<void> {
  const by = (who: string, at: string) => demoContext(tx, cast.actor(who), instantOf(at))
  const making = by('teamleader1', '2026-11-03T15:00')
  const report = await computeReport(
    { ...making, read: tx, keys: [] },
    { from: '2026-10', to: '2026-10', provider: null, fund: null },
  )
  const id = await storeReport({ tx, now: making.now, timeZone: DEMO_ZONE }, making.actor, report)
  for (const [who, at, name] of [
    ['manager1', '2026-11-03T15:40', 'sign'],
    ['manager2', '2026-11-03T16:00', 'countersign'],
  ] as const)
    await takeStep(by(who, at), oversightWorkflow, id, await stepNamed(tx, id, name), {
      seenEventId: null,
      comment: '',
    })
}
