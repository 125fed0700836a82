import type { Transaction } from 'db/database'
import { pendingChange } from 'db/schema/access'
import { replayProposal } from 'db/schema/replay'
import { and, desc, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { RULE_TOLERANCE, type SetTolerance, toleranceLabel, toleranceTarget } from '~/areas/navs/tolerances'
import { requestTolerance, storedTolerances } from '~/areas/navs/tolerances.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { type ReplayCriteria, type ReplayResult, verdict } from './replay'
import { runById } from './runs.server'

/**
 * Requests the change that a finished replay tried, with the run attached: its verdict stands beside the change.
 * @returns what happened, in words
 * @throws DomainError refused for a run that tried no single value
 */
export async function proposeTolerance(
  tx: Transaction,
  actor: Actor,
  { runId, validFrom, comment }: { runId: number; validFrom: Day | null; comment: string },
  now: Date,
  timeZone: string,
): Promise<string> {
  const run = await runById(tx, runId)
  const { changes } = run.kind === 'replay' ? (run.criteria as ReplayCriteria) : { changes: [] }
  const [change, ...others] = changes
  if (run.status !== 'DONE' || !run.result || !change || others.length > 0 || !('value' in change))
    throw new DomainError(
      'refused',
      'Propose from a finished replay of one new value: replay it alone first.',
      {
        title: 'Nothing proposed',
      },
    )
  const { tolerance, level, subject, value } = change
  const stored = [...(await storedTolerances(tx))].find(
    ([, each]) =>
      each.tolerance === tolerance &&
      each.level === level &&
      each.subject === subject &&
      each.validFrom === validFrom,
  )
  const after: SetTolerance = {
    tolerance,
    level,
    subject,
    value,
    validFrom,
    validTo: stored?.[1].validTo ?? null,
  }
  const before = stored ? { ...stored[1], id: Number(stored[0]) } : null
  const said = `Replay ${runId}: ${verdict(JSON.parse(run.result) as ReplayResult)} ${comment}`.trim()
  const becomes = await requestTolerance(
    tx,
    { before, after },
    { actor, now, comment: said, timeZone, once: `replay ${runId}` },
  )
  const target = toleranceTarget(before?.id ?? null, after)
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
