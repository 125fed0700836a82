/** The users of the demo data and what each team does: told where people log in, and to whoever starts the site. */
export const DEMO_USERS: readonly (readonly [names: string, what: string])[] = [
  ['accountant1, accountant2', 'upload and control, submit; drafts and budgets'],
  ['teamleader1, teamleader2', 'approve, return, reopen; decide bank accounts'],
  ['manager1, manager2', 'validate, mark as sent'],
  ['clientdesk1, clientdesk2', 'record what the client says'],
  ['finance1, finance2', 'upload invoices, book them, enter budgets'],
  ['treasurer1, treasurer2, treasurer3', 'approve and release payments'],
  ['operations1, operations2', 'processes and their tasks'],
  ['auditor1', 'reads everything'],
  ['admin, admin2', 'administer'],
]
