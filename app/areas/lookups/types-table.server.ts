import { budget } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { expenseType, routineType } from 'db/schema/lookups'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { renameInInvoices } from './rename-in-invoices.server'
import { SHEETS } from './sheets'

/** What is paid for. */
export const expenseTypes = lookupTable({
  name: 'expense-types',
  title: 'Expense types',
  one: 'expense type',
  about: 'What invoices and budgets are for',
  table: expenseType,
  key: ['id'],
  fields: SHEETS['Expense types'],
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  unique: ['name'],
  uses: [
    { what: ['draft', 'drafts'], table: draft, column: draft.expenseTypeId, field: 'id' },
    { what: ['invoice', 'invoices'], table: invoice, column: invoice.expenseTypeId, field: 'id' },
    { what: ['budget', 'budgets'], table: budget, column: budget.expenseTypeId, field: 'id' },
  ],
  changed: renameInInvoices(invoice.expenseTypeId),
  instead: 'Leave it in the list.',
})

/** How often it is paid for. */
export const routineTypes = lookupTable({
  name: 'routine-types',
  title: 'Routine types',
  one: 'routine type',
  about: 'How invoices come: once, every month, every year',
  table: routineType,
  key: ['id'],
  fields: SHEETS['Routine types'],
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  unique: ['name'],
  uses: [
    { what: ['draft', 'drafts'], table: draft, column: draft.routineTypeId, field: 'id' },
    { what: ['invoice', 'invoices'], table: invoice, column: invoice.routineTypeId, field: 'id' },
    { what: ['budget', 'budgets'], table: budget, column: budget.routineTypeId, field: 'id' },
  ],
  changed: renameInInvoices(invoice.routineTypeId),
  instead: 'Leave it in the list.',
})
