import { fundNav, ruleResult } from 'db/schema/navs'
import { and, eq } from 'drizzle-orm'
import type { Actor } from '~/areas/access/actor'
import { saveKpiComment } from '~/areas/kpi/kpi-comments.server'
import { navChecks, type Tick, tickChecks } from '~/areas/navs/checks.server'
import type { NamedBytes } from '~/areas/navs/control/control-upload'
import { overrideRule } from '~/areas/navs/control/override-rule.server'
import type { Explanation } from '~/areas/navs/explained/explain-difference.server'
import type { BreakKind } from '~/areas/navs/matching/breaks'
import { type BreakEdit, editBreak, navBreaks } from '~/areas/navs/matching/breaks.server'
import type { ControlSet } from '~/areas/navs/nav'
import { navFacts } from '~/areas/navs/nav-facts.server'
import { navWorkflow } from '~/areas/navs/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import type { Step } from '~/platform/workflow/types'
import type { Transaction } from '../../../database'
import { businessDaysAfter, LAST_DAY } from '../calendar'
import { demoContext } from '../demo-work'
import type { DemoFund } from '../funds'
import { steady } from '../market/series'
import type { FundFigures } from '../model/books'
import { controlFiles } from '../workbooks/control-files'
import { delivered, type FaultName } from './faults'

/** Business days after the NAV date, and the hour (UTC). */
type When = [days: number, hour: number]

/** The users in charge of a NAV; the approver is not the preparer. */
interface People {
  accountant: string
  teamLeader: string
  manager: string
  sender: string
  clientDesk: string
}

/** Records the events of one NAV, in order. */
export class Script {
  readonly sittings: Sitting[] = []
  readonly people: People

  constructor(
    readonly fund: DemoFund,
    readonly navDate: Day,
  ) {
    const one = (name: string, role: string) =>
      `${role}${steady(`${name} ${fund.code} ${navDate}`) < 0.5 ? 1 : 2}`
    const manager = one('manager', 'manager')
    this.people = {
      accountant: fund.accountant,
      teamLeader: one('team leader', 'teamleader'),
      manager,
      sender: manager === 'manager1' ? 'manager2' : 'manager1',
      clientDesk: one('client desk', 'clientdesk'),
    }
  }

  /** A reproducible choice for this NAV: true for about one in `count`. */
  oneIn(count: number, what: string): boolean {
    return steady(`${what} ${this.fund.code} ${this.navDate}`) < 1 / count
  }

  control(when: When, reasonCode: string, comment: string, faults: readonly FaultName[] = []): this {
    return this.#add(when, this.people.accountant, {
      kind: 'control',
      // With only two files of three, it sends what arrived.
      set: faults.includes('N12') ? 'FIA2' : this.fund.set,
      files: () => controlFiles(this.#figures(faults)),
      reasonCode,
      comment,
    })
  }

  matching(when: When, file: (figures: FundFigures) => NamedBytes): this {
    return this.#add(when, this.people.accountant, { kind: 'matching', file: () => file(this.#figures([])) })
  }

  acts(when: When, who: keyof People, ...acts: Act[]): this {
    return this.#add(when, this.people[who], { kind: 'acts', acts })
  }

  /** The day of a sitting. */
  day(days: number): Day {
    return businessDaysAfter(this.navDate, days)
  }

  #figures(faults: readonly FaultName[]): FundFigures {
    return delivered(this.fund, this.navDate, faults)
  }

  #add([days, hour]: When, who: string, work: Work): this {
    const { code } = this.fund
    const number = this.sittings.length + 1
    const day = this.day(days)
    if (day > LAST_DAY) throw new Error(`${code} ${this.navDate}: ${day} is after the demo's last day`)
    const minute = Math.floor(steady(`minute ${code} ${this.navDate} ${number}`) * 50)
    const at = new Date(`${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00Z`)
    const last = this.sittings.at(-1)
    if (last && last.at >= at)
      throw new Error(`${code} ${this.navDate}: sitting ${number} is not after the last`)
    this.sittings.push({
      key: `${SITTING_KEYS}${code}/${this.navDate}/${number}`,
      at,
      who,
      fundCode: code,
      navDate: this.navDate,
      work,
    })
    return this
  }
}

