import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { expenseAccountsOf } from '~/areas/reference-data/expense-accounts.server'
import { lookupTables, refusal } from '../../support/platform/tables/verbs'

const ids: Record<string, number> = {}
const made = async (table: string, posted: Record<string, unknown>) =>
  Number((await tables.create(table, posted)).row.id)

const site = await opened(testSite())
const tables = await lookupTables(site)
await tables.create('currencies', { code: 'EUR', name: 'Euro' })
ids.audit = await made('expense-types', { name: 'Audit fee' })
ids.legal = await made('expense-types', { name: 'Legal fee' })
ids.oak = await made('legal-entities', { name: 'Oak SICAV', kind: 'FUND' })
ids.elm = await made('legal-entities', { name: 'Elm SICAV', kind: 'FUND' })
const shared = {
  currency: 'EUR',
  type: 'EQUITY',
  regime: 'UCITS',
  provider: 'FIA',
  clientValidation: false,
}
for (const [code, legalEntityId] of [
  ['OAK01', ids.oak],
  ['OAK02', ids.oak],
  ['ELM01', ids.elm],
  ['ASH01', null],
] as const)
  ids[code] = await made('funds', { ...shared, code, name: code, legalEntityId })

const account = (row: Record<string, unknown>) => ({
  expenseTypeId: ids.audit,
  holds: 'accrued',
  accountPrefix: '464',
  ...row,
})
const accrued = async (code: string) =>
  (await expenseAccountsOf(site.read, 'accrued', ids[code])).map(
    ({ expenseType, prefixes, level }) => `${expenseType} ${prefixes.join(' ')} (${level})`,
  )

test('accounts of a fund take precedence over its entity’s, and those over the general ones', async () => {
  expect(await accrued('OAK01')).toEqual([])
  await tables.create('expense-accounts', account({}))
  await tables.create('expense-accounts', account({ accountPrefix: '4641', legalEntityId: ids.oak }))
  await tables.create('expense-accounts', account({ accountPrefix: '4642', legalEntityId: ids.oak }))
  await tables.create('expense-accounts', account({ accountPrefix: '4649', fundId: ids.OAK02 }))
  await tables.create('expense-accounts', account({ expenseTypeId: ids.legal, accountPrefix: '467' }))
  await tables.create('expense-accounts', account({ holds: 'prepaid', accountPrefix: '306' }))
  expect(await accrued('OAK01')).toEqual(['Audit fee 4641 4642 (entity)', 'Legal fee 467 (all)'])
  expect(await accrued('OAK02')).toEqual(['Audit fee 4649 (fund)', 'Legal fee 467 (all)'])
  expect(await accrued('ELM01')).toEqual(['Audit fee 464 (all)', 'Legal fee 467 (all)'])
  expect(await accrued('ASH01')).toEqual(['Audit fee 464 (all)', 'Legal fee 467 (all)'])
  expect(await expenseAccountsOf(site.read, 'prepaid')).toHaveLength(4)
})

test('a duplicate row, both levels at once and unknown values are refused with messages for their fields', async () => {
  for (const [row, field, sentence] of [
    [{}, 'accountPrefix', /There is already an expense account Audit fee accrued 464/],
    [{ accountPrefix: '46x' }, 'accountPrefix', /must contain digits only/],
    [{ holds: 'due' }, 'holds', /is not one of accrued, prepaid/],
    [{ expenseTypeId: 9_999, accountPrefix: '9' }, 'expenseTypeId', /list/],
    [{ legalEntityId: ids.oak, fundId: ids.OAK01 }, 'fundId', /Choose a fund or a legal entity, not both/],
  ] as const) {
    const { options } = await refusal(tables.create('expense-accounts', account(row)))
    expect(options.fields?.[field]).toMatch(sentence)
  }
})

test('entities that expense accounts refer to cannot be deleted', async () => {
  for (const [table, key] of [
    ['expense-types', ids.legal],
    ['legal-entities', ids.oak],
    ['funds', ids.OAK02],
  ] as const)
    expect((await refusal(tables.delete(table, String(key)))).message).toMatch(/[12] expense accounts?/)
})
