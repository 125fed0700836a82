import { batches } from 'db/bulk'
import { bankAccount } from 'db/schema/bank-accounts'
import { budget } from 'db/schema/budgets'
import { allocationKey, draft } from 'db/schema/drafts'
import { recoverableVat } from 'db/schema/expenses'
import { invoice } from 'db/schema/invoices'
import {
  clientValidator,
  expenseAccount,
  expenseType,
  fund,
  legalEntity,
  routineType,
} from 'db/schema/lookups'
import { entityProcess } from 'db/schema/processes'
import { authorisationRule, signatory } from 'db/schema/signatures'
import { asc, eq, or } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { voidOtherApprovals } from '~/areas/invoices/payment-approvals.server'
import { lockInvoiceNames, refreshInvoiceRows } from '~/areas/invoices/stored-rows.server'
import { entityChanged } from '~/areas/processes/definitions/dates-change.server'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import {
  calendarOptions,
  entityOptions,
  entityOptionsOf,
  idColumn,
  optionalIdColumn,
} from '~/platform/tables/options.server'
import type { RowChanged } from '~/platform/tables/stored-refusals.server'
import { textOf, wrongFields } from '~/platform/tables/table-column'
import type { WriteContext } from '~/platform/values/context.server'
import { SHEETS } from './sheets'

/** After a change: the Invoice Log shows the new name of rows that invoices refer to in these columns. */
function renameInInvoices(...columns: PgColumn[]) {
  return async ({ tx }: WriteContext, { before, after }: RowChanged): Promise<undefined> => {
    if (!before || !after || before.name === after.name) return
    await lockInvoiceNames(tx)
    const named = await tx
      .select({ id: invoice.id })
      .from(invoice)
      .where(or(...columns.map((column) => eq(column, after.id))))
      .orderBy(asc(invoice.id))
    for (const batch of batches(named)) {
      await refreshInvoiceRows(
        tx,
        batch.map(({ id }) => id),
      )
    }
  }
}

const {
  managementCompany: _named,
  calendar,
  street,
  buildingNumber,
  postCode,
  town,
  country,
  lei,
  ...fields
} = SHEETS['Legal entities']
/** Last, where they were added: the order of the columns that people know stays. */
const address = { street, buildingNumber, postCode, town, country, lei }
const ADDRESS = 'Postal address and identification'
const rename = renameInInvoices(invoice.supplierId, invoice.settlingEntityId)
const DRAFTS = ['draft', 'drafts'] as const
const INVOICES = ['invoice', 'invoices'] as const
const BUDGETS = ['budget', 'budgets'] as const
const ACCOUNTS = ['expense account', 'expense accounts'] as const

/** Suppliers, funds and companies: the parties of invoices. */
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
    ...address,
  },
  more: {
    kind: { width: 160 },
    jurisdiction: { width: 120 },
    deadDate: { hint: 'Last day on which it may be chosen.' },
    managementCompanyId: { width: 220, hint: 'Of a fund: the company that manages it.' },
    calendar: {
      kind: 'choice',
      width: 100,
      hint: 'The calendar that its processes and its bank days follow; blank means Monday to Friday.',
    },
    street: { group: ADDRESS, width: 180, longest: 70 },
    buildingNumber: { group: ADDRESS, width: 80, longest: 16 },
    postCode: { group: ADDRESS, width: 90, longest: 16 },
    town: {
      group: ADDRESS,
      width: 130,
      longest: 35,
      hint: 'Banks need town and country of payees outside SEPA.',
    },
    country: { group: ADDRESS, width: 80, longest: 2, hint: 'Two letters of ISO 3166, such as LU.' },
    lei: {
      group: ADDRESS,
      width: 190,
      longest: 20,
      hint: 'Legal entity identifier (ISO 17442): 20 letters and digits.',
    },
  },
  order: [{ column: 'name', descending: false }],
  labelOf: ({ name }) => textOf(name),
  options: { managementCompanyId: entityOptionsOf(['COMPANY']), calendar: calendarOptions },
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
      what: ['recoverable share', 'recoverable shares'],
      table: recoverableVat,
      column: recoverableVat.legalEntityId,
      field: 'id',
    },
    {
      what: ['allocation key', 'allocation keys'],
      table: allocationKey,
      column: allocationKey.legalEntityId,
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
    { what: ACCOUNTS, table: expenseAccount, column: expenseAccount.legalEntityId, field: 'id' },
  ],
  async check(_read, { managementCompanyId }, before) {
    const own = before !== null && (managementCompanyId ?? null) === before.id
    wrongFields({ managementCompanyId: own ? 'An entity is not its own management company.' : null })
  },
  async changed(context, row) {
    const { before, after } = row
    // The name is that of the holder of the account that a payment goes to. Its lock comes before that of all names.
    if (before && after && before.name !== after.name)
      await voidOtherApprovals(
        context,
        Number(after.id),
        `the supplier "${textOf(before.name)}" was renamed "${textOf(after.name)}"`,
      )
    await rename(context, row)
    return entityChanged(context, row)
  },
  instead: 'Give it a dead date: then it is no longer offered.',
})

const { firstName, lastName, isRetired } = SHEETS['Client validators']

const legalEntityId = idColumn('Legal entity', 'no legal entity')

/** People who validate for a client (validatingUserA and B of the specification). */
export const clientValidators = lookupTable({
  name: 'client-validators',
  title: 'Client validators',
  one: 'client validator',
  about: 'Who signs for a client on drafts and invoices',
  table: clientValidator,
  key: ['id'],
  fields: { firstName, lastName, legalEntityId, isRetired },
  order: [
    { column: 'lastName', descending: false },
    { column: 'firstName', descending: false },
  ],
  labelOf: (row) => `${textOf(row.firstName)} ${textOf(row.lastName)}`,
  options: { legalEntityId: entityOptions },
  unique: ['lastName', 'legalEntityId', 'firstName'],
  uses: [
    { what: ['signatory', 'signatories'], table: signatory, column: signatory.validatorId, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.validatingUserA, field: 'id' },
    { what: DRAFTS, table: draft, column: draft.validatingUserB, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.validatingUserA, field: 'id' },
    { what: INVOICES, table: invoice, column: invoice.validatingUserB, field: 'id' },
  ],
  instead: 'Mark them as retired: then they are no longer offered.',
})

/** The kinds of expense that invoices and budgets are for. */
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
    { what: ACCOUNTS, table: expenseAccount, column: expenseAccount.expenseTypeId, field: 'id' },
  ],
  changed: renameInInvoices(invoice.expenseTypeId),
  instead: 'Keep it in the list.',
})

/** How often an expense is paid. */
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
  instead: 'Keep it in the list.',
})
