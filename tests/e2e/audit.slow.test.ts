import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A NAV with a KPI comment that was changed once: two acts in its chain. */
async function commented(code: string): Promise<number> {
  const { nav } = await newFund({ code: ownName(code) })
  for (const kpiCommentLog of ['Portal down', 'Portal down until noon']) {
    const body = { objectId: nav.id, kpiMethodId: 2, kpiCommentId: 5, kpiCommentLog }
    await call('accountant1', 'kpi/reportdata/comments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  return nav.id
}

test('without JavaScript, finds an event by its object, shows its values and hash, and leads to its NAV', async () => {
  const navId = await commented('AUDI')
  const address = `/admin/audit?filter.object_id=${navId}&filter.who_name=accountant1`
  const page = await visit('auditor1', address, { js: false })
  const rows = page.locator('tr[data-key]')
  await expect.poll(() => rows.count()).toBe(2)
  await expect
    .poll(async () => (await rows.first().innerText()).replace(/\s+/g, ' '))
    .toMatch(/kpi comment .*Documents on time: System or provider outage\. Portal down until noon/)
  await page
    .getByRole('link', { name: /^Details of event \d+, kpi comment of NAV/ })
    .first()
    .click()
  const values = page.getByRole('table', { name: /^Values of event/ })
  await values.waitFor()
  await expect
    .poll(async () => (await values.innerText()).replace(/\s+/g, ' '))
    .toContain('Kpi comment id System or provider outage (5) System or provider outage (5)')
  const detail = page.locator('.grid__detail')
  await expect.poll(() => detail.innerText()).toMatch(/Hash\s+[0-9a-f]{64}/)
  await detail.getByText('The hash matches the content and follows the event before it.').waitFor()
  await rows
    .first()
    .getByRole('link', { name: `NAV ${navId}` })
    .click()
  await page.waitForURL(`**/nav-controls/${navId}*`)
})

testStates('the audit trail and the system', [
  ['system', 'auditor1', '/admin/system'],
  ['expanded', 'auditor1', '/admin/audit?filter.object_kind=reference&size=5', expanded],
])

async function expanded(page: Page) {
  await page
    .getByRole('link', { name: /^Details of event/ })
    .first()
    .click()
  await page.getByText('Place in the chain').waitFor()
}
