import { bankAccount } from 'db/schema/bank-accounts'
import { budget } from 'db/schema/budgets'
import { draft } from 'db/schema/drafts'
import { invoice } from 'db/schema/invoices'
import { clientValidator, fund, legalEntity } from 'db/schema/lookups'
import { entityProcess } from 'db/schema/processes'
import { authorisationRule } from 'db/schema/signatures'
import { voidOtherApprovals } from '~/areas/invoices/payment-approvals.server'
import { entityChanged } from '~/areas/processes/definitions/entity-changed.server'
import { optionalIdColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { calendarOptions, entityOptionsOf } from '~/platform/tables/options.server'
import { textOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'
import { renameInInvoices } from './rename-in-invoices.server'
import { SHEETS } from './sheets'

const { managementCompany: _named, calendar, ...fields } = SHEETS['Legal entities']
const rename = renameInInvoices(invoice.supplierId, invoice.settlingEntityId)
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
  fields: {
    ...fields,
    managementCompanyId: optionalIdColumn('Management company', 'no company'),
    calendar,
  },
  more: {
    kind: { width: 160 },
    jurisdiction: { width: 120 },
    deadDate: { hint: 'Last day on which it may be chosen.' },
    managementCompanyId: { width: 220, hint: 'Of a fund: the company that manages it.' },
    calendar: {
      kind: 'choice',
      width: 100,
      hint: 'Whose holidays its processes keep; blank is Monday to Friday.',
    },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  options: async (read) => ({
    managementCompanyId: await entityOptionsOf(read, ['COMPANY']),
    calendar: await calendarOptions(read),
  }),
  unique: ['name'],
  uses: [
    { what: ['fund', 'funds'], table: fund, column: fund.legalEntityId, field: 'id' },
    {
      what: ['entity that it manages', 'entities that it manages'],
      table: legalEntity,
      column: legalEntity.managementCompanyId,
      field: 'id',
    },
    {
      what: ['process that it runs', 'processes that it runs'],
      table: entityProcess,
      column: entityProcess.legalEntityId,
      field: 'id',
    },
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
  async check(_read, { managementCompanyId }, before) {
    const own = before !== null && (managementCompanyId ?? null) === before.id
    wrongFields({ managementCompanyId: own ? 'An entity is not its own management company.' : null })
  },
  async changed(tx, row, by) {
    const { before, after } = row
    // The name is who holds the account that a payment goes to. Its lock comes before that of all names.
    if (before && after && before.name !== after.name)
      await voidOtherApprovals(
        tx,
        Number(after.id),
        `the supplier "${textOf(before.name)}" was renamed "${textOf(after.name)}"`,
        by.now,
      )
    await rename(tx, row)
    return entityChanged(tx, row, by)
  },
  instead: 'Give it a dead date: then it is offered no more.',
})
