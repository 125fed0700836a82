import { fund } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { fundNav, navControl, sentFigure } from 'db/schema/navs'
import { and, asc, eq, sql } from 'drizzle-orm'
import { isAllowed } from '~/areas/access/actor'
import type { UserWriteContext } from '~/areas/access/user-context'
import { fundCalendar } from '~/areas/reference-data/calendars.server'
import { left } from '~/platform/lists/list-fields.server'
import { type ObjectKind, objectSteps, place } from '~/platform/objects/object-kinds.server'
import {
  STEP_REFUSED,
  type StepInput,
  type StepRequest,
  type TakenStep,
  type WorkflowHandlers,
} from '~/platform/objects/take-step.server'
import type { Day } from '~/platform/values/day'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showNavDate } from '~/platform/values/show'
import type { EventData, Instance } from '~/platform/workflow/types'
import { reopenAutoCheck, tickAutoCheck } from './checks.server'
import { changeReason } from './control/override-rule.server'
import { ruleResultsOf } from './control/rule-results.server'
import { CONTROL_SETS, missingForSubmit, type NavFacts, SET_IN_PATH } from './nav'
import { navFacts, navMarks, summarySql } from './nav-facts.server'
import { navFiguresOf } from './nav-headline.server'

export interface NavStepInput extends StepInput {
  documentReceptionDate?: Day | null
  clientValidationDate?: Day | null
  /** With Reopen: the reason of the current control from now on. */
  reasonCode?: string | null
}

/** The steps of a NAV. */
export const navWorkflow: WorkflowHandlers<NavStepInput, NavFacts> = {
  kinds: ['nav'],
  before: ({ tx }, fundNavId) => navFacts(tx, fundNavId),
  checkInput: ({ today }, { navDate }, { documentReceptionDate = null, clientValidationDate = null }) =>
    refuseOddDays(navDate, { documentReceptionDate, clientValidationDate }, today),
  marks: ({ read }, instance) => navMarks(read, instance),
  conditions: { 'controlled without blocking faults': controlledWithoutBlockingFaults },
  conditionsOfEveryStep: {
    // The event of a client's answer always has its day.
    async 'answered on a day'(context, _, request): Promise<EventData> {
      const clientValidationDate = answeredOn(context, request)
      return clientValidationDate === null ? {} : { clientValidationDate }
    },
  },
  async target({ tx }, instance, step) {
    if (step.name !== 'validate') return null
    const { clientValidation } = await navFacts(tx, instance.objectId)
    return clientValidation ? null : { queue: 'SENDING', status: 'VALIDATED', class: 'success' }
  },
  recorded: ({ documentReceptionDate, reasonCode }) => ({
    ...(documentReceptionDate ? { documentReceptionDate } : {}),
    ...(reasonCode ? { reasonCode } : {}),
  }),
  effects: {
    'store dates': storeDates,
    'tick second-person review': (context, instance) => tickAutoCheck(context, instance, 'approve'),
    async 'store sent figures'(context, instance) {
      await storeSentFigures(context, instance)
      await tickAutoCheck(context, instance, 'send')
    },
  },
  effectsOfEveryStep: {
    async 'reopen second-person review of a returned NAV'({ tx }, { objectId }, { to, round }) {
      if (to.status === 'RETURNED') await reopenAutoCheck(tx, { objectId, round }, 'approve')
    },
    'store the reason of reopening': storeReason,
  },
  nameOf: (_, { fundCode, navDate }) => `NAV ${fundCode} ${showNavDate(navDate)}`,
}

async function controlledWithoutBlockingFaults({ tx }: UserWriteContext, instance: Instance): Promise<void> {
  const [control] = await tx
    .select({ id: navControl.id, round: navControl.round })
    .from(fundNav)
    .innerJoin(navControl, eq(navControl.id, fundNav.currentControlId))
    .where(eq(fundNav.id, instance.objectId))
  if (!control || control.round !== instance.round)
    throw new DomainError('refused', 'Run a control first: this round has none yet.', { title: STEP_REFUSED })
  const { blocking, unexplained } = missingForSubmit(await ruleResultsOf(tx, control.id))
  const named = (results: { name: string }[], one: string, many: string) =>
    `${results.length === 1 ? `1 ${one}` : `${results.length} ${many}`}: ${results.map(({ name }) => name).join(', ')}.`
  const sentences = [
    blocking.length > 0 &&
      `${named(blocking, 'rule blocks Submit', 'rules block Submit')} Correct the files or justify each rule.`,
    unexplained.length > 0 &&
      named(unexplained, 'warning needs an explanation', 'warnings need an explanation'),
  ].filter((sentence) => sentence !== false)
  if (sentences.length > 0) throw new DomainError('refused', sentences.join(' '), { title: STEP_REFUSED })
}

/** The day of a client's answer, today where none was given; null for other steps. */
function answeredOn(
  { today }: UserWriteContext,
  { step, input: { clientValidationDate = null } }: StepRequest<NavStepInput, NavFacts>,
): Day | null {
  return step.dateToDisplayId === 2 ? (clientValidationDate ?? today) : clientValidationDate
}

async function storeDates(
  context: UserWriteContext,
  instance: Instance,
  request: StepRequest<NavStepInput, NavFacts>,
): Promise<void> {
  const { tx } = context
  const { documentReceptionDate = null } = request.input
  const clientValidationDate = answeredOn(context, request)
  if (documentReceptionDate === null && clientValidationDate === null) return
  await tx
    .update(fundNav)
    .set({
      ...(documentReceptionDate === null ? {} : { documentReceptionDate }),
      ...(clientValidationDate === null ? {} : { clientValidationDate }),
    })
    .where(eq(fundNav.id, instance.objectId))
}

async function storeSentFigures({ tx, now }: UserWriteContext, instance: Instance): Promise<void> {
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
        sentAt: now,
      })),
    )
    .onConflictDoNothing()
}

async function storeReason(
  context: UserWriteContext,
  _instance: Instance,
  { step, input: { reasonCode = null }, facts }: TakenStep<NavStepInput, NavFacts>,
): Promise<void> {
  const { currentControlId: controlId } = facts
  if (step.dateToDisplayId === 3 && reasonCode !== null && controlId !== null)
    await changeReason(context, { controlId, reasonCode, reopening: true })
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

/** A NAV for code that knows only its kind. Its steps are taken without the dates and the reason that some require. */
export const navObject: ObjectKind = {
  functions: ['navctrl', 'production'],
  list: '/nav-controls',
  completed: ['SENT', 'CANCELLED'],
  together: [
    {
      label: CONTROL_SETS.FIA3.heading,
      at: ({ queue }) => queue === 'ACCOUNTANT',
      may: (actor) => isAllowed(actor, 'navctrl', 'add') && actor.queues.includes('ACCOUNTANT'),
      href: () => `/nav-controls/new/${SET_IN_PATH.FIA3}`,
    },
  ],
  atWork: {
    label: 'NAV',
    joins: [
      left(fundNav, eq(fundNav.id, place.objectId)),
      left(fund, eq(fund.id, fundNav.fundId)),
      left(navControl, eq(navControl.id, fundNav.currentControlId)),
    ],
    title: sql`concat(${fund.name}, ', ', to_char(${fundNav.navDate}, 'DD/MM/YYYY'))`,
    amount: sql`null::numeric`,
    currency: sql`null::text`,
    calendar: fundCalendar(fundNav.fundId),
    facts: summarySql(navControl),
    figures: navFiguresOf,
    revision: sql`null::int`,
  },
  steps: objectSteps(navWorkflow),
}
