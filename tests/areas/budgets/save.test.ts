import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetFields } from '~/areas/budgets/budget'
import type { BudgetEntry } from '~/areas/budgets/budget-figures'
import { budgetById } from '~/areas/budgets/read-budget.server'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const its = budgets(site)

let whole: BudgetFields
let year = 2000
/** Each test has its own year: budgets of one year would overlap. */
beforeEach(() => {
  year += 1
  whole = {
    ...budgetFields(reference),
    from_date: `${year}-01-01`,
    to_date: `${year}-12-31`,
  }
})

test('a new budget starts in entry, and its history has the entered values', async () => {
  const { budgetId, revision } = await its.save('finance1', whole)
  expect(revision).toBe(1)
  expect(await site.stateOf(budgetId)).toBe('IN ENTRY (ACCOUNTING)')
  expect(await budgetById(site.read, budgetId)).toMatchObject({ ...whole, id: budgetId })
  const [entered, created] = await historyOf(site.read, budgetId)
  expect(created).toMatchObject({ type: 'system', name: 'create', whoName: 'SYSTEM' })
  expect(entered).toMatchObject({ type: 'act', name: 'create budget', userId: site.actor('finance1').id })
  expect(entered?.log).toContain('Supplier: Index Data House Ltd')
  expect(entered?.log).toContain('Budget: 10,000.00')
})

test('a change leaves other fields alone, and its history has old and new values', async () => {
  const { budgetId } = await its.save('accountant1', whole)
  const { revision } = await its.save('accountant2', { budget: '12000', treshold: '75.5' }, { budgetId })
  expect(revision).toBe(2)
  expect(await budgetById(site.read, budgetId)).toMatchObject({
    ...whole,
    budget: '12000.00',
    treshold: '75.50',
  })
  const [edited] = await historyOf(site.read, budgetId)
  expect(edited?.log).toBe('Threshold: 80 % → 75.5 %; Budget: 10,000.00 → 12,000.00')
  // Saving the same again changes nothing.
  expect(await its.save('accountant1', { budget: '12000.00' }, { budgetId, revision: 1 })).toEqual({
    budgetId,
    revision: 2,
  })
  expect((await historyOf(site.read, budgetId)).length).toBe(3)
})

test('missing fields of a new budget are listed by field, and nothing is stored', async () => {
  const before = await site.rowCounts()
  const refused = await its.save('accountant1', {}).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    code: 'invalid',
    options: {
      fields: {
        supplier_id: 'Supplier is required.',
        settling_legal_entity_id: 'Settling Legal Entity is required.',
        currency: 'Currency is required.',
        amount_type: 'Amount Type is required.',
        routine_type_id: 'Routine Type is required.',
        from_date: 'From Date is required.',
        to_date: 'To Date is required.',
        treshold: 'Threshold is required.',
        budget: 'Budget is required.',
      },
    },
  })
  expect(await site.rowCounts()).toEqual(before)
})

test.each<[string, Partial<BudgetEntry>, (keyof BudgetEntry)[]]>([
  ['a negative budget', { budget: '-1.00' }, ['budget']],
  ['a budget of nothing', { budget: '0.00' }, ['budget']],
  ['a budget of 16 digits', { budget: '12345678901234.56' }, ['budget']],
  ['a threshold above 100', { treshold: '100.01' }, ['treshold']],
  ['a negative threshold', { treshold: '-0.01' }, ['treshold']],
  ['an unknown currency', { currency: 'XXQ' }, ['currency']],
  ['an amount type that is none', { amount_type: 'vat' as 'gross' }, ['amount_type']],
  ['a last day before the first', { to_date: '1999-12-31' }, ['to_date']],
  ['a first day long ago', { from_date: '1989-12-31' }, ['from_date']],
  ['a supplier that does not exist', { supplier_id: 999_999 }, ['supplier_id']],
  ['a routine that does not exist', { routine_type_id: 999_999 }, ['routine_type_id']],
  ['an expense type that does not exist', { expense_type_id: 999_999 }, ['expense_type_id']],
  ['two faults at once', { budget: '-1.00', treshold: '101.00' }, ['budget', 'treshold']],
])('%s is refused with a message for its field, and stores nothing', async (_, wrong, fields) => {
  const { budgetId } = await its.save('accountant1', whole)
  const before = await site.rowCounts()
  for (const saving of [
    () => its.save('accountant1', { ...whole, from_date: '2090-01-01', to_date: '2090-12-31', ...wrong }),
    () => its.save('accountant1', wrong, { budgetId }),
  ]) {
    const refused = (await saving().catch((error: unknown) => error)) as { code: string; options: object }
    expect(refused).toMatchObject({ code: 'invalid' })
    expect(Object.keys((refused.options as { fields: object }).fields)).toEqual(fields)
  }
  expect(await site.rowCounts()).toEqual(before)
})

