import { ownValue } from '~/platform/values/own-value'
import type { Step } from '~/platform/workflow/types'

/** How long a user whose access was reset may take no four-eyes steps: time to notify them, and for them to object. */
export const HELD_HOURS = 24

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
    ? `“${step.display}” needs another person: your access was reset less than ${HELD_HOURS} hours ago (four-eyes rule).`
    : null
}

/** Queues and authorisations, by which workflow steps and pages are open to a user. */
export interface Rights {
  queues: readonly string[]
  authorisations: readonly Authorisation[]
}

/** A person whom the user substitutes, with the rights that were handed over. */
export interface Absent extends Rights {
  id: number
  fullName: string
  /** The instant at which it ends by itself. */
  until: Date
}

/** A person with whom the user counts as one for the four-eyes rule. */
export interface Partner {
  id: number
  fullName: string
  /** They are away and the user substitutes them; otherwise they substitute the user. */
  isAway: boolean
}

/** The acting user, with everything that decides what they may do. */
export interface Actor extends Rights {
  id: number
  userName: string
  firstName: string
  lastName: string
  fullName: string
  role: string
  homepage: string
  /** Whom the user substitutes now: their queues and authorisations are among those of the user. */
  standsFor: readonly Absent[]
  /** The user's own queues and authorisations while they substitute someone; null while all are their own. */
  own: Rights | null
  oneWith: readonly Partner[]
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

/** One of a user's capacities: their own, or that of a person whom they substitute. */
export interface Capacity extends Rights {
  /** For whom the user acts; null for themselves. */
  actsFor: Pick<Absent, 'id' | 'fullName'> | null
}

/** All capacities of a user, their own first. */
export function capacitiesOf(
  actor: Pick<Actor, 'queues' | 'authorisations' | 'own' | 'standsFor'>,
): Capacity[] {
  const { queues, authorisations } = actor.own ?? actor
  return [
    { actsFor: null, queues, authorisations },
    ...actor.standsFor.map((absent) => ({
      actsFor: { id: absent.id, fullName: absent.fullName },
      queues: absent.queues,
      authorisations: absent.authorisations,
    })),
  ]
}

/** Whether the user, or a person with whom they count as one, is among these. */
export function isAmong(
  { id, oneWith }: Pick<Actor, 'id' | 'oneWith'>,
  people: ReadonlySet<number>,
): boolean {
  return people.has(id) || oneWith.some((partner) => people.has(partner.id))
}

type HeldStep = Parameters<typeof whyNoStep>[1]

/** The actor as the workflow engine needs them. */
export function stepTaker(actor: Actor) {
  return {
    id: actor.id,
    fullName: actor.fullName,
    queues: actor.queues,
    capacities: capacitiesOf(actor).map((capacity) => ({
      ...capacity,
      mayUpdate: (functionId: string) => isAllowed(capacity, functionId, 'update'),
    })),
    oneWith: actor.oneWith,
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
