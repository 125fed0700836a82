import { type HeldBack, whyNoStep } from './held-back'

/** Who acts, with all that decides what they may do. */
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
  /** What is closed to them for now, whatever their rights say. */
  heldBack: HeldBack
}

/** One authorised function (specification: User, authorisations). */
export interface Authorisation {
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
  'navctrl',
  'production',
  'processdashboard',
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
