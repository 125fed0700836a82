import { type Actor, type FunctionId, isAllowed, type Permission } from '~/areas/access/actor'

/** Kind of object → the function that its changes belong to, and after it those that show it too. */
const FUNCTIONS: Record<string, readonly FunctionId[]> = {
  nav: ['navctrl', 'production'],
  draft: ['draftsdashboard'],
  invoice: ['transactiondashboard'],
  budget: ['budgets'],
  task: ['processdashboard'],
  'reviewed task': ['processdashboard'],
  process: ['processdashboard'],
}

/** True when the actor may open a page that shows this kind of object with its documents, or may change it. */
export function mayOnKind(
  actor: Pick<Actor, 'authorisations'>,
  kind: string,
  permission: Permission = 'open',
): boolean {
  const functions = FUNCTIONS[kind] ?? []
  const asked = permission === 'open' ? functions : functions.slice(0, 1)
  return asked.some((functionId) => isAllowed(actor, functionId, permission))
}
