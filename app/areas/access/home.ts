import type { Actor, FunctionId } from './actor'

/** Homepage setting → the function whose dashboard it shows (specification, section 1). */
const DASHBOARDS: Record<string, FunctionId> = {
  processdashboard: 'processdashboard',
  navctrldashboard: 'navctrl',
  production: 'production',
  draftsdashboard: 'draftsdashboard',
  transactiondashboard: 'transactiondashboard',
}

/** What a user's homepage may be, as forms offer it. */
export const HOMEPAGES: readonly { value: string; label: string }[] = [
  { value: 'processdashboard', label: 'Processes' },
  { value: 'navctrldashboard', label: 'NAV Controls' },
  { value: 'production', label: 'NAV Production' },
  { value: 'draftsdashboard', label: 'Drafted Expenses' },
  { value: 'transactiondashboard', label: 'Invoice Log' },
]

/** Path of the user's home dashboard; null for the blank HomePage, also when they may not open the dashboard. */
export function homeOf(actor: Pick<Actor, 'homepage' | 'authorisations'>): string | null {
  const functionId = DASHBOARDS[actor.homepage]
  return (
    actor.authorisations.find(({ uxFunction }) => uxFunction.uxFunction === functionId)?.uxFunction.routing ??
    null
  )
}
