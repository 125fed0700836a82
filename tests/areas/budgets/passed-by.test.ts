import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import { budgetView } from '~/areas/budgets/budget-view.server'
import { nearMissBudgets } from '~/areas/budgets/budgets-of-draft.server'
import { overlappingBudgets } from '~/areas/budgets/overlapping-budgets.server'
import { budgetById } from '~/areas/budgets/read-budget.server'
import { draftChecks } from '~/areas/drafts/draft-view.server'
import { expenseOf } from '~/areas/drafts/read-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

let year = 2000
const [routine] = await site.ownerSql<{ id: number }[]>`
  insert into routine_type (name) values ('MONTHLY') returning id`
const [expense] = await site.ownerSql<{ id: number }[]>`
  insert into expense_type (name) values ('Audit fee') returning id`
const monthly = routine?.id ?? 0
const audit = expense?.id ?? 0
beforeEach(() => {
  year += 1
})

const budget = (more: object = {}) => ({
  ...budgetFields(reference),
  from_date: `${year}-01-01`,
  to_date: `${year}-12-31`,
  ...more,
})
const name = (id: number) => `Budget ${id}, Index Data House Ltd, 01/01/${year} to 31/12/${year}`
const fields = (more: Partial<DraftFields> = {}): DraftFields => ({
  ...completeFields(reference),
  routineType: monthly,
  invoiceDate: `${year}-06-30`,
  receivedDate: null,
  dueDate: null,
  ...more,
})

test('a draft that no budget counts shows the budgets it misses by routine or expense type', async () => {
  const id = await held.activeBudget(budget())
  const draftId = await its.newDraft('finance1', fields())
  const as = async (more?: Partial<DraftFields>) =>
    nearMissBudgets(site.read, await expenseOf(site.read, draftId, fields(more)))
  expect(await as()).toEqual([`${name(id)}, is for RECURRENT: this draft is MONTHLY and is not counted.`])
  expect(await as({ expenseType: audit })).toEqual([
    `${name(id)}, is for RECURRENT and Market data: this draft is MONTHLY and Audit fee and is not counted.`,
  ])
  const right = { routineType: reference.routineTypeId }
  expect(await as({ ...right, expenseType: null })).toEqual([
    `${name(id)}, is for Market data: this draft is without an expense type and is not counted.`,
  ])
  expect((await draftChecks(site.read, draftId, fields())).passed).toHaveLength(1)
  // Nothing for a counted draft, another day, entity or supplier, or what is reported elsewhere.
  expect(await as(right)).toEqual([])
  expect(await as({ routineType: null })).toEqual([])
  expect(await as({ invoiceDate: `${year + 1}-01-01` })).toEqual([])
  expect(await as({ settlingLegalEntity: reference.clientId })).toEqual([])
  expect(await as({ invoicedLegalEntity: null })).toEqual([])

  // If a budget counts it, the others are not reported.
  await held.activeBudget(budget({ routine_type_id: monthly, expense_type_id: audit }))
  expect(await as({ expenseType: audit })).toEqual([])
  await its.draftStep('finance1', draftId, 'cancel')
  expect(await as()).toEqual([])
})

test('a budget for all expense types and one for a single type both warn that an invoice counts in both', async () => {
  const narrow = await held.activeBudget(budget())
  const days = { from_date: `${year}-07-01`, to_date: `${year + 1}-06-30` }
  const { budgetId: wide } = await held.save('accountant1', budget({ ...days, expense_type_id: null }))
  const overlapsOf = async (id: number) => overlappingBudgets(site.read, await budgetById(site.read, id))
  expect(await overlapsOf(wide)).toEqual([
    `Budget ${narrow} of Market data overlaps this one from 01/07/${year} to 31/12/${year}: an invoice that fits both counts in both.`,
  ])
  expect(await overlapsOf(narrow)).toEqual([
    `Budget ${wide} of all expense types overlaps this one from 01/07/${year} to 31/12/${year}: an invoice that fits both counts in both.`,
  ])
  // Only a warning: the approver reads it, and the budget is approved.
  await held.step('accountant1', wide, 'submit')
  expect(
    (await budgetView(contextOf({ read: site.read, actor: site.actor('teamleader1') }), wide)).beside,
  ).toHaveLength(1)
  await held.step('teamleader1', wide, 'approve')
  await held.step('teamleader1', narrow, 'cancel')
  expect(await overlapsOf(wide)).toEqual([])
  expect(
    (await budgetView(contextOf({ read: site.read, actor: site.actor('teamleader1') }), narrow)).beside,
  ).toEqual([])
})
