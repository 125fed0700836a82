import type { Read, Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { replayProposal } from 'db/schema/replay'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { UserWriteContext } from '~/areas/access/user-context'
import { RULE_TOLERANCE, type SetTolerance, toleranceLabel } from '~/areas/navs/tolerances'
import { fundCodes, toleranceValues } from '~/areas/navs/tolerances.server'
import { scopeLabel } from '~/platform/approvals/dated/level-value'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showExact } from '~/platform/values/show'
import type { CurveResult } from './curve'
import { isProposable, type ReplayCriteria, type ReplayResult, verdict } from './replay'
import { checkedChange } from './requested-change'
import type { CurveCriteria } from './run-replay.server'
import { runById } from './runs.server'

/** The longest comment that fits a change's history. */
const MAX_COMMENT = 1_000

export interface Proposal {
  runId: number
  validFrom: Day | null
  comment: string
  /** Of a curve, which tries many values: the one that is proposed, and whom it is for. */
  chosen: { value: string; level: string; subject: string }
}

/** What a finished run says of its tolerance, for the second person. */
function findingsText({ kind, result }: { kind: string; result: string | null }): string {
  if (result === null) return ''
  if (kind === 'replay') return verdict(JSON.parse(result) as ReplayResult)
  const { points } = JSON.parse(result) as CurveResult
  const words = points.map(
    ({ factor, alertsAMonth, floor }) =>
      `× ${factor}: ${alertsAMonth} alerts a month, ${floor === null ? 'nothing found' : `floor ${floor} bp`}`,
  )
  return `${words.join('; ')}.`
}

/** What the form of a proposal shows: the run, what it says, and of a curve the values of its tolerance that are set. */
export async function proposalOf(read: Read, runId: number) {
  const { result, ...run } = await runById(read, runId)
  const { tolerance } = run.criteria as Partial<CurveCriteria>
  const now = [...(await toleranceValues.stored(read)).values()].filter(
    (each) => each.tolerance === tolerance,
  )
  return {
    run,
    said: isProposable(run) ? findingsText({ kind: run.kind, result }) : null,
    inForce: now.map((each) => `${showExact(each.value)} for ${scopeLabel(each)}`),
  }
}

/** The tolerance and value that a run proposes. @throws DomainError refused where it tried no single one, or invalid */
async function proposed(tx: Transaction, runId: number, { chosen }: Pick<Proposal, 'chosen'>) {
  const run = await runById(tx, runId)
  if (!isProposable(run))
    throw new DomainError(
      'refused',
      'Propose from a finished replay of one new value, or from a curve: replay the value alone first.',
      { title: 'Nothing proposed' },
    )
  const { tolerance } = run.criteria as CurveCriteria
  const [tried] = run.kind === 'replay' ? (run.criteria as ReplayCriteria).changes : []
  const change = tried ?? checkedChange({ tolerance, ...chosen }, await fundCodes(tx))
  if (!('value' in change)) throw new Error(`Run ${runId} tried no value`)
  return { change, kind: run.kind, said: findingsText(run) }
}

/**
 * Requests the change that a finished run tried, with the run attached: its verdict is shown with the change.
 * @returns the outcome as a sentence
 * @throws DomainError refused for a run that tried no single value
 */
export async function proposeTolerance(
  context: UserWriteContext,
  { runId, validFrom, comment, ...given }: Proposal,
): Promise<string> {
  const { tx } = context
  const {
    change: { tolerance, level, subject, value },
    kind,
    said: found,
  } = await proposed(tx, runId, given)
  const [key, before] = [...(await toleranceValues.stored(tx))].find(
    ([, each]) =>
      each.tolerance === tolerance &&
      each.level === level &&
      each.subject === subject &&
      each.validFrom === validFrom,
  ) ?? [null, null]
  const after: SetTolerance = {
    tolerance,
    level,
    subject,
    value,
    validFrom,
    validTo: before?.validTo ?? null,
  }
  const commentText = `${kind === 'curve' ? 'Curve' : 'Replay'} ${runId}: ${found} ${comment}`
    .trim()
    .slice(0, MAX_COMMENT)
  const becomes = await toleranceValues.request(context, { key, before, after, comment: commentText })
  const target = key ?? toleranceValues.keyOf(after)
  const [requested] = await tx
    .select({ id: pendingChange.id })
    .from(pendingChange)
    .where(and(eq(pendingChange.kind, RULE_TOLERANCE), eq(pendingChange.target, target)))
    .orderBy(desc(pendingChange.id))
    .limit(1)
  if (requested)
    await tx.insert(replayProposal).values({ changeId: requested.id, runId }).onConflictDoNothing()
  return `${toleranceLabel(after)}: ${becomes ?? 'it is in effect'}`
}

/** The run that each of these changes was proposed from, by the id of the change. */
export async function runsOfProposals(read: Read, ids: readonly number[]) {
  const rows = await read
    .select()
    .from(replayProposal)
    .where(inArray(replayProposal.changeId, [...ids]))
  return new Map(
    rows.map(({ changeId, runId }) => [changeId, { label: `replay ${runId}`, href: `/replay/${runId}` }]),
  )
}
