/** Functions on whose pages a draft or an invoice can be read. */
export const EXPENSE_READERS = ['draftsdashboard', 'transactiondashboard'] as const

/** Functions whose forms and grids name entities, validators and codes of expenses. */
export const EXPENSE_USERS = [...EXPENSE_READERS, 'budgets', 'bankaccounts', 'administration'] as const
