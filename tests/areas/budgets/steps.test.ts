import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'
import type { BudgetFields } from '~/areas/budgets/budget'
import { budgetView } from '~/areas/budgets/budget-view.server'
import { termInForce } from '~/areas/budgets/read-budget.server'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await budgetReference(site)
const its = budgets(site)

let whole: BudgetFields
let year = 2000
/** Each test has its own years: budgets of one year would overlap. */
beforeEach(() => {
  year += 2
  whole = { ...budgetFields(reference), from_date: `${year}-01-01`, to_date: `${year}-12-31` }
})

const REFUSED = 'Workflow cannot move to next step.'
const inForce = async (budgetId: number) => (await termInForce(site.read, budgetId))?.fields ?? null

test('a budget is active only once approved, with the approved values', async () => {
  const { budgetId } = await its.save('accountant1', whole)
  expect(await its.step('accountant1', budgetId, 'submit')).toBe(
    `Budget ${budgetId}: TO APPROVE (TEAM LEADER)`,
  )
  expect(await inForce(budgetId)).toBeNull()
  await expect(its.save('accountant1', { budget: '1.00' }, { budgetId })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('once it is returned'),
  })
  await its.step('teamleader1', budgetId, 'approve')
  expect(await site.stateOf(budgetId)).toBe('ACTIVE (COMPLETED)')
  expect(await termInForce(site.read, budgetId)).toMatchObject({
    fields: whole,
    approvedBy: site.actor('teamleader1').fullName,
  })
})

test('the approver has not entered, changed or submitted it', async () => {
  const { budgetId } = await its.save('teamleader1', whole)
  await its.step('accountant1', budgetId, 'submit')
  const fourEyes = { code: 'forbidden', message: expect.stringContaining('four-eyes') }
  await expect(its.step('teamleader1', budgetId, 'approve')).rejects.toMatchObject(fourEyes)
  await expect(its.step('accountant1', budgetId, 'approve')).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('teamleader2', budgetId, 'return', { comment: 'Too much' })
  expect(await site.stateOf(budgetId)).toBe('RETURNED (ACCOUNTING)')
  await its.save('teamleader2', { budget: '9000.00' }, { budgetId })
  await its.step('finance1', budgetId, 'submit')
  for (const user of ['teamleader1', 'teamleader2'] as const)
    await expect(its.step(user, budgetId, 'approve')).rejects.toMatchObject(fourEyes)
})

test('its submitter may approve another person’s amendment; the author of that may not', async () => {
  const budgetId = await its.activeBudget(whole)
  await its.step('accountant1', budgetId, 'amend')
  await its.save('teamleader1', { budget: '11000.00' }, { budgetId })
  await its.step('accountant1', budgetId, 'submit')
  await expect(its.step('teamleader1', budgetId, 'approve')).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('teamleader2', budgetId, 'approve')
  expect(await inForce(budgetId)).toMatchObject({ budget: '11000.00' })
})

test('during an amendment the approved values stay active until it is approved too', async () => {
  const budgetId = await its.activeBudget(whole)
  await expect(its.save('accountant1', { budget: '1.00' }, { budgetId })).rejects.toMatchObject({
    message: expect.stringContaining('choose Amend'),
  })
  await expect(its.step('treasurer1', budgetId, 'amend')).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('accountant2', budgetId, 'amend')
  await its.save('accountant2', { budget: '20000.00', to_date: `${year}-06-30` }, { budgetId })
  expect(await inForce(budgetId)).toEqual(whole)
  const view = await budgetView(contextOf({ read: site.read, actor: site.actor('teamleader2') }), budgetId)
  expect(view.amended).toEqual([
    { field: 'to_date', label: 'To Date', inForce: `31/12/${year}`, entered: `30/06/${year}` },
    { field: 'budget', label: 'Budget', inForce: '10,000.00', entered: '20,000.00' },
  ])
  await its.step('accountant2', budgetId, 'submit')
  expect(await inForce(budgetId)).toEqual(whole)
  await its.step('teamleader2', budgetId, 'approve')
  expect(await inForce(budgetId)).toMatchObject({ budget: '20000.00', to_date: `${year}-06-30` })
})

test('its own queue withdraws a budget before it is active; afterwards a team leader cancels it', async () => {
  const { budgetId } = await its.save('accountant1', whole)
  await expect(its.step('treasurer1', budgetId, 'cancel')).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('finance1', budgetId, 'cancel')
  expect(await site.stateOf(budgetId)).toBe('CANCELLED (SYSTEM)')

  // Its days are free again.
  const active = await its.activeBudget(whole)
  await its.step('accountant1', active, 'amend')
  for (const submitted of [false, true]) {
    if (submitted) await its.step('accountant1', active, 'submit')
    await expect(its.step('accountant2', active, 'cancel')).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Submit the amendment'),
      options: { title: REFUSED },
    })
  }
  expect(await inForce(active)).toEqual(whole)
  await its.step('teamleader2', active, 'approve')
  await expect(its.step('accountant1', active, 'cancel')).rejects.toMatchObject({ code: 'forbidden' })
  await its.step('teamleader1', active, 'cancel')
  expect(await site.stateOf(active)).toBe('CANCELLED (SYSTEM)')
  expect(await inForce(active)).toBeNull()
})

test('a budget that changed after it was opened is not submitted or approved', async () => {
  const { budgetId, revision } = await its.save('accountant1', whole)
  await its.save('accountant2', { budget: '12.00' }, { budgetId })
  const refused = its.step('accountant1', budgetId, 'submit', { revision })
  await expect(refused).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(site.actor('accountant2').fullName),
    options: { title: REFUSED },
  })
  const [last] = await historyOf(site.read, budgetId)
  const key = 'f3f7c1d0-0000-4000-8000-0000000000aa'
  const submit = () => its.step('accountant1', budgetId, 'submit', { key, revision: 2, from: 'IN ENTRY' })
  expect(await submit()).toBe(await submit())
  expect((await historyOf(site.read, budgetId)).filter(({ name }) => name === 'submit')).toHaveLength(1)
  await expect(
    its.step('teamleader1', budgetId, 'approve', { seenEventId: last?.id ?? 0 }),
  ).rejects.toMatchObject({ code: 'conflict' })
})