test('neither the settling entity nor one that was dead before the first day can be the supplier', async () => {
  await site.ownerSql`insert into legal_entity (name, kind, dead_date) values ('Gone Ltd', 'SUPPLIER', '2000-06-30') on conflict do nothing`
  const [gone] = await site.ownerSql<{ id: number }[]>`select id from legal_entity where name = 'Gone Ltd'`
  await expect(
    its.save('accountant1', { ...whole, settling_legal_entity_id: reference.supplierId }),
  ).rejects.toMatchObject({
    options: { fields: { settling_legal_entity_id: expect.stringContaining('not in the list') } },
  })
  await expect(its.save('accountant1', { ...whole, supplier_id: gone?.id ?? 0 })).rejects.toMatchObject({
    options: { fields: { supplier_id: expect.stringContaining('30/06/2000') } },
  })
  const old = { ...whole, supplier_id: gone?.id ?? 0, from_date: '2000-01-01', to_date: '2000-12-31' }
  expect((await its.save('accountant1', old)).revision).toBe(1)
})

test('only members of ACCOUNTING with the permission enter budgets', async () => {
  for (const user of ['treasurer1', 'manager1', 'clientdesk1', 'auditor1', 'admin'] as const)
    await expect(its.save(user, whole)).rejects.toMatchObject({ code: 'forbidden' })
  const { budgetId } = await its.save('teamleader1', whole)
  for (const user of ['treasurer1', 'manager1', 'admin'] as const)
    await expect(its.save(user, { budget: '1.00' }, { budgetId })).rejects.toMatchObject({
      code: 'forbidden',
    })
})

test('a form sent twice makes one budget; with other values its key is refused', async () => {
  const key = 'f3f7c1d0-0000-4000-8000-000000000001'
  const first = await its.save('accountant1', whole, { key })
  expect(await its.save('accountant1', whole, { key })).toEqual(first)
  await expect(its.save('accountant1', { ...whole, budget: '5.00' }, { key })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a concurrent change shows all versions, and can be overwritten with the new revision', async () => {
  const { budgetId } = await its.save('accountant1', whole)
  await its.save('accountant2', { budget: '20000.00', treshold: '90.00' }, { budgetId, revision: 1 })
  const mine = { ...whole, budget: '30000.00', client_validation: true }
  const refused = its.save('accountant1', mine, { budgetId, revision: 1 })
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(site.actor('accountant2').fullName),
    options: {
      details: {
        revision: 2,
        versions: [
          { field: 'treshold', opened: '80 %', stored: '90 %', yours: '80 %', changed: 'only they' },
          { field: 'budget', opened: '10,000.00', stored: '20,000.00', yours: '30,000.00', changed: 'both' },
          { field: 'client_validation', opened: 'no', stored: 'no', yours: 'yes', changed: 'only you' },
        ],
      },
    },
  })
  expect(await its.save('accountant1', mine, { budgetId, revision: 2 })).toMatchObject({ revision: 3 })
})