/** Prefix of the keys of sittings. */
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
  | { kind: 'sources'; funds: readonly string[]; expected: string; sender: string; files: () => NamedBytes[] }
  | { kind: 'explained'; given: Omit<Explanation, 'navId'> }
  | { kind: 'acts'; acts: Act[] }

/** The setting of an act. */
interface Desk {
  tx: Transaction
  actor: Actor
  fundNavId: number
  steps: readonly Step[]
  now: Date
}

export type Act = (desk: Desk) => Promise<void>

/** Signs checks without a comment. */
export function tick(...ranks: number[]): Act {
  const ticks = ranks.map((rank) => ({ rank, comment: '' }))
  return ({ tx, actor, fundNavId, now }) => tickChecks(demoContext(tx, actor, now), fundNavId, ticks)
}

/** Signs those of the checks that the system has not ticked by second sources. */
export function tickOpen(ticks: readonly Tick[]): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    const { round } = await instanceById(tx, fundNavId)
    const checks = await navChecks(tx, fundNavId, round)
    const open = ticks.filter((each) =>
      checks.some(({ isae_rank, status }) => isae_rank === each.rank && status === 'OPEN'),
    )
    await tickChecks(demoContext(tx, actor, now), fundNavId, open)
  }
}

interface StepWords {
  comment?: string
  documentReceptionDate?: Day
  clientValidationDate?: Day
  reasonCode?: string
}

/** Takes the step with this name from a status. */
export function step(name: string, from: string, words: StepWords = {}): Act {
  return async ({ tx, actor, fundNavId, steps, now }) => {
    const found = steps.find(
      (each) => each.name === name && (each.fromStatus === from || each.fromStatus === null),
    )
    if (!found) throw new Error(`The NAV workflow has no step "${name}" from ${from}`)
    await takeStep(demoContext(tx, actor, now), navWorkflow, fundNavId, found.id, {
      seenEventId: null,
      comment: words.comment ?? '',
      documentReceptionDate: words.documentReceptionDate ?? null,
      clientValidationDate: words.clientValidationDate ?? null,
      reasonCode: words.reasonCode ?? null,
    })
  }
}

/** Findings about NOK rules, by rule id. */
export type Findings = Readonly<Record<string, string>>

/** Changes NOK rules of the current control to "OK - justified", if there are any. */
export function justify(words: Findings): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    for (const { id, ruleId } of await notOk(tx, fundNavId)) {
      const comment = words[ruleId]
      if (comment)
        await overrideRule(demoContext(tx, actor, now), {
          ruleResultId: id,
          result: 'OK',
          comment,
        })
    }
  }
}

/** Explains every rule of the current control that is still NOK and unexplained. */
export function explain(words: Findings): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    for (const { id, ruleId, who } of await notOk(tx, fundNavId)) {
      if (who !== null) continue
      const comment = words[ruleId]
      if (!comment) throw new Error(`The NAV ${fundNavId} has no explanation of ${ruleId}`)
      await overrideRule(demoContext(tx, actor, now), {
        ruleResultId: id,
        result: 'NOK',
        comment,
      })
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

/** Comments on every uncommented break of the newest matching, by its kind. */
export function answerBreaks(said: Readonly<Record<BreakKind, Pick<BreakEdit, 'state' | 'comment'>>>): Act {
  return async ({ tx, actor, fundNavId, now }) => {
    const rows = await navBreaks(tx, await navFacts(tx, fundNavId))
    for (const { id: breakId, kind, state, comment } of rows) {
      if (state === 'CLOSED' || comment !== '') continue
      const edit = { fundNavId, breakId, owner: actor.userName, revision: null, ...said[kind] }
      await editBreak(demoContext(tx, actor, now), edit)
    }
  }
}

/** Comments on a KPI, by the numbers in the base data. */
export function kpi(kpiMethodId: number, kpiCommentId: number, kpiCommentLog = ''): Act {
  const entry = { kpiMethodId, kpiCommentId, kpiCommentLog }
  return ({ tx, actor, fundNavId, now }) =>
    saveKpiComment(demoContext(tx, actor, now), { objectId: fundNavId, ...entry })
}
