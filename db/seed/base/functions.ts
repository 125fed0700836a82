/** The pages of the product (uxFunction): product decisions, section 1. */
export const FUNCTIONS = [
  { id: 'draftsdashboard', name: 'Drafted Expenses', domain: 'Drafted Expenses', domainType: 'Expenses', routing: '/drafts', uxSortOrder: 10 },
  { id: 'transactiondashboard', name: 'Invoice Log', domain: 'Invoice Log', domainType: 'Expenses', routing: '/invoices', uxSortOrder: 20 },
  { id: 'budgets', name: 'Budgets', domain: 'Budgets', domainType: 'Expenses', routing: '/budgets', uxSortOrder: 30 },
  { id: 'bankaccounts', name: 'Bank Accounts', domain: 'Bank Accounts', domainType: 'Expenses', routing: '/bank-accounts', uxSortOrder: 40 },
  { id: 'navctrl', name: 'NAV Controls', domain: 'NAV Controls', domainType: 'Fund Accounting', routing: '/nav-controls', uxSortOrder: 50 },
  { id: 'production', name: 'NAV Production', domain: 'NAV Production', domainType: 'Fund Accounting', routing: '/production', uxSortOrder: 60 },
  { id: 'processdashboard', name: 'Processes', domain: 'Processes', domainType: 'Operations', routing: '/processes', uxSortOrder: 70 },
  { id: 'administration', name: 'Administration', domain: 'Administration', domainType: 'Settings', routing: '/admin', uxSortOrder: 80 },
]
