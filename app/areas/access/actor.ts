import { ownValue } from '~/platform/values/own-value'
import type { Step } from '~/platform/workflow/types'

/** How long a user whose access was reset may take no four-eyes steps: time to notify them, and for them to object. */
const HELD_HOURS = 24

/** What a user may not do for now, whatever their rights allow. */
export interface AccessHold {
  /**
   * Until when the user is barred from four-eyes steps because another user reset their access; null when they are not.
   */
  until: Date | null
  /**
   * Why the user is barred from payments and bank accounts: one administrator reset their access alone, or they are
   * that administrator. Null when they are not barred.
   */
  money: 'reset alone' | 'works alone' | null
}

interface Held {
  heldBack: AccessHold
}

/** When four-eyes steps open again after a reset. */
export function holdEndsAt(resetAt: Date): Date {
  return new Date(resetAt.getTime() + HELD_HOURS * 60 * 60_000)
}

/** Why the user may not take a four-eyes step now, as a sentence; null when they may. */
export function holdReason({ heldBack }: Held): string | null {
  return heldBack.until === null
    ? null
    : `Your access was reset less than ${HELD_HOURS} hours ago. Until that time has passed, another person must do this (four-eyes rule).`
}

/** Why the user is barred from payments and bank accounts, as a sentence; null when they are not. */
export function whyNoMoney({ heldBack }: Held): string | null {
  if (heldBack.money === 'reset alone')
    return 'You cannot work with payments and bank accounts: your access was reset without a second administrator. Ask for a new one-time password that a second administrator approves, or have the server operator set your password.'
  if (heldBack.money === 'works alone')
    return 'You cannot work with payments and bank accounts while you administer this site without a second person.'
  return null
}

/** Why the user may not take a workflow step for now, whatever their queues and marks allow; null when they may. */
function whyNoStep(held: Held, step: Pick<Step, 'display' | 'actingQueue' | 'excludes'>): string | null {
  if (step.actingQueue === 'PAYMENT') {
    const why = whyNoMoney(held)
    if (why !== null) return why
  }
  return step.excludes.length > 0 && held.heldBack.until !== null
    ? `"${step.display}" needs another person: your access was reset less than ${HELD_HOURS} hours ago (four-eyes rule).`
    : null
}

/** The acting user, with everything that decides what they may do. */
export interface Actor {
  id: number
  userName: string
  firstName: string
  lastName: string
  fullName: string
  role: string
  homepage: string
  queues: readonly string[]
  authorisations: readonly Authorisation[]
  /** What the user is barred from for now, whatever their rights allow. */
  heldBack: AccessHold
}

/** One authorised function (specification: User, authorisations). */
interface Authorisation {
  uxFunction: UxFunction
  permissions: { add: boolean; update: boolean; delete: boolean }
}

export interface UxFunction {
  uxFunction: FunctionId
  name: string
  domain: string
  domainType: string
  isDomain: boolean
  routing: string | null
  uxSortOrder: number
}

export const FUNCTION_IDS = [
  'draftsdashboard',
  'transactiondashboard',
  'budgets',
  'bankaccounts',
  'payments',
  'bankinbox',
  'navctrl',
  'production',
  'prices',
  'replay',
  'errors',
  'oversight',
  'processdashboard',
  'evidence',
  'administration',
] as const
export type FunctionId = (typeof FUNCTION_IDS)[number]

export type Permission = 'open' | 'add' | 'update' | 'delete'

/** True when the actor may open the function's page or, with a permission, change its rows. */
export function isAllowed(
  actor: Pick<Actor, 'authorisations'>,
  functionId: string,
  permission: Permission = 'open',
): boolean {
  const held = actor.authorisations.find(({ uxFunction }) => uxFunction.uxFunction === functionId)
  return held !== undefined && (permission === 'open' || held.permissions[permission])
}

/** "Is accounting team leader" of the specification: member of the queue TEAM LEADER. */
export function isTeamLeader(actor: Pick<Actor, 'queues'>): boolean {
  return actor.queues.includes('TEAM LEADER')
}

type HeldStep = Parameters<typeof whyNoStep>[1]

/** The actor as the workflow engine needs them. */
export function stepTaker(actor: Actor) {
  return {
    id: actor.id,
    fullName: actor.fullName,
    queues: actor.queues,
    mayUpdate: (functionId: string) => isAllowed(actor, functionId, 'update'),
    heldBack: (step: HeldStep) => whyNoStep(actor, step),
  }
}

/** Homepage setting → the function whose dashboard it shows (specification, section 1). */
const DASHBOARDS: Record<string, FunctionId> = {
  processdashboard: 'processdashboard',
  navctrldashboard: 'navctrl',
  production: 'production',
  draftsdashboard: 'draftsdashboard',
  transactiondashboard: 'transactiondashboard',
}

/** The possible homepages of a user, as forms offer them. */
export const HOMEPAGES: readonly { value: string; label: string }[] = [
  { value: 'processdashboard', label: 'Processes' },
  { value: 'navctrldashboard', label: 'NAV Controls' },
  { value: 'production', label: 'NAV Production' },
  { value: 'draftsdashboard', label: 'Drafted Expenses' },
  { value: 'transactiondashboard', label: 'Invoice Log' },
]

/**
 * Path of the user's home: the dashboard of their homepage setting; without one, My work for users who have queues. Null
 * for the blank HomePage, also when they may not open the dashboard.
 */
export function homeOf(actor: Pick<Actor, 'homepage' | 'authorisations' | 'queues'>): string | null {
  if (actor.homepage === '') return actor.queues.length > 0 ? '/work' : null
  const functionId = ownValue(DASHBOARDS, actor.homepage)
  return (
    actor.authorisations.find(({ uxFunction }) => uxFunction.uxFunction === functionId)?.uxFunction.routing ??
    null
  )
}

/** Functions on whose pages a draft or an invoice can be read. */
export const EXPENSE_READERS = ['draftsdashboard', 'transactiondashboard'] as const

/** Functions whose forms and grids name entities, validators and codes of expenses. */
export const EXPENSE_USERS = [...EXPENSE_READERS, 'budgets', 'bankaccounts', 'administration'] as const
