import { fundNav, navControl, ruleResult } from 'db/schema/navs'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { tickCheck } from '~/areas/navs/checks.server'
import type { NamedBytes } from '~/areas/navs/control/control-upload'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import type { ControlSet } from '~/areas/navs/nav'
import { takeNavStep } from '~/areas/navs/workflow.server'
import type { Day } from '~/platform/values/day'
import type { Step } from '~/platform/workflow/types'
import type { Transaction } from '../../../database'
import { DEMO_ZONE } from '../calendar'

/** How the keys of sittings begin. */
export const SITTING_KEYS = 'demo/'

/** A user's actions on one NAV at one time; stored together, under one key. */
export interface Sitting {
  key: string
  at: Date
  who: string
  fundCode: string
  navDate: Day
  work: Work
}

export type Work =
  | { kind: 'control'; set: ControlSet; files: () => NamedBytes[]; reasonCode: string; comment: string }
  | { kind: 'matching'; file: () => NamedBytes }
  | { kind: 'acts'; acts: Act[] }

/** The setting of an act. */
export interface Desk {
  tx: Transaction
  actor: Actor
  fundNavId: number
  steps: readonly Step[]
  now: Date
}

export type Act = (desk: Desk) => Promise<void>

/** Signs a check. */
export function tick(rank: number, comment = ''): Act {
  return ({ tx, actor, fundNavId, now }) => tickCheck(tx, actor, { fundNavId, rank, comment }, now)
}

interface StepWords {
  comment?: string
  documentReceptionDate?: Day
  clientValidationDate?: Day
  reasonCode?: string
}

/** Takes the step of this name that leads on from a status. */
export function step(name: string, from: string, words: StepWords = {}): Act {
  return async ({ tx, actor, fundNavId, steps, now }) => {
    const found = steps.find(
      (each) => each.name === name && (each.fromStatus === from || each.fromStatus === null),
    )
    if (!found) throw new Error(`The NAV workflow has no step "${name}" from ${from}`)
    await takeNavStep(
      tx,
      actor,
      {
        fundNavId,
        stepId: found.id,
        seenEventId: null,
        comment: words.comment ?? '',
        documentReceptionDate: words.documentReceptionDate ?? null,
        clientValidationDate: words.clientValidationDate ?? null,
        reasonCode: words.reasonCode ?? null,
        currentControlId: null,
        idempotencyKey: null,
      },
      now,
      DEMO_ZONE,
    )
  }
}

/** Turns a rule of the current control that is NOK into "OK - justified". */
export function justify(ruleId: string, comment: string): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    const [rule] = await tx
      .select({ id: ruleResult.id })
      .from(fundNav)
      .innerJoin(navControl, eq(navControl.id, fundNav.currentControlId))
      .innerJoin(ruleResult, eq(ruleResult.controlId, navControl.id))
      .where(and(eq(fundNav.id, fundNavId), eq(ruleResult.ruleId, ruleId)))
    if (!rule) throw new Error(`The NAV ${fundNavId} has no result of ${ruleId}`)
    await overrideRule(tx, actor, { ruleResultId: rule.id, result: 'OK', comment }, now)
  }
}

/** Comments on a KPI, by the numbers of the base data. */
export function kpi(kpiMethodId: number, kpiCommentId: number, kpiCommentLog = ''): Act {
  const said = { kpiMethodId, kpiCommentId, kpiCommentLog, idempotencyKey: null }
  return ({ tx, actor, fundNavId, now }) => saveKpiComment(tx, actor, { objectId: fundNavId, ...said }, now)
}
