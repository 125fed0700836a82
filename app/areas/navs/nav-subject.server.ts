import type { Transaction } from 'db/database'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, ruleResult, sentFigure } from 'db/schema/navs'
import { and, asc, eq } from 'drizzle-orm'
import { DomainError } from '~/platform/values/domain-error'
import {
  STEP_REFUSED,
  type StepRequest,
  type Subject,
  type TakenStep,
} from '~/platform/workflow/take-step.server'
import type { Instance } from '~/platform/workflow/types'
import { tickAutoCheck } from './auto-checks.server'
import { navFacts } from './nav-facts.server'
import { navMarks } from './nav-marks.server'

export interface NavStepRequest extends StepRequest {
  documentReceptionDate: string | null
  clientValidationDate: string | null
}

/** What the NAV's workflow names: its conditions, effects and the step whose target depends on the fund. */
export const navSubject: Subject<NavStepRequest> = {
  kind: 'nav',
  marks: navMarks,
  async target(tx, instance, step) {
    if (step.name !== 'validate') return null
    const { clientValidation } = await navFacts(tx, instance.objectId)
    return clientValidation ? null : { queue: 'SENDING', status: 'VALIDATED', class: 'success' }
  },
  conditions: { 'controlled without blocking faults': controlledWithoutBlockingFaults },
  effects: {
    'store dates': storeDates,
    'tick second-person review': (tx, instance, taken) => tickAutoCheck(tx, instance, 'approve', taken),
    async 'store sent figures'(tx, instance, taken) {
      await storeSentFigures(tx, instance, taken)
      await tickAutoCheck(tx, instance, 'send', taken)
    },
  },
}

async function controlledWithoutBlockingFaults(tx: Transaction, instance: Instance) {
  const [control] = await tx
    .select({ id: navControl.id, round: navControl.round })
    .from(fundNav)
    .innerJoin(navControl, eq(navControl.id, fundNav.currentControlId))
    .where(eq(fundNav.id, instance.objectId))
  if (!control || control.round !== instance.round)
    throw new DomainError('refused', 'Run a control first: this round has none yet.', { title: STEP_REFUSED })
  const blocking = await tx
    .select({ name: ruleResult.name })
    .from(ruleResult)
    .where(
      and(eq(ruleResult.controlId, control.id), eq(ruleResult.result, 'NOK'), eq(ruleResult.severity, 'B')),
    )
    .orderBy(asc(ruleResult.sortingOrder))
  if (blocking.length > 0) {
    const names = blocking.map(({ name }) => name)
    throw new DomainError(
      'refused',
      `Correct the files and run a new control, or justify each with a comment. ${names.length === 1 ? 'This rule blocks' : 'These rules block'} "Submit": ${names.join(', ')}.`,
      { title: STEP_REFUSED },
    )
  }
}

async function storeDates(tx: Transaction, instance: Instance, _taken: TakenStep, request: NavStepRequest) {
  const { documentReceptionDate, clientValidationDate } = request
  if (documentReceptionDate === null && clientValidationDate === null) return
  await tx
    .update(fundNav)
    .set({
      ...(documentReceptionDate === null ? {} : { documentReceptionDate }),
      ...(clientValidationDate === null ? {} : { clientValidationDate }),
    })
    .where(eq(fundNav.id, instance.objectId))
}

async function storeSentFigures(tx: Transaction, instance: Instance, taken: TakenStep) {
  const figures = await tx
    .select({ classCode: navLine.code, currency: navLine.currency, navPerShare: navLine.value })
    .from(navLine)
    .innerJoin(fundNav, eq(fundNav.currentControlId, navLine.controlId))
    .where(and(eq(fundNav.id, instance.objectId), eq(navLine.type, 'NAV PER SHARE')))
    .orderBy(asc(navLine.row))
  if (figures.length === 0)
    throw new DomainError('refused', 'There are no figures to send: run a control first.')
  await tx
    .insert(sentFigure)
    .values(
      figures.map((figure) => ({
        ...figure,
        fundNavId: instance.objectId,
        round: instance.round,
        sentAt: taken.at,
      })),
    )
    .onConflictDoNothing()
}
