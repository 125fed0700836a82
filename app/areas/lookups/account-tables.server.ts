import type { Read } from 'db/database'
import { accountPrefix, expenseAccount, expenseType, fund, legalEntity } from 'db/schema/lookups'
import { asc, eq, inArray } from 'drizzle-orm'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { entityOptionsOf, fundOptions, idColumn, optionalIdColumn } from '~/platform/tables/options.server'
import { optionLabel, textOf, wrongFields } from '~/platform/tables/table-column'
import { SHEETS } from './sheets'

/** The kinds of accounts of a balance, by the beginning of their numbers. */
export const accountPlan = lookupTable({
  name: 'account-plan',
  title: 'Account plan',
  one: 'account prefix',
  about: 'Class of accounts by the beginning of their number; the longest match applies',
  table: accountPrefix,
  key: ['prefix'],
  fields: SHEETS['Account plan'],
  more: {
    prefix: { hint: 'The digits that account numbers begin with.', longest: 30, width: 160 },
    accountClass: { width: 200 },
    side: {
      hint: 'The side of its balances; blank: debit for assets, credit for liabilities.',
      width: 100,
    },
    dividends: { hint: 'Dividends, and withholding tax on them, are booked on it.', width: 110 },
  },
  order: [{ column: 'prefix', descending: false }],
  labelOf: (row) => textOf(row.prefix),
  unique: ['prefix'],
  uses: [],
  instead: '',
})

/** The expense types, by name. */
async function expenseTypeOptions(read: Read) {
  const { id, name } = expenseType
  const rows = await read.select({ id, name }).from(expenseType).orderBy(asc(name))
  return rows.map((row) => ({ value: String(row.id), label: row.name }))
}

const { holds, accountPrefix: prefix } = SHEETS['Expense accounts']

/** The accounts of NAV balances on which expenses are due or prepaid. */
export const expenseAccounts = lookupTable({
  name: 'expense-accounts',
  title: 'Expense accounts',
  one: 'expense account',
  about: 'Accounts of NAV balances that accrue each expense type, or hold it prepaid: fund, entity, all',
  table: expenseAccount,
  key: ['id'],
  fields: {
    expenseTypeId: idColumn('Expense type', 'no expense type'),
    holds,
    accountPrefix: prefix,
    legalEntityId: optionalIdColumn('Legal entity', 'no legal entity'),
    fundId: optionalIdColumn('Fund', 'no fund'),
  },
  more: {
    expenseTypeId: { width: 220 },
    holds: { hint: 'accrued: what is due for it; prepaid: what was paid in advance.', width: 110 },
    accountPrefix: {
      hint: 'The digits that the account numbers of the balance begin with.',
      longest: 30,
      width: 130,
    },
    legalEntityId: { hint: 'For all its funds; blank with a blank fund: for all.', width: 260 },
    fundId: { hint: 'For this fund only, instead of those of its entity.', width: 260 },
  },
  order: [
    { column: 'expenseTypeId', descending: false },
    { column: 'holds', descending: false },
    { column: 'accountPrefix', descending: false },
  ],
  labelOf: (row, options) =>
    `${optionLabel(options, row, 'expenseTypeId', ' ')}${textOf(row.holds)} ${textOf(row.accountPrefix)}`,
  options: {
    expenseTypeId: expenseTypeOptions,
    legalEntityId: entityOptionsOf(['COMPANY', 'FUND']),
    fundId: fundOptions,
  },
  unique: ['accountPrefix', 'expenseTypeId', 'holds', 'legalEntityId', 'fundId'],
  uses: [],
  instead: '',
  async check(_read, { legalEntityId, fundId }) {
    wrongFields({
      fundId:
        (legalEntityId ?? null) !== null && (fundId ?? null) !== null
          ? 'Choose a fund or a legal entity, not both: clear one of them.'
          : null,
    })
  },
})

/** The expense accounts as a sheet holds them, of these expense types. */
export async function storedExpenseAccounts(read: Read, types: string[]) {
  const { holds, accountPrefix, expenseTypeId, legalEntityId, fundId } = expenseAccount
  return read
    .select({
      expenseType: expenseType.name,
      holds,
      accountPrefix,
      legalEntity: legalEntity.name,
      fundCode: fund.code,
    })
    .from(expenseAccount)
    .innerJoin(expenseType, eq(expenseType.id, expenseTypeId))
    .leftJoin(legalEntity, eq(legalEntity.id, legalEntityId))
    .leftJoin(fund, eq(fund.id, fundId))
    .where(inArray(expenseType.name, types))
}
