import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import type { DraftFields } from '~/areas/expenses/expense'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { uploadedDraft } from '../support/browser/drafts'
import { newEntity } from '../support/browser/entities'
import { choose } from '../support/browser/fields'
import { expenseSteps } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const SUPPLIER = 'Index Data House Ltd'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const figures = async (page: Page) =>
  (await page.locator('.budget-figures').innerText()).replace(/\s+/g, ' ').trim()

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('a budget is made, approved, consumed, warns, is exceeded, let pass, and amended', async () => {
    const entity = await newEntity('Year')
    const fields = await scopeOf(entity)
    const own = ownName(mark)
    const finance = await visit('finance1', '/budgets', { js })
    const leader = await visit('teamleader1', '/budgets', { js, refusals: [409, 422] })
    const client = await visit('clientdesk1', '/drafts', { js, refusals: [409, 422] })
    const drawn = (ref: string, net: string) =>
      uploadedDraft('finance1', { ref: `${ref}-${own}`, net }, fields)
    const sent = async (draftId: number) => {
      await expenseSteps('draft', draftId, [['finance1', 'Send to check']])
      return draftId
    }

    const entry = finance.locator('.budget-form')
    const budgetId = await chapter('One person makes the budget', async () => {
      await finance.getByRole('link', { name: 'New budget' }).click()
      await choose(entry.getByLabel('Supplier'), SUPPLIER)
      await choose(entry.getByLabel('Settling Legal Entity'), entity)
      await entry.getByLabel('Currency').selectOption('EUR')
      await entry.getByLabel('Budget').fill('10000')
      await entry.getByLabel('Routine Type').selectOption('Half-yearly')
      await entry.getByLabel('Expense Type').selectOption('Tax advice')
      await entry.getByLabel('Amount Type').selectOption('gross')
      await entry.getByLabel('Client Validation').check()
      await entry.getByLabel('From Date').fill('2026-01-01')
      await entry.getByLabel('To Date').fill('2026-12-31')
      await entry.getByLabel(/^Threshold/).fill('80')
      await press(finance, 'Create budget')
      await finance.getByText(/^Budget \d+ created$/).waitFor()
      return Number(/\/budgets\/(\d+)/.exec(finance.url())?.[1])
    })
    const budget = `/budgets/${budgetId}`
    await chapter('Another person approves it', async () => {
      await press(finance, 'Submit')
      await finance.getByText(`Budget ${budgetId}: TO APPROVE (TEAM LEADER)`).waitFor()
      await leader.goto(budget)
      await press(leader, 'Approve')
      await leader.getByText(`Budget ${budgetId}: ACTIVE (COMPLETED)`).waitFor()
    })

    await chapter('Below the threshold a draft needs no proof of the client', async () => {
      const first = await sent(await drawn('YEAR1', '4000.00'))
      await leader.goto(`/drafts/${first}`)
      await press(leader, 'Approve')
      await leader.getByText(`Draft ${first}: TO VALIDATE (CLIENT)`).waitFor()
      await expenseSteps('draft', first, [
        ['clientdesk1', 'Client validated'],
        ['clientdesk1', 'Create invoice'],
      ])
      await finance.goto(budget)
      await expect
        .poll(() => figures(finance))
        .toContain('Consumed 4,680.00 Committed 0.00 Remaining 5,320.00')
      await finance.getByText('4,680.00 of 10,000.00 EUR is used (46.80 %)').first().waitFor()
    })

    await chapter('Past the threshold a draft warns, and asks for the proof of the client', async () => {
      const second = await sent(await drawn('YEAR2', '3000.00'))
      await leader.goto(`/drafts/${second}`)
      await leader.getByText('81.90 % used').first().waitFor()
      await press(leader, 'Approve')
      await leader.getByText(`Draft ${second}: TO VALIDATE (CLIENT)`).waitFor()
      await client.goto(`/drafts/${second}`)
      await press(client, 'Client validated')
      await client.getByRole('alert').filter({ hasText: 'Add Client Validation' }).waitFor()
      await proveByCall(second)
      await expenseSteps('draft', second, [
        ['clientdesk1', 'Client validated'],
        ['clientdesk1', 'Create invoice'],
      ])
    })

    const third = await chapter('A draft beyond the budget is told so while it is filled in', async () => {
      const third = await uploadedDraft('finance1', { ref: `YEAR3-${own}`, net: '2000.00' })
      await finance.goto(`/drafts/${third}`)
      const form = finance.locator('.draft-form')
      await choose(form.getByLabel('Settling Entity'), entity)
      await form.getByLabel('Expense Type').selectOption('Tax advice')
      await form.getByLabel('Routine').selectOption('Half-yearly')
      if (js) await finance.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
      await press(finance, 'Save')
      await finance.getByText(/^Draft \d+ saved$/).waitFor()
      await finance.getByText('is exceeded by 530.00 EUR with this draft').waitFor()
      await sent(third)
      return third
    })
    await chapter('It is refused, and let pass with a comment', async () => {
      await leader.goto(`/drafts/${third}`)
      await press(leader, 'Approve')
      await leader.getByRole('alert').filter({ hasText: 'exceeds a budget' }).waitFor()
      await leader.getByLabel('Reason for exceeding the budget').fill(`A second opinion was needed, ${mark}`)
      await press(leader, 'Allow 530.00 EUR over budget')
      await leader.getByText(`Draft ${third} may exceed budget ${budgetId} by 530.00 EUR`).waitFor()
      await leader.goto(`/drafts/${third}`)
      await press(leader, 'Approve')
      await leader.getByText(`Draft ${third}: TO VALIDATE (CLIENT)`).waitFor()
      await finance.goto(`/drafts/${third}`)
      await finance
        .getByText(`Claire Weyland allowed it: A second opinion was needed, ${mark}`)
        .first()
        .waitFor()
    })

    await chapter('The budget is amended', async () => {
      await finance.goto(budget)
      await press(finance, 'Amend')
      await finance.getByText(`Budget ${budgetId}: IN ENTRY (ACCOUNTING)`).waitFor()
      await finance.goto(budget)
      await finance.getByText('Drafts are checked against the terms that Claire Weyland approved').waitFor()
      await entry.getByLabel('Budget').fill('12500')
      await press(finance, 'Save')
      await finance.getByRole('table', { name: 'What the amendment changes' }).waitFor()
    })
    const fourth = await chapter('What was approved holds until the new amount is', async () => {
      const fourth = await sent(await drawn('YEAR4', '100.00'))
      await leader.goto(`/drafts/${fourth}`)
      await leader.getByText('is exceeded by 647.00 EUR with this draft').first().waitFor()
      await finance.goto(budget)
      await press(finance, 'Submit')
      await finance.getByText(`Budget ${budgetId}: TO APPROVE (TEAM LEADER)`).waitFor()
      await leader.goto(`/drafts/${fourth}`)
      await press(leader, 'Approve')
      await leader.getByRole('alert').filter({ hasText: 'exceeds a budget' }).waitFor()
      return fourth
    })
    await chapter('Once the new amount is approved, drafts are held against it', async () => {
      await leader.goto(budget)
      await press(leader, 'Approve')
      await leader.getByText(`Budget ${budgetId}: ACTIVE (COMPLETED)`).waitFor()
      await leader.goto(`/drafts/${fourth}`)
      await leader.getByText('85.18 % used').first().waitFor()
      await press(leader, 'Approve')
      await leader.getByText(`Draft ${fourth}: TO VALIDATE (CLIENT)`).waitFor()
    })

    await chapter('The budget tells what of it is consumed, committed and left', async () => {
      await finance.goto(budget)
      await expect
        .poll(() => figures(finance))
        .toBe(
          'Budget 12,500.00 EUR Consumed 8,190.00 Committed 2,457.00 Remaining 4,310.00 Projected 1,853.00',
        )
      const invoices = finance.getByRole('table', { name: /Allocated Invoices/ })
      expect(await invoices.innerText()).toContain(`YEAR2-${own}`)
    })
  })
})

/** What all drafts of the story are filled in with. */
async function scopeOf(entity: string): Promise<Partial<DraftFields>> {
  const named = async (user: string, path: string, name: string) => {
    const rows = (await call(user, `${path}?size=200`)) as { id?: number; key?: string; name: string }[]
    const found = rows.find((row) => row.name === name)
    if (!found) throw new Error(`${path} has no ${name}`)
    return Number(found.id ?? found.key)
  }
  return {
    settlingLegalEntity: await named('finance1', 'entities', entity),
    expenseType: await named('admin', 'lookups/expense-types', 'Tax advice'),
    routineType: await named('admin', 'lookups/routine-types', 'Half-yearly'),
  }
}

async function proveByCall(draftId: number): Promise<void> {
  const form = new FormData()
  form.append('files', new Blob(['%PDF-1.7 signed'], { type: 'application/pdf' }), 'Authorisation.pdf')
  await call('clientdesk1', `uploadclientvalidationdocument/${draftId}`, { method: 'POST', body: form })
}
