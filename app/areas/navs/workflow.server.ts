import type { Transaction } from 'db/database'
import { fund } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { and, asc, eq, sql } from 'drizzle-orm'
import { stepTaker } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { ObjectKind } from '~/platform/objects/object-kinds.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showNavDate } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import {
  STEP_REFUSED,
  type StepRequest,
  type TakenStep,
  takeStep,
  type WorkflowHandlers,
} from '~/platform/workflow/take-step.server'
import type { Instance } from '~/platform/workflow/types'
import { reopenAutoCheck, tickAutoCheck } from './checks.server'
import { changeReason } from './control/override-rule.server'
import { ruleResultsOf } from './control/rule-results.server'
import { missingForSubmit } from './nav'
import { navFacts, navMarks, summarySql } from './nav-facts.server'
import { navFiguresOf } from './nav-headline.server'

export interface NavStepRequest extends StepRequest {
  documentReceptionDate: string | null
  clientValidationDate: string | null
}

/** The conditions and effects that the NAV's workflow names, and the step whose target depends on the fund. */
export const navSubject: WorkflowHandlers<NavStepRequest> = {
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
  const { blocking, unexplained } = missingForSubmit(await ruleResultsOf(tx, control.id))
  const named = (results: { name: string }[], one: string, many: string) =>
    `${results.length === 1 ? one : many}: ${results.map(({ name }) => name).join(', ')}.`
  const sentences = [
    blocking.length > 0 &&
      `Correct the files and run a new control, or justify each with a comment. ${named(blocking, 'This rule blocks "Submit"', 'These rules block "Submit"')}`,
    unexplained.length > 0 &&
      `Explain each warning with a comment, by "Explain" above the rules. ${named(unexplained, 'This one has none', 'These have none')}`,
  ].filter((sentence) => sentence !== false)
  if (sentences.length > 0) throw new DomainError('refused', sentences.join(' '), { title: STEP_REFUSED })
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

export interface NavStepInput {
  fundNavId: number
  /** `workflowId` of the step. */
  stepId: number
  /** The event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  comment: string
  documentReceptionDate: Day | null
  clientValidationDate: Day | null
  /** With Reopen: the reason, and the control that it applies to. */
  reasonCode: string | null
  currentControlId: number | null
}

const NAMES: Record<string, string> = {
  documentReceptionDate: 'Last Document reception',
  clientValidationDate: 'Client Validation Date',
  validationDate: 'Client Validation Date',
}

/**
 * Documents arrive and clients answer from the NAV date on, and not in the future.
 * @param days by the name of their field
 * @param today the site's day
 * @throws DomainError invalid, with a sentence for each field
 */
export function refuseOddDays(navDate: Day, days: Readonly<Record<string, Day | null>>, today: Day): void {
  const fields = Object.fromEntries(
    Object.entries(days).flatMap(([field, day]) => {
      if (day === null || (navDate <= day && day <= today)) return []
      const stated = `${NAMES[field] ?? field} ${showDay(day)}`
      const fault =
        day > today
          ? `${stated} is in the future. Enter the day on which it was, today at the latest.`
          : `${stated} is before the NAV date ${showDay(navDate)}. Enter that day or a later one.`
      return [[field, fault]]
    }),
  )
  const sentences = Object.values(fields)
  if (sentences.length > 0)
    throw new DomainError('invalid', sentences.join(' '), { title: STEP_REFUSED, fields })
}

/**
 * Takes one step of a NAV; returns the result in a short line.
 */
export async function takeNavStep(context: UserWriteContext, input: NavStepInput): Promise<string> {
  const { tx, actor, today } = context
  const take = async () => {
    const { fundNavId, reasonCode, documentReceptionDate, clientValidationDate } = input
    const nav = await navFacts(tx, fundNavId)
    refuseOddDays(nav.navDate, { documentReceptionDate, clientValidationDate }, today)
    const taken = await takeStep(context, navSubject, stepTaker(actor), {
      objectId: fundNavId,
      stepId: input.stepId,
      seenEventId: input.seenEventId,
      comment: input.comment,
      documentReceptionDate,
      clientValidationDate,
      data: {
        ...(documentReceptionDate ? { documentReceptionDate } : {}),
        ...(clientValidationDate ? { clientValidationDate } : {}),
        ...(reasonCode ? { reasonCode } : {}),
      },
    })
    if (taken.to.status === 'RETURNED')
      await reopenAutoCheck(tx, { objectId: fundNavId, round: taken.round }, 'approve')
    if (taken.step.dateToDisplayId === 3 && reasonCode !== null && nav.currentControlId !== null)
      await changeReason(context, { controlId: nav.currentControlId, reasonCode, reopening: true })
    return `NAV ${nav.fundCode} ${showNavDate(nav.navDate)}: ${taken.to.status} (${taken.to.queue})`
  }
  const action = `nav step ${input.stepId} of ${input.fundNavId}`
  return withIdempotencyKey(context, action, take)
}

/** A NAV for code that knows only its kind. Its steps are taken without the dates and the reason that some require. */
export const navObject: ObjectKind = {
  functions: ['navctrl', 'production'],
  list: '/nav-controls',
  completed: ['SENT', 'CANCELLED'],
  atWork: {
    label: 'NAV',
    join: sql`left join ${fundNav} on ${fundNav.id} = place.object_id left join ${fund} on ${fund.id} = ${fundNav.fundId}
      left join ${navControl} on ${navControl.id} = ${fundNav.currentControlId}`,
    title: sql`concat(${fund.name}, ', ', to_char(${fundNav.navDate}, 'DD/MM/YYYY'))`,
    amount: sql`null::numeric`,
    currency: sql`null::text`,
    facts: summarySql(navControl),
    figures: navFiguresOf,
    revision: sql`null::int`,
  },
  steps: {
    marks: navMarks,
    take: ({ transaction }, { objectId, ...step }, answer) =>
      transaction(async (context) => {
        const noDates = { documentReceptionDate: null, clientValidationDate: null }
        const input = { ...step, ...noDates, fundNavId: objectId, reasonCode: null, currentControlId: null }
        const line = await takeNavStep(context, input)
        return answer(context, line)
      }),
  },
}
