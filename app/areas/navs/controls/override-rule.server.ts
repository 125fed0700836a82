import type { Transaction } from 'db/database'
import { navControl, ruleResult } from 'db/schema/navs'
import { and, eq, like, sql } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { DomainError } from '~/platform/values/domain-error'
import { lockInstance, moveInstance } from '~/platform/workflow/instance.server'
import { refreshAutoChecks } from '../auto-checks.server'
import { navFacts } from '../nav-facts.server'
import { closedControlReason } from '../nav-state'
import { voidApprovals } from '../void-approvals.server'
import { refuseWhenReadOnly } from './run-control.server'

const TITLE = 'Error'

export interface RuleOverride {
  ruleResultId: number
  /** What a person may choose. */
  result: 'OK' | 'NOK'
  comment: string
}

/**
 * A person changes a rule's result: NOK to OK becomes "OK - justified" and needs a comment; OK to NOK needs none.
 * The result keeps what it was, who and when; after Submit the approvals are voided. Answers the NAV's id.
 */
export async function overrideRule(
  tx: Transaction,
  actor: Actor,
  { ruleResultId, result, comment }: RuleOverride,
  now: Date,
): Promise<{ fundNavId: number; name: string; result: string }> {
  const [found] = await tx
    .select({ fundNavId: navControl.fundNavId, controlId: navControl.id, round: navControl.round })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .where(eq(ruleResult.id, ruleResultId))
  if (!found)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: TITLE })
  let instance = await lockInstance(tx, found.fundNavId)
  refuseWhenReadOnly(actor, instance)
  const control = { id: found.controlId, round: found.round }
  const closed = closedControlReason(control, await navFacts(tx, found.fundNavId), instance)
  if (closed) throw new DomainError('refused', closed, { title: TITLE })
  const [rule] = await tx.select().from(ruleResult).where(eq(ruleResult.id, ruleResultId))
  if (!rule)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: TITLE })

  const wasOk = rule.result.startsWith('OK')
  const is = result === 'OK' ? (wasOk ? rule.result : 'OK - justified') : 'NOK'
  const text = comment.trim()
  if (is === 'OK - justified' && text === '')
    throw new DomainError('invalid', `Say why ${rule.name} is OK: the comment is mandatory.`, {
      title: TITLE,
      fields: { comment: 'The comment is mandatory when not OK becomes OK' },
    })
  if (is === rule.result && text === rule.comment)
    return { fundNavId: found.fundNavId, name: rule.name, result: is }

  if (is !== rule.result)
    instance = await voidApprovals(tx, instance, `${rule.name} changed to ${is} by ${actor.fullName}`, now)
  await tx
    .update(ruleResult)
    .set({
      result: is,
      comment: text,
      when: now,
      who: actor.id,
      was: is === rule.result ? rule.was : rule.result,
    })
    .where(eq(ruleResult.id, ruleResultId))
  const okCount = await tx.$count(
    ruleResult,
    and(eq(ruleResult.controlId, found.controlId), like(ruleResult.result, 'OK%')),
  )
  await tx
    .update(navControl)
    .set({ okCount, nokCount: sql`${navControl.okCount} + ${navControl.nokCount} - ${okCount}` })
    .where(eq(navControl.id, found.controlId))
  await moveInstance(tx, instance, {
    type: 'act',
    name: is === rule.result ? 'comment rule' : 'override rule',
    to: instance,
    who: actor,
    log: `${rule.name}: ${rule.result} to ${is}. ${text}`.trim(),
    data: {
      ruleResultId,
      controlId: found.controlId,
      was: rule.result,
      is,
      wasComment: rule.comment,
      comment: text,
    },
    now,
  })
  await refreshAutoChecks(tx, instance, found.controlId, now)
  return { fundNavId: found.fundNavId, name: rule.name, result: is }
}
