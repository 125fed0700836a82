import type { Page } from 'playwright'
import { describe, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { newBudget } from '../support/browser/budgets'
import { call } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { storedEntity } from '../support/browser/entities'
import { choose } from '../support/browser/fields'
import { expenseSteps } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const SUPPLIER = 'Index Data House Ltd'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

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

// The year as a whole is told without a browser, in tests/scenarios/a-year-of-a-budget.slow.test.ts.
describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('a draft beyond its budget is told so while it is filled in, refused, and let pass with a comment', async () => {
    const { supplier, routine } = await ofTheSite()
    const entity = await storedEntity('Year')
    const budgetId = await newBudget({ supplier, entity, from: '2026-01-01', to: '2026-12-31' })
    await expenseSteps('budget', budgetId, [
      ['finance1', 'Submit'],
      ['teamleader1', 'Approve'],
    ])
    const draftId = await uploadedDraft('finance1', { ref: ownName(`YEAR${mark}`), net: '9000.00' })

    const finance = await visit('finance1', `/drafts/${draftId}`, { js })
    await chapter('It is filled in, and told', async () => {
      const form = finance.locator('.draft-form')
      await choose(form.getByLabel('Settling Entity'), entity.name)
      await form.getByLabel('Expense Type').selectOption('Tax advice')
      await form.getByLabel('Routine').selectOption(routine)
      if (js) await finance.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
      await press(finance, 'Save')
      await finance.getByText(/^Draft \d+ saved$/).waitFor()
      await finance.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
    })
    await expenseSteps('draft', draftId, [['finance1', 'Send to check']])
    const why = `A second opinion was needed, ${mark}`
    await chapter('It is refused, and let pass with a comment', async () => {
      const leader = await visit('teamleader1', `/drafts/${draftId}`, { js, refusals: [409, 422] })
      await press(leader, 'Approve')
      await leader.getByRole('alert').filter({ hasText: 'exceeds a budget' }).waitFor()
      await leader.getByLabel('Reason for exceeding the budget').fill(why)
      await press(leader, 'Allow 530.00 EUR over budget')
      await leader.getByText(`Draft ${draftId} may exceed budget ${budgetId} by 530.00 EUR`).waitFor()
      await leader.goto(`/drafts/${draftId}`)
      await press(leader, 'Approve')
      await leader.getByText(`Draft ${draftId}: TO VALIDATE (CLIENT)`).waitFor()
    })
    await chapter('Whoever entered it reads who allowed it', async () => {
      await finance.goto(`/drafts/${draftId}`)
      await finance.getByText(`Claire Weyland allowed it: ${why}`).first().waitFor()
    })
  })
})
