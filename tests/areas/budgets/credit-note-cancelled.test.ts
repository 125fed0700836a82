import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { beforeEach, expect, test } from 'vitest'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

let year = 2000
beforeEach(() => {
  year += 1
})

const budget = (more: object = {}) => ({
  ...budgetFields(reference),
  from_date: `${year}-01-01`,
  to_date: `${year}-12-31`,
  budget: '1000.00',
  ...more,
})
const fields = (gross: string) => ({
  ...completeFields(reference),
  routineType: reference.routineTypeId,
  ...validations(reference),
  invoiceDate: `${year}-06-30`,
  receivedDate: `${year}-07-01`,
  dueDate: null,
  grossAmount: gross,
  taxes: null,
})
const invoiced = async (gross: string) => (await its.newInvoice(reference, fields(gross))).invoiceId
const cancel = (user: 'finance1' | 'teamleader1' | 'treasurer1', id: number, comment = '') =>
  its.invoiceStep(user, id, 'cancel', { comment })

test('a credit note that others rely on is not cancelled beyond a budget, except by a team leader with a comment', async () => {
  const budgetId = await held.activeBudget(budget())
  const credit = await invoiced('-500.00')
  await invoiced('900.00')
  const draftId = await its.newDraft('finance1', fields('600.00'))
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')

  const before = await site.rowCounts()
  await expect(cancel('finance1', credit, 'It was a mistake')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('Without this credit note a budget is exceeded. Have it amended first'),
    options: {
      title: 'Workflow cannot move to next step.',
      list: [
        `Budget ${budgetId}, Index Data House Ltd, 01/01/${year} to 31/12/${year}: 1,500.00 EUR of 1,000.00 EUR, 500.00 EUR over budget.`,
      ],
    },
  })
  await expect(cancel('teamleader1', credit)).rejects.toMatchObject({ code: 'refused' })
  expect(await site.rowCounts()).toEqual(before)
  await cancel('teamleader1', credit, 'The supplier took it back')
  expect(await site.stateOf(credit)).toBe('CANCELLED (SYSTEM)')
})

test('in the payment queue it waits until the budget is amended', async () => {
  const budgetId = await held.activeBudget(budget())
  const credit = await invoiced('-500.00')
  await invoiced('1200.00')
  await its.invoiceStep('finance1', credit, 'book')
  await expect(cancel('treasurer1', credit, 'Wrong')).rejects.toMatchObject({ code: 'refused' })
  await held.step('accountant1', budgetId, 'amend')
  await held.save('accountant1', { budget: '1200.00' }, { budgetId })
  // A budget in entry holds nothing yet.
  await expect(cancel('treasurer1', credit, 'Wrong')).rejects.toMatchObject({ code: 'refused' })
  await held.step('accountant1', budgetId, 'submit')
  await held.step('teamleader1', budgetId, 'approve')
  await cancel('treasurer1', credit)
})

test('cancelling is allowed if the budget still suffices, and for any other invoice', async () => {
  await held.activeBudget(budget())
  const credit = await invoiced('-500.00')
  const invoice = await invoiced('1000.00')
  await cancel('finance1', credit)
  await cancel('finance1', invoice)
  year += 1
  await cancel('finance1', await invoiced('-500.00'))
})
