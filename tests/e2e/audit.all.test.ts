import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { entry } from '../support/browser/fields'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A NAV with a KPI comment that was changed once: two acts in its chain. */
async function commented(code: string): Promise<number> {
  const { nav } = await newFund({ code: ownName(code) })
  for (const kpiCommentLog of ['Portal down', 'Portal down until noon']) {
    const body = { objectId: nav.id, kpiMethodId: 2, kpiCommentId: 5, kpiCommentLog }
    await call('accountant1', 'kpi/reportdata/comments', {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    })
  }
  return nav.id
}

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('an event is found by its object, tells what it was and is, its hash, and leads to its NAV', async () => {
    const navId = await commented(`AUDI${mark}`)
    const page = await visit('auditor1', '/admin', { js })
    await page.getByRole('link', { name: 'Audit trail' }).click()
    await page.getByRole('heading', { name: 'Audit trail', level: 1 }).waitFor()
    await page.goto(`/admin/audit?filter.object_id=${navId}&filter.who_name=accountant1`)
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

  test('a search says how far it looks; what nobody did is told with the filter', async () => {
    const page = await visit('admin', '/admin/audit?search=zzzz', { js })
    await page.getByText('Anything else is searched in the newest 50,000 of the events found').waitFor()
    expect(await page.locator('tr[data-key]').count()).toBe(0)
    await page.getByRole('link', { name: 'Clear filters' }).first().waitFor()
  })

  test('the file holds what was found', async () => {
    const navId = await commented(`FILE${mark}`)
    const page = await visit('auditor1', `/admin/audit?filter.object_id=${navId}&filter.name=kpi`, { js })
    await page.locator('summary', { hasText: 'Export' }).click()
    const download = page.waitForEvent('download')
    await entry(page, 'CSV').click()
    const stream = await (await download).createReadStream()
    let text = ''
    for await (const part of stream) text += part
    expect(text.match(/kpi comment/g)).toHaveLength(2)
    expect(text).toContain('Portal down until noon')
  })

  test('the system tells its version and health, and makes process dates', async () => {
    const page = await visit('admin', '/admin/system', { js })
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    expect(await page.getByText('Not OK', { exact: true }).count()).toBe(0)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/PostgreSQL\s+\d+/)
    await page.getByRole('button', { name: 'Create process dates now' }).click()
    await page
      .getByText(/were created\.|already exist\./)
      .first()
      .waitFor()
    const read = await visit('auditor1', '/admin/system', { js })
    expect(await read.getByRole('button', { name: 'Create process dates now' }).count()).toBe(0)
  })
})

testStates('the audit trail and the system', [
  ['searched', 'auditor1', '/admin/audit?search=submit&size=5'],
  ['grouped', 'auditor1', '/admin/audit?group=object_kind&size=5'],
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
