import { bankAccount } from 'db/schema/bank-accounts'
import { budget } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { clientValidator, legalEntity } from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { SHEETS } from '../../import/sheets'
import { lookupTable } from '../lookup-table.server'
import { renameInInvoices } from '../rename-in-invoices.server'
import { textOf } from '../table-column'

const DRAFTS = ['draft', 'drafts'] as const
const INVOICES = ['invoice', 'invoices'] as const
const BUDGETS = ['budget', 'budgets'] as const

/** Suppliers, funds and companies that invoices are between. */
export const legalEntities = lookupTable({
  name: 'legal-entities',
  title: 'Legal entities',
  one: 'legal entity',
  about: 'Suppliers, supplier funds, companies and funds of invoices and budgets',
  table: legalEntity,
  key: ['id'],
  fields: SHEETS['Legal entities'],
  more: {
    kind: { width: 160 },
    jurisdiction: { width: 120 },
    deadDate: { hint: 'Last day on which it may be chosen.' },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  unique: ['name'],
  uses: [
    {
      what: ['client validator', 'client validators'],
      table: clientValidator,
      column: clientValidator.legalEntityId,
      field: 'id',
    },
    {
      what: ['authorisation rule', 'authorisation rules'],
      table: authorisationRule,
      column: authorisationRule.legalEntityId,
      field: 'id',
    },
    {
      what: ['bank account', 'bank accounts'],
      table: bankAccount,
      column: bankAccount.legalEntityId,
      field: 'id',
    },
    { what: DRAFTS, table: draft, column: draft.supplierId, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.settlingEntityId, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.invoicedEntityId, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.supplierId, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.settlingEntityId, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.invoicedEntityId, field: 'id' },
    { what: BUDGETS, table: budget, column: budget.supplierId, field: 'id' },
    { what: BUDGETS, table: budget, column: budget.settlingEntityId, field: 'id' },
  ],
  changed: renameInInvoices(invoice.supplierId, invoice.settlingEntityId),
  instead: 'Give it a dead date: then it is offered no more.',
})
