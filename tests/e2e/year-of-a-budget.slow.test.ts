import { test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { call } from '../support/browser/calls'
import { draftForm, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { storedEntity } from '../support/browser/entities'
import { choose } from '../support/browser/fields'
import { expenseSteps } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

const SUPPLIER = 'Index Data House Ltd'

interface Named {
  id?: number
  key?: string
  name: string
}

/** The id of the supplier, and the routine of the budgets that tests make. */
async function ofTheSite() {
  const entities = (await call('finance1', 'entities?size=200')) as Named[]
  const [routine] = (await call('admin', 'lookups/routine-types?size=1')) as Named[]
  const supplier = entities.find(({ name }) => name === SUPPLIER)
  if (!supplier || !routine) throw new Error('The site has no such supplier, or no routine.')
  return { supplier: { id: Number(supplier.id ?? supplier.key) }, routine: routine.name }
}

// The year as a whole is tested without a browser, in tests/scenarios/a-year-of-a-budget.slow.test.ts.
test('a draft beyond its budget is marked while it is filled in', async () => {
  const { supplier, routine } = await ofTheSite()
  const entity = await storedEntity('Year')
  const budgetId = await newBudget({ supplier, entity, from: '2026-01-01', to: '2026-12-31' })
  await expenseSteps('budget', budgetId, [
    ['finance1', 'Submit'],
    ['teamleader1', 'Approve'],
  ])
  const draftId = await uploadedDraft('finance1', { ref: ownName('YEAR'), net: '9000.00' })

  const page = await visit('finance1', `/drafts/${draftId}/edit`)
  const form = draftForm(page)
  await choose(form.getByLabel('Settling Entity'), entity.name)
  await form.getByLabel('Expense Type').selectOption('Tax advice')
  await form.getByLabel('Routine').selectOption(routine)
  await form.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
  await saveDraft(page)
  await page.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
})
