import { bankAccount } from 'db/schema/bank-accounts'
import { budget, budgetTerm } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { currency, exchangeRate, fund, shareClass } from 'db/schema/lookups'
import { authorisationRule } from 'db/schema/signatures'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { SHEETS } from './sheets'

/** The currencies that forms offer. */
export const currencies = lookupTable({
  name: 'currencies',
  title: 'Currencies',
  one: 'currency',
  about: 'What drafts, invoices, budgets and bank accounts may be kept in',
  table: currency,
  key: ['code'],
  fields: SHEETS.Currencies,
  more: { code: { hint: 'Three capital letters of ISO 4217.', longest: 3, width: 120 } },
  order: [{ column: 'code', descending: false }],
  labelOf: ({ code }) => textOf(code),
  unique: ['code'],
  uses: [
    { what: ['fund', 'funds'], table: fund, column: fund.currency, field: 'code' },
    { what: ['share class', 'share classes'], table: shareClass, column: shareClass.currency, field: 'code' },
    {
      what: ['exchange rate', 'exchange rates'],
      table: exchangeRate,
      column: exchangeRate.currency,
      field: 'code',
    },
    {
      what: ['authorisation rule', 'authorisation rules'],
      table: authorisationRule,
      column: authorisationRule.currency,
      field: 'code',
    },
    {
      what: ['bank account', 'bank accounts'],
      table: bankAccount,
      column: bankAccount.iso3Currency,
      field: 'code',
    },
    { what: ['draft', 'drafts'], table: draft, column: draft.currency, field: 'code' },
    { what: ['invoice', 'invoices'], table: invoice, column: invoice.currency, field: 'code' },
    { what: ['budget', 'budgets'], table: budget, column: budget.currency, field: 'code' },
    {
      what: ['budget in force', 'budgets in force'],
      table: budgetTerm,
      column: budgetTerm.currency,
      field: 'code',
    },
  ],
  instead: 'Leave it in the list.',
})
