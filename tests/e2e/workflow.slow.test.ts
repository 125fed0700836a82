import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const history = (page: Page) => page.getByRole('table', { name: 'Validation workflow' })

/** A step that needs a comment asks for it in place. */
async function asksForMessage(page: Page, step: string) {
  await page.getByRole('button', { name: step }).click()
  await page.getByRole('link', { name: `Enter a message for “${step}”` }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('eventLog')
}

test('a NAV is submitted once by a double click, returned with a comment entered in place, and moved on by one of two people', async () => {
  const { code, nav } = await newFund({ code: ownName('STEPS') })
  await control('accountant1', await writeSet(nav.model, 'FIA3'))
  await chapter('A second after the step the drawer closes, and the list is as it was filtered', async () => {
    const filtered = `filter.fundcode=${code}&filter.navdate=30/10/2026`
    const page = await visit('accountant1', `/nav-controls?${filtered}`)
    const row = page.getByRole('row').filter({ hasText: code })
    await expect.poll(() => row.innerText()).toContain('CONTROLLED')
    await row.click()
    await page.getByRole('button', { name: 'Submit' }).dblclick({ noWaitAfter: true })
    await page.getByText(`NAV ${code} 30.10.26: SUBMITTED (TEAM LEADER)`).waitFor()
    await page.locator('#drawer-title').waitFor({ state: 'detached' })
    await row.getByText('SUBMITTED').first().waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/nav-controls')
    expect(searchParams.get('filter.fundcode')).toBe(code)
    expect(searchParams.has('done')).toBe(false)
  })

  await chapter('Without JavaScript, too, the comment is entered in place', async () => {
    const page = await visit('teamleader1', `/nav-controls/${nav.id}`, { js: false, refusals: [422] })
    await history(page).waitFor()
    expect(await history(page).getByText('SUBMITTED (TEAM LEADER)').count()).toBe(1)
    await asksForMessage(page, 'Return')
    await page.getByRole('textbox', { name: 'Message' }).fill('The suspense account is to be cleared first')
    await page.getByRole('button', { name: 'Return' }).dblclick({ noWaitAfter: true })
    await page.getByText(': RETURNED (ACCOUNTANT)').waitFor()
    await page.goto(`/nav-controls/${nav.id}`)
    expect(await history(page).getByText('RETURNED (ACCOUNTANT)').count()).toBe(1)
  })

  await steps(nav.id, [['accountant1', 'Submit']])
  const page = await visit('teamleader2', `/nav-controls/${nav.id}`, { refusals: [409, 422] })
  await chapter('A reason chosen with arrow keys is stored once, when the field is left', async () => {
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
  await chapter('Of two people on one step the second sees what the first did', async () => {
    await page.goto(`/nav-controls/${nav.id}`)
    await asksForMessage(page, 'Return')
    await page.getByRole('textbox', { name: 'Message' }).fill('One figure is to be explained')
    await steps(nav.id, [['teamleader1', 'Approve']])
    await page.getByRole('button', { name: 'Return' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'It is now REVIEWED (MANAGER)' })
    await alert.waitFor()
    await expect.poll(() => alert.innerText()).toContain('changed by Claire Weyland')
    await history(page).getByText('REVIEWED (MANAGER)').waitFor()
    expect(await page.getByRole('button', { name: 'Return' }).count()).toBe(0)
  })
})
