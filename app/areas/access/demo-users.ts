export const DEMO_PASSWORD = 'fundesk-demo'

/**
 * The users of the demo data and what each team does. Shown in docs/tour.md, on the login page, and to the person who
 * starts the demo.
 */
export const DEMO_USERS: readonly (readonly [names: string, what: string])[] = [
  ['accountant1, accountant2', 'upload and control, justify, submit'],
  [
    'teamleader1, teamleader2',
    'approve NAVs, drafts, budgets and bank accounts, return, reopen, change reasons',
  ],
  ['manager1, manager2', 'validate, mark as sent'],
  ['clientdesk1, clientdesk2', 'record the client’s answers on NAVs and invoices'],
  [
    'finance1, finance2',
    'upload supplier invoices, complete drafts and send them to check; book; enter budgets, request bank account changes',
  ],
  [
    'treasurer1, treasurer2, treasurer3',
    'approve payments (two people each); make payment runs, send them, upload what banks answer',
  ],
  ['operations1, operations2', 'do the process tasks and review each other’s'],
  ['auditor1', 'reads everything'],
  ['admin, admin2', 'edit and import reference data, define processes, approve each other’s changes'],
]
