import type { Locator, Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call, control, steps } from '../support/browser/calls'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

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
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(comment),
  })
  return before.id
}

/** The texts of a drawing, where they stand on the screen. */
const textsOf = (drawing: Locator) =>
  drawing.locator('text').evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      return { text: each.textContent ?? '', left, right, top, bottom }
    }),
  )

test('from the KPIs of a fund, drawn for the months that are chosen, to the NAVs behind one, and its comments', async () => {
  const code = ownName('KPIS')
  const navId = await resentFund(code)
  const page = await visit('manager1', `/production/kpi?filter.fund_code=${code}&filter.method_name=First`)
  const row = page.getByRole('table', { name: 'KPIs', exact: true }).locator('tr[data-key]')
  const months = await page
    .getByLabel('NAV dates from')
    .locator('option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  await chapter('Months are chosen above the chart; filters stay', async () => {
    await page.getByLabel('NAV dates from').selectOption('2026-08')
    await page.getByLabel('to', { exact: true }).selectOption('2026-09')
    await page.getByRole('button', { name: 'Show months', exact: true }).click()
    await page
      .getByRole('heading', { name: /NAV dates from 08\/2026 to 09\/2026, as filtered below/ })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('filter.method_name')).toBe('First')
    await expect.poll(() => row.count()).toBe(1)
    await expect
      .poll(async () => (await row.innerText()).replace(/\s+/g, ' '))
      .toContain(`09/2026 ${code} First time right 1 1 0 0 100.0 % 30.09.26 Prices late. Bond desk`)
  })
  await chapter('The chart draws what the filter leaves, and says it', async () => {
    const chart = page.getByRole('img', { name: 'First time right. 100.0 %: 1 met, 0 missed' })
    await expect.poll(() => chart.count()).toBe(1)
    await expect.poll(() => page.locator('.chart').count()).toBe(1)
    expect(await chart.locator('g > title').allTextContents()).toEqual(['09/2026: 1 met, 0 missed'])
    expect((await textsOf(chart)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['100%', 'Sep', '2026']),
    )
  })
  await chapter('Its comments, and the NAVs behind it', async () => {
    await page.getByRole('link', { name: `Details of ${code} 09/2026, First time right` }).click()
    const behind = page.getByRole('table', { name: `NAVs of ${code} 09/2026, First time right` })
    await behind.waitFor()
    await expect
      .poll(async () => (await behind.locator('tbody').innerText()).replace(/\s+/g, ' '))
      .toMatch(/30\.09\.26 Met 1 Prices late Bond desk/)
    await behind.getByRole('link', { name: '30.09.26' }).click()
    await page.waitForURL(`**/production/${navId}/kpi*`)
    // Each KPI shows whether it was met; those that were are collapsed.
    await page.getByText('Other KPIs').click()
    const firstTime = page.getByRole('group', { name: /^First time right/ })
    await expect
      .poll(() => firstTime.locator('legend').innerText())
      .toMatch(/First time right\s+Met\s+1 Submit/)
    const onTime = page.getByRole('group', { name: /^NAV on time/ })
    await expect
      .poll(() => onTime.locator('legend').innerText())
      .toMatch(/NAV on time\s+(Met|Missed)\s+Limit \d\d\/\d\d\/\d{4}, done \d\d\/\d\d\/\d{4}/)
  })
  await chapter('Labels of bars can be read, wherever a year begins among them', async () => {
    for (const at of [4, 12]) {
      await page.goto(`/production/kpi?from=${months[at]}`)
      await expectReadable(page)
    }
  })
})

/** No label of a drawing is smaller than small print, lies over another, or is cut. */
async function expectReadable(page: Page) {
  const drawings = page.locator('figure svg[role=img]')
  await drawings.first().waitFor()
  for (const drawing of await drawings.all()) {
    const texts = await textsOf(drawing)
    const box = await drawing.boundingBox()
    if (!box) throw new Error('A drawing is not in sight')
    for (const [at, one] of texts.entries()) {
      expect([one.text, one.bottom - one.top >= 9]).toEqual([one.text, true])
      expect([one.text, one.left >= box.x - 1 && one.right <= box.x + box.width + 1]).toEqual([
        one.text,
        true,
      ])
      const over = texts
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right - 0.5 &&
            other.left < one.right - 0.5 &&
            one.top < other.bottom - 3 &&
            other.top < one.bottom - 3,
        )
      expect([one.text, over]).toEqual([one.text, []])
    }
  }
}

testStates('the KPI page', [
  ['months refused', 'auditor1', '/production/kpi?from=x&size=5'],
  ['expanded', 'auditor1', '/production/kpi?filter.method_name=NAV+on&size=5', expanded],
])

async function expanded(page: Page) {
  await page
    .getByRole('link', { name: /^Details of/ })
    .first()
    .click()
  await page.getByText('Add comments in').waitFor()
}
