import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call, control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** A fund whose NAV of September 2026 was sent with one Submit, and reopened after. */
async function resentFund(code: string): Promise<number> {
  const { navs } = await newFund({ code })
  const [before] = navs
  if (!before) throw new Error('no NAV before')
  await control('accountant1', await writeSet(before.model, 'FIA3'))
  await steps(before.id, [
    ['accountant1', 'Submit'],
    ['teamleader1', 'Approve'],
    ['manager1', 'Validate'],
    ['manager2', 'Mark as sent'],
  ])
  const comment = { objectId: before.id, kpiMethodId: 4, kpiCommentId: 3, kpiCommentLog: 'Bond desk' }
  await call('accountant1', 'kpi/reportdata/comments', {
    ...{ method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(comment) },
  })
  return before.id
}

describe.each([
  { js: true, scripts: 'with JavaScript', mark: 'J' },
  { js: false, scripts: 'without JavaScript', mark: 'N' },
])('$scripts', ({ js, mark }) => {
  test('from the KPIs of a fund to the NAVs behind one, and its comments', async () => {
    const code = ownName(`KPIS${mark}`)
    const navId = await resentFund(code)
    const months = 'from=2026-09&to=2026-09'
    const page = await visit(
      'manager1',
      `/production/kpi?${months}&filter.fund_code=${code}&filter.method_name=First`,
      { js },
    )
    const row = page.locator('tr[data-key]')
    await expect.poll(() => row.count()).toBe(1)
    await expect
      .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
      .toContain(`2026-09 ${code} First time right 1 1 0 0 100.0 % 30.09.26 Prices late. Bond desk`)
    // The chart draws what the filter leaves, and says it.
    const chart = page.getByRole('img', { name: 'First time right. 100.0 %: 1 met, 0 missed' })
    await expect.poll(() => chart.count()).toBe(1)
    await expect.poll(() => page.locator('.chart').count()).toBe(1)

    await page.getByRole('link', { name: `Details of ${code} 2026-09, First time right` }).click()
    const behind = page.getByRole('table', { name: `NAVs of ${code} 2026-09, First time right` })
    await behind.waitFor()
    await expect
      .poll(async () => (await behind.locator('tbody').innerText()).replace(/\s+/g, ' '))
      .toMatch(/30\.09\.26 Met 1 Prices late Bond desk/)
    await behind.getByRole('link', { name: '30.09.26' }).click()
    await page.waitForURL(`**/production/${navId}/kpi*`)
    // Beside each KPI stands whether it was met.
    const firstTime = page.getByRole('group', { name: /^First time right/ })
    await expect
      .poll(() => firstTime.locator('legend').innerText())
      .toMatch(/First time right\s+Met\s+1 Submit/)
    const onTime = page.getByRole('group', { name: /^NAV on time/ })
    await expect
      .poll(() => onTime.locator('legend').innerText())
      .toMatch(/NAV on time\s+(Met|Missed)\s+Limit \d\d\/\d\d\/\d{4}, done \d\d\/\d\d\/\d{4}/)
  })
})

test('months are chosen above the chart; filters stay', async () => {
  const page = await visit('auditor1', '/production/kpi?filter.method_name=Resends')
  await page.getByLabel('NAV dates from').selectOption('2026-08')
  await page.getByLabel('to', { exact: true }).selectOption('2026-09')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('heading', { name: /NAV dates from 2026-08 to 2026-09, as filtered below/ }).waitFor()
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('filter.method_name')).toBe('Resends')
  await expect.poll(() => page.getByRole('img', { name: /^Resends\. / }).count()).toBe(1)
})

testStates('the KPI page', [
  ['of the months shown at first', 'auditor1', '/production/kpi?size=5'],
  ['no NAV in these months', 'auditor1', '/production/kpi?from=2001-01&to=2001-02'],
  ['months refused', 'auditor1', '/production/kpi?from=x&size=5'],
  ['grouped', 'auditor1', '/production/kpi?from=2026-08&to=2026-10&group=fund_code,method_name&size=5'],
  ['expanded', 'auditor1', '/production/kpi?filter.method_name=NAV+on&size=5', expanded],
])

async function expanded(page: Page) {
  await page
    .getByRole('link', { name: /^Details of/ })
    .first()
    .click()
  await page.getByText('Add comments in').waitFor()
}
