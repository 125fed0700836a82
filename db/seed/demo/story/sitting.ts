import { fundNav, ruleResult } from 'db/schema/navs'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { tickCheck } from '~/areas/navs/checks.server'
import type { NamedBytes } from '~/areas/navs/control/control-upload'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import type { BreakKind } from '~/areas/navs/matching/breaks'
import { type BreakEdit, editBreak, navBreaks } from '~/areas/navs/matching/breaks.server'
import type { ControlSet } from '~/areas/navs/nav'
import { navFacts } from '~/areas/navs/nav-facts.server'
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

/** What was found about a rule that is NOK, by its id. */
export type Words = Readonly<Record<string, string>>

/** Turns rules of the current control that are NOK into "OK - justified", where they are. */
export function justify(words: Words): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    for (const { id, ruleId } of await notOk(tx, fundNavId)) {
      const comment = words[ruleId]
      if (comment) await overrideRule(tx, actor, { ruleResultId: id, result: 'OK', comment }, now)
    }
  }
}

/** Explains every rule of the current control that is still NOK and that nobody has explained. */
export function explain(words: Words): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    for (const { id, ruleId, who } of await notOk(tx, fundNavId)) {
      if (who !== null) continue
      const comment = words[ruleId]
      if (!comment) throw new Error(`The NAV ${fundNavId} has no explanation of ${ruleId}`)
      await overrideRule(tx, actor, { ruleResultId: id, result: 'NOK', comment }, now)
    }
  }
}

async function notOk(tx: Transaction, fundNavId: number) {
  return tx
    .select({ id: ruleResult.id, ruleId: ruleResult.ruleId, who: ruleResult.who })
    .from(fundNav)
    .innerJoin(ruleResult, eq(ruleResult.controlId, fundNav.currentControlId))
    .where(and(eq(fundNav.id, fundNavId), eq(ruleResult.result, 'NOK')))
    .orderBy(ruleResult.sortingOrder)
}

/** Says of every break of the newest matching that nobody has commented on what was found out, by its kind. */
export function answerBreaks(said: Readonly<Record<BreakKind, Pick<BreakEdit, 'state' | 'comment'>>>): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    const rows = await navBreaks(tx, await navFacts(tx, fundNavId))
    for (const { id: breakId, kind, state, comment } of rows) {
      if (state === 'CLOSED' || comment !== '') continue
      const edit = { fundNavId, breakId, owner: actor.userName, revision: null, ...said[kind] }
      await editBreak(tx, actor, edit, now)
    }
  }
}

/** Comments on a KPI, by the numbers of the base data. */
export function kpi(kpiMethodId: number, kpiCommentId: number, kpiCommentLog = ''): Act {
  const said = { kpiMethodId, kpiCommentId, kpiCommentLog, idempotencyKey: null }
  return ({ tx, actor, fundNavId, now }) => saveKpiComment(tx, actor, { objectId: fundNavId, ...said }, now)
}
