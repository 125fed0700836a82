import type { Transaction } from 'db/database'
import { reason } from 'db/schema/lookups'
import { navControl, ruleResult } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import { isAllowed, isTeamLeader, stepTaker } from '~/areas/access/actor'
import type { UserContext, UserWriteContext } from '~/areas/access/user-context'
import { accrualRows } from '~/areas/accruals/accruals.server'
import { DomainError } from '~/platform/values/domain-error'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { instanceById, lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import type { Instance } from '~/platform/workflow/types'
import { refreshAutoChecks, voidApprovals } from '../checks.server'
import { closedControlReason, closedNavReason, countsOf, readOnlyReason } from '../nav'
import { navFacts } from '../nav-facts.server'
import { ruleResultById, ruleResultsOf } from './rule-results.server'
import { refuseWhenReadOnly } from './run-control.server'

/** Rules on the movement of accruals, which invoices help to explain. */
const ACCRUAL_RULES = new Set(['B08', 'B10'])

/**
 * A rule result with its evidence, the accruals that it is about, and why the actor may not edit it; null when they
 * may.
 */
export async function ruleResultForEdit(context: UserContext, ruleResultId: number) {
  const { read } = context
  const rule = await ruleResultById(read, ruleResultId)
  const control = { id: rule.controlId, fundNavId: rule.fundNavId, round: rule.round }
  const { ruleId, fundNavId: navId } = rule
  return {
    rule,
    accruals: ACCRUAL_RULES.has(ruleId) ? await accrualRows(read, { navId }) : [],
    readOnly: await resultsReadOnly(context, control),
  }
}

/** Why the actor may not edit the results of a control, in a sentence; null when they may. */
export async function resultsReadOnly(
  { read, actor }: UserContext,
  control: { id: number; fundNavId: number; round: number },
): Promise<string | null> {
  const [nav, instance] = await Promise.all([
    navFacts(read, control.fundNavId),
    instanceById(read, control.fundNavId),
  ])
  return (
    closedControlReason(control, nav, instance) ??
    readOnlyReason(instance, stepTaker(actor), isAllowed(actor, 'navctrl', 'update'))
  )
}

const TITLE = 'Error'

/** Locks the NAV of a control whose results the actor is about to change; refused where they are read-only. */
export async function lockForResults(
  { tx, actor }: UserWriteContext,
  control: { id: number; fundNavId: number; round: number },
): Promise<Instance> {
  const instance = await lockInstance(tx, control.fundNavId)
  refuseWhenReadOnly(actor, instance)
  const closed = closedControlReason(control, await navFacts(tx, control.fundNavId), instance)
  if (closed) throw new DomainError('refused', closed, { title: TITLE })
  return instance
}

export interface RuleOverride {
  ruleResultId: number
  /** The results that a person may choose. */
  result: 'OK' | 'NOK'
  comment: string
}

/**
 * A person changes a rule's result: NOK to OK becomes "OK - justified" and needs a comment; OK to NOK needs none. The
 * result records the earlier value, who changed it and when; after Submit the approvals are voided. Returns the NAV's
 * id.
 */
export async function overrideRule(
  context: UserWriteContext,
  { ruleResultId, result, comment }: RuleOverride,
): Promise<{ fundNavId: number; name: string; result: string }> {
  const { tx, actor, now } = context
  const [found] = await tx
    .select({ fundNavId: navControl.fundNavId, controlId: navControl.id, round: navControl.round })
    .from(ruleResult)
    .innerJoin(navControl, eq(navControl.id, ruleResult.controlId))
    .where(eq(ruleResult.id, ruleResultId))
  if (!found)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: TITLE })
  let instance = await lockForResults(context, { ...found, id: found.controlId })
  const [rule] = await tx.select().from(ruleResult).where(eq(ruleResult.id, ruleResultId))
  if (!rule)
    throw new DomainError('not-found', 'Failed updating the fund. Please try again', { title: TITLE })

  const wasOk = rule.result.startsWith('OK')
  const is = result === 'OK' ? (wasOk ? rule.result : 'OK - justified') : 'NOK'
  const text = comment.trim()
  if (is === 'OK - justified' && text === '')
    throw new DomainError('invalid', `Enter why ${rule.name} is OK: the comment is mandatory.`, {
      title: TITLE,
      fields: { comment: 'The comment is mandatory when not OK becomes OK' },
    })
  const explained = is === 'NOK' && rule.severity === 'W' && text !== ''
  if (is === rule.result && text === rule.comment && explained === rule.explained)
    return { fundNavId: found.fundNavId, name: rule.name, result: is }

  if (is !== rule.result)
    instance = await voidApprovals(context, instance, `${rule.name} changed to ${is} by ${actor.fullName}`)
  await tx
    .update(ruleResult)
    .set({
      result: is,
      comment: text,
      when: now,
      who: actor.id,
      was: is === rule.result ? rule.was : rule.result,
      explained,
    })
    .where(eq(ruleResult.id, ruleResultId))
  const results = await ruleResultsOf(tx, found.controlId)
  await tx.update(navControl).set(countsOf(results)).where(eq(navControl.id, found.controlId))
  await recordAct(tx, instance, {
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
  await refreshAutoChecks(context, instance, results)
  return { fundNavId: found.fundNavId, name: rule.name, result: is }
}

/** The same from a form, which takes effect once however often it is sent. */
export const overrideRuleWithKey = (context: UserWriteContext, change: RuleOverride) =>
  withIdempotencyKey(context, `rule ${change.ruleResultId}`, () => overrideRule(context, change))

const REASON_TITLE = 'Error updating reason.'

export interface ReasonChange {
  controlId: number
  reasonCode: string
  /** Given with Reopen: the control of the round that was sent takes it, as its last change. */
  reopening?: boolean
}

/**
 * A team leader changes the reason of the control under way; the event keeps the earlier one. Controls of a round that
 * was sent, and replaced ones, keep theirs. Returns the NAV's id.
 */
export async function changeReason(
  { tx, actor, now }: UserWriteContext,
  { controlId, reasonCode, reopening = false }: ReasonChange,
): Promise<number> {
  if (!isTeamLeader(actor))
    throw new DomainError('forbidden', 'Only team leaders can change the reason of a control.', {
      title: REASON_TITLE,
    })
  const [chosen] = await tx.select().from(reason).where(eq(reason.code, reasonCode))
  if (!chosen)
    throw new DomainError('invalid', `There is no reason "${reasonCode}". Choose one from the list.`, {
      title: REASON_TITLE,
      fields: { reasonCode: 'Choose one from the list' },
    })
  const control = await controlOf(tx, controlId)
  const instance = await lockInstance(tx, control.fundNavId)
  const nav = await navFacts(tx, control.fundNavId)
  const closed = closedControlReason(control, nav, instance) ?? closedNavReason(instance)
  if (closed && !reopening) throw new DomainError('refused', closed, { title: REASON_TITLE })
  const { reasonCode: was, definition } = await controlOf(tx, controlId)
  // A form that is sent again, after its response was lost, has nothing left to change.
  if (was === reasonCode && !reopening) return control.fundNavId
  await tx.update(navControl).set({ reasonCode }).where(eq(navControl.id, controlId))
  await recordAct(tx, instance, {
    name: 'change reason',
    to: instance,
    who: actor,
    log: `Reason of the control of ${definition}: ${chosen.display}`,
    data: { controlId, was, is: reasonCode },
    now,
  })
  return control.fundNavId
}

/** The same from a form or a call, which takes effect once however often it is sent. */
export const changeReasonWithKey = (context: UserWriteContext, change: ReasonChange) =>
  withIdempotencyKey(context, `reason ${change.controlId} ${change.reasonCode}`, () =>
    changeReason(context, change),
  )

async function controlOf(tx: Transaction, id: number) {
  const { fundNavId, round, reasonCode, definition } = navControl
  const [control] = await tx
    .select({ fundNavId, round, reasonCode, definition })
    .from(navControl)
    .where(eq(navControl.id, id))
  if (!control)
    throw new DomainError('not-found', `There is no control ${id}. Reload the page.`, {
      title: REASON_TITLE,
    })
  return { id, ...control }
}
