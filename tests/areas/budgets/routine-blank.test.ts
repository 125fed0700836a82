import { budgetFields, budgetReference, budgets } from 'tests/support/budgets'
import { completeFields, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { fieldsOf } from '~/areas/drafts/draft-acts.server'
import { draftChecks } from '~/areas/drafts/draft-view.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import { DomainError } from '~/platform/values/domain-error'

const site = await opened(testSite())
const reference = await budgetReference(site)
const held = budgets(site)
const its = expenses(site)

const newDraft = (more: object = {}) => its.newDraft('finance1', { ...completeFields(reference), ...more })

async function refusal(doing: Promise<unknown>): Promise<DomainError> {
  const error = await doing.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof DomainError) return error
  throw new Error('It was not refused')
}

test('a draft without a routine type does not miss a budget unnoticed, neither when sent nor when approved', async () => {
  const before = await newDraft({ invoiceRef: 'SENT-BEFORE' })
  // Without an active budget it is not required.
  await its.draftStep('finance1', before, 'send to check')

  const budgetId = await held.activeBudget({ ...budgetFields(reference), budget: '100.00' })
  const late = await refusal(its.draftStep('teamleader1', before, 'approve'))
  expect(late.message).toMatch(/^Routine is required: .*Return the draft to have it chosen\.$/)
  expect(late.message).toContain(`Budget ${budgetId}, Index Data House Ltd, 01/01/2026 to 31/12/2026`)

  const draftId = await newDraft({ invoiceRef: 'SENT-AFTER' })
  const checks = await draftChecks(site.read, draftId, fieldsOf(await draftById(site.read, draftId)))
  expect(checks.missing).toEqual([{ field: 'routineType', label: 'Routine (needed for the budgets)' }])
  const refused = await refusal(its.draftStep('finance1', draftId, 'send to check'))
  expect([refused.code, refused.options.fields]).toEqual([
    'refused',
    { routineType: expect.stringContaining(`Budget ${budgetId}`) },
  ])
  await its.setDraft(draftId, { routineTypeId: reference.routineTypeId })
  await its.draftStep('finance1', draftId, 'send to check')
  expect((await refusal(its.draftStep('teamleader1', draftId, 'approve'))).message).toContain(
    'exceeds a budget',
  )
})

test('no routine type is required if no budget would count the draft anyway', async () => {
  for (const elsewhere of [
    { invoiceDate: '2027-01-02', receivedDate: '2027-01-03', dueDate: null },
    { settlingLegalEntity: reference.clientId },
  ]) {
    const draftId = await newDraft({ invoiceRef: JSON.stringify(elsewhere), ...elsewhere })
    await its.draftStep('finance1', draftId, 'send to check')
    await its.draftStep('teamleader1', draftId, 'approve')
  }
})
