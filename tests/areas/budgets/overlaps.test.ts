import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetFields } from '~/areas/budgets/budget'
import { termInForce } from '~/areas/budgets/read-budget.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const its = budgets(site)

let whole: BudgetFields
let year = 2000
beforeEach(() => {
  year += 2
  whole = { ...budgetFields(reference), from_date: `${year}-01-01`, to_date: `${year}-12-31` }
})

const days = (from: string, to: string) => ({ from_date: `${year}-${from}`, to_date: `${year}-${to}` })

test('budgets with a shared day in one scope are refused with a message for both days that names the other', async () => {
  const { budgetId } = await its.save('accountant1', { ...whole, ...days('04-01', '09-30') })
  const before = await site.rowCounts()
  for (const shared of [
    days('09-30', '12-31'),
    days('01-01', '04-01'),
    days('05-01', '05-01'),
    days('01-01', '12-31'),
  ]) {
    const overlapMessage = expect.stringContaining(`Budget ${budgetId} counts the same invoices`)
    await expect(its.save('accountant2', { ...whole, ...shared, currency: 'USD' })).rejects.toMatchObject({
      code: 'invalid',
      options: { fields: { from_date: overlapMessage, to_date: overlapMessage } },
    })
  }
  expect(await site.rowCounts()).toEqual(before)
  await its.save('accountant2', { ...whole, ...days('10-01', '12-31') })
  await its.save('accountant2', { ...whole, ...days('01-01', '03-31') })
})

test('another supplier, entity, routine or expense type is another scope; two blanks are equal', async () => {
  await its.save('accountant1', whole)
  await its.save('accountant1', { ...whole, expense_type_id: null })
  await expect(its.save('accountant1', { ...whole, expense_type_id: null })).rejects.toMatchObject({
    code: 'invalid',
  })
  await its.save('accountant1', { ...whole, supplier_id: reference.supplierFundId })
  await its.save('accountant1', { ...whole, settling_legal_entity_id: reference.clientId })
})

test('of two saved at the same time, one is stored', async () => {
  const saving = Array.from({ length: 6 }, (_, at) =>
    its.save(at % 2 === 0 ? 'accountant1' : 'finance1', { ...whole, budget: `${at + 1}000.00` }),
  )
  const outcomes = await Promise.allSettled(saving)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid' })
  const stored = await site.ownerSql`select id from budget where from_date = ${whole.from_date}`
  expect(stored).toHaveLength(1)
})

test('two budgets extended towards each other at the same time do not overlap', async () => {
  const first = await its.save('accountant1', { ...whole, ...days('01-01', '03-31') })
  const second = await its.save('accountant1', { ...whole, ...days('10-01', '12-31') })
  const outcomes = await Promise.allSettled([
    its.save('accountant1', days('01-01', '08-31'), { budgetId: first.budgetId }),
    its.save('finance1', days('05-01', '12-31'), { budgetId: second.budgetId }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the days an amendment gives up are free once it is approved: never two active budgets for one day', async () => {
  const old = await its.activeBudget(whole)
  await its.step('accountant1', old, 'amend')
  await its.save('accountant1', days('01-01', '06-30'), { budgetId: old })
  const { budgetId } = await its.save('accountant2', { ...whole, ...days('07-01', '12-31') })
  await its.step('accountant2', budgetId, 'submit')
  await expect(its.step('teamleader1', budgetId, 'approve')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`Budget ${old} stays active`),
    options: { title: 'Workflow cannot move to next step.' },
  })
  expect(await termInForce(site.read, budgetId)).toBeNull()
  await its.step('accountant1', old, 'submit')
  await its.step('teamleader1', old, 'approve')
  await its.step('teamleader1', budgetId, 'approve')
  expect((await termInForce(site.read, budgetId))?.fields).toMatchObject(days('07-01', '12-31'))
})

test('neither a budget nor an overlapping one from another source can be submitted', async () => {
  const { budgetId } = await its.save('accountant1', whole)
  await site.ownerSql`update budget set from_date = ${`${year + 1}-01-01`}, to_date = ${`${year + 1}-12-31`} where id = ${budgetId}`
  await its.save('accountant1', whole)
  await site.ownerSql`update budget set from_date = ${whole.from_date}, to_date = ${whole.to_date} where id = ${budgetId}`
  await expect(its.step('accountant1', budgetId, 'submit')).rejects.toMatchObject({ code: 'refused' })
})
