import type { Read } from 'db/database'
import { navControl } from 'db/schema/navs'
import { eq } from 'drizzle-orm'
import type { UserContext } from '~/areas/access/user-context'
import type { Day } from '~/platform/values/day'
import { showAmount, showDeadline, showNavDate, showNavValue } from '~/platform/values/show'
import type { StepQuestion } from '~/platform/workflow/confirmed-steps'
import type { NavFacts } from './nav'
import { navFacts } from './nav-facts.server'
import { navHeadline } from './nav-headline.server'
import { CLIENT_ANSWERS, type ConfirmedNavStep } from './workflow-rules'

interface NavStepQuestion extends StepQuestion {
  /** The proposed day of the client's answer; null for any other step. */
  answeredOn: Day | null
}

const TEXTS: Readonly<Record<ConfirmedNavStep, string>> = {
  'client accepts': 'The NAV becomes VALIDATED and can be sent.',
  'client refuses': 'The NAV returns to the accountant. State the reason of the client in the message.',
  send: 'Its figures are stored as sent and become read-only. Only a team leader can reopen it.',
}

/** The question before a step of a NAV that others rely on. @throws DomainError not-found */
export async function navStepQuestion(
  { read, today }: UserContext,
  fundNavId: number,
  step: ConfirmedNavStep,
): Promise<NavStepQuestion> {
  const nav = await navFacts(read, fundNavId)
  const figures = await navHeadline(read, nav, await controlOf(read, nav))
  const named = `NAV ${nav.fundCode} ${showNavDate(nav.navDate)}`
  const [first, ...others] = figures?.classes ?? []
  return {
    title: step === 'send' ? `Mark ${named} as sent?` : `${answerOf(step)} ${named}?`,
    text: TEXTS[step],
    facts: [
      ...(figures?.tna
        ? [{ term: 'Total net assets', value: `${showAmount(figures.tna)} ${nav.fundCurrency}` }]
        : []),
      ...(first && others.length === 0
        ? [{ term: 'NAV per share', value: `${showNavValue(first.perShare)} ${first.currency}` }]
        : []),
      { term: 'Fund', value: nav.fundName },
      { term: 'NAV date', value: showNavDate(nav.navDate) },
      { term: 'Send by', value: showDeadline(nav.maxSendingDate, nav.maxSendingTime) || '–' },
    ],
    button: step === 'send' ? 'Mark as sent' : answerOf(step),
    answeredOn: CLIENT_ANSWERS.some((answer) => answer === step) ? today : null,
    off: `You cannot take this step of ${named} now. Its validation workflow shows who acts next.`,
  }
}

async function controlOf(read: Read, { currentControlId }: NavFacts) {
  if (currentControlId === null) return null
  const { id, previousControlId } = navControl
  const [control] = await read
    .select({ id, previousControlId })
    .from(navControl)
    .where(eq(id, currentControlId))
  return control ?? null
}

const answerOf = (step: ConfirmedNavStep) => (step === 'client refuses' ? 'Client refuses' : 'Client accepts')
