import type { Transaction } from 'db/database'
import { isaeCheck } from 'db/schema/lookups'
import { navCheck } from 'db/schema/nav-checks'
import { ruleResult } from 'db/schema/navs'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'

interface Round {
  objectId: number
  round: number
}

type Status = 'DONE' | 'NOT OK'

/** Ticks the check that a step stands for: "approve" or "send". */
export async function tickAutoCheck(
  tx: Transaction,
  { objectId, round }: Round,
  auto: string,
  taken: { by: { id: number }; at: Date },
): Promise<void> {
  const checks = await tx.select({ rank: isaeCheck.rank }).from(isaeCheck).where(eq(isaeCheck.auto, auto))
  for (const { rank } of checks)
    await putCheck(tx, { objectId, round }, rank, 'DONE', taken.by.id, taken.at, '')
}

/** Opens the check of a step again whose outcome no longer holds: "approve" after a return or voided approvals. */
export async function reopenAutoCheck(
  tx: Transaction,
  { objectId, round }: Round,
  auto: string,
): Promise<void> {
  const ranks = tx.select({ rank: isaeCheck.rank }).from(isaeCheck).where(eq(isaeCheck.auto, auto))
  await tx
    .delete(navCheck)
    .where(and(eq(navCheck.fundNavId, objectId), eq(navCheck.round, round), inArray(navCheck.rank, ranks)))
}

/** Ticks the checks that follow from the rule results of the current control: anew whenever a result changes. */
export async function refreshAutoChecks(
  tx: Transaction,
  round: Round,
  controlId: number,
  now: Date,
): Promise<void> {
  const results = await tx
    .select({ ruleId: ruleResult.ruleId, result: ruleResult.result, name: ruleResult.name })
    .from(ruleResult)
    .where(eq(ruleResult.controlId, controlId))
    .orderBy(asc(ruleResult.sortingOrder))
  const checks = await tx
    .select({ rank: isaeCheck.rank, auto: isaeCheck.auto })
    .from(isaeCheck)
    .where(isNotNull(isaeCheck.auto))
  for (const { rank, auto } of checks) {
    if (auto === 'files')
      await putCheck(tx, round, rank, 'DONE', null, now, 'Recognised, of this fund and date')
    if (auto === null || ['files', 'approve', 'send'].includes(auto)) continue
    const rules = auto.split(' ')
    const judged = auto === 'controls' ? results : results.filter(({ ruleId }) => rules.includes(ruleId))
    if (judged.length === 0) continue
    const failing = judged.filter(({ result }) => !result.startsWith('OK'))
    const log =
      failing.length > 0
        ? `NOK: ${failing.map(({ name }) => name).join(', ')}`
        : judged
            .map(({ ruleId, result }) => (judged.length > 3 ? '' : `${ruleId} ${result}`))
            .filter(Boolean)
            .join(', ')
    await putCheck(tx, round, rank, failing.length > 0 ? 'NOT OK' : 'DONE', null, now, log)
  }
}

async function putCheck(
  tx: Transaction,
  { objectId, round }: Round,
  rank: number,
  status: Status,
  userId: number | null,
  at: Date,
  log: string,
): Promise<void> {
  await tx
    .insert(navCheck)
    .values({ fundNavId: objectId, round, rank, status, userId, at, log, auto: true })
    .onConflictDoUpdate({
      target: [navCheck.fundNavId, navCheck.round, navCheck.rank],
      set: {
        status: sql`excluded.status`,
        userId: sql`excluded.user_id`,
        at: sql`excluded.at`,
        log: sql`excluded.log`,
      },
    })
}
