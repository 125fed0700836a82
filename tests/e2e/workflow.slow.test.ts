import type { Locator, Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('a comment that a step needs is asked for in place', async () => {
    const { nav } = await newFund({ code: ownName(`WHY${mark}`) })
    await control('accountant1', await writeSet(nav.model, 'FIA3'))
    await steps(nav.id, [['accountant1', 'Submit']])
    const page = await visit('teamleader1', `/nav-controls/${nav.id}`, { js, refusals: [422] })
    await page.getByRole('button', { name: 'Return' }).click()
    await page.getByRole('link', { name: 'Enter a message for “Return”' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
      .toBe('eventLog')
    await page.getByLabel('Message').fill('The suspense account is to be cleared first')
    await page.getByRole('button', { name: 'Return' }).click()
    await page.getByText(': RETURNED (ACCOUNTANT)').waitFor()
  })
})

test('of two people on one step the second sees what the first did', async () => {
  const { nav } = await newFund({ code: ownName('RACE') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  await steps(nav.id, [['accountant1', 'Submit']])
  const [first, second] = await Promise.all([
    visit('teamleader1', `/nav-controls/${nav.id}`),
    visit('teamleader2', `/nav-controls/${nav.id}`, { refusals: [409] }),
  ])
  await second.getByLabel('Message').fill('One figure is to be explained')
  await first.getByRole('button', { name: 'Approve' }).click()
  await first.getByText(': REVIEWED (MANAGER)').waitFor()

  await second.getByRole('button', { name: 'Return' }).click()
  const alert = second.getByRole('alert').filter({ hasText: 'Workflow cannot move to next step.' })
  await alert.waitFor()
  await expect
    .poll(() => alert.innerText())
    .toContain('It is now REVIEWED (MANAGER), changed by Claire Weyland')
  await history(second).getByText('REVIEWED (MANAGER)').waitFor()
  expect(await second.getByRole('button', { name: 'Return' }).count()).toBe(0)
})

test('a double click on a step is one event, with JavaScript and without', async () => {
  const { nav } = await newFund({ code: ownName('TWICE') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  const submitted = async (js: boolean, times: number) => {
    const page = await visit('accountant1', `/nav-controls/${nav.id}`, { js })
    await page.getByRole('button', { name: 'Submit' }).dblclick({ noWaitAfter: true })
    await page.getByText(': SUBMITTED (TEAM LEADER)').waitFor()
    await page.goto(`/nav-controls/${nav.id}`)
    await history(page).waitFor()
    await expect.poll(() => history(page).getByText('SUBMITTED (TEAM LEADER)').count()).toBe(times)
  }
  await submitted(false, 1)
  await steps(nav.id, [['teamleader1', 'Return']])
  await submitted(true, 2)
})

test('the drawer closes a second after a step, and the list shows the new state with its filter kept', async () => {
  const { code, nav } = await newFund({ code: ownName('CLOSES') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  const page = await visit('accountant1', `/nav-controls?filter.fundcode=${code}&filter.navdate=30/10/2026`)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect.poll(() => row.innerText()).toContain('CONTROLLED')
  await row.click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText(`NAV ${code} 30.10.26: SUBMITTED (TEAM LEADER)`).waitFor()
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await row.getByText('SUBMITTED').first().waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe('/nav-controls')
  expect(searchParams.get('filter.fundcode')).toBe(code)
  expect(searchParams.has('done')).toBe(false)
})

test('a reopened NAV starts a round of its own', async () => {
  const { nav } = await newFund({ code: ownName('REOPEN') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  await steps(nav.id, [
    ['accountant1', 'Submit'],
    ['teamleader1', 'Approve'],
    ['manager1', 'Validate'],
    ['manager1', 'Mark as sent'],
  ])
  const page = await visit('teamleader2', `/nav-controls/${nav.id}`)
  await page.getByLabel('Last Document reception').fill('2026-11-04')
  await page.getByLabel('Change Reason').last().selectOption('PRICE')
  await page.getByLabel('Message').fill('The price of one line was wrong')
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByText(': REOPENED (ACCOUNTANT)').waitFor()
  await history(page).getByText('round 1').first().waitFor()
})

function history(page: Page): Locator {
  return page.getByRole('table', { name: 'Validation workflow' })
}

test('a reason chosen with arrow keys is stored once, when the field is left', async () => {
  const { nav } = await newFund({ code: ownName('REASON') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  const page = await visit('teamleader2', `/nav-controls/${nav.id}`)
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && (request.postData() ?? '').includes('intent=reason')) sent++
  })
  const field = page.getByLabel('Change Reason').first()
  await field.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await field.press(key)
  const chosen = await field.inputValue()
  expect([chosen === 'FIRST', sent]).toEqual([false, 0])
  await field.press('Tab')
  await page.getByText('Reason of the control changed').waitFor()
  expect(sent).toBe(1)
  await field.selectOption('PRICE')
  await expect.poll(() => sent).toBe(2)
})
