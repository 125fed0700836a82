import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { demoNavs } from '../support/browser/demo-navs'

describe.each([
  { js: true, scripts: 'with JavaScript', month: '2026-09' },
  { js: false, scripts: 'without JavaScript', month: '2026-08' },
])('$scripts', ({ js, month }) => {
  test('an auditor builds a month, follows it, and downloads it; a wrong month is explained beside its field', async () => {
    const page = await visit('auditor1', '/evidence', { js, refusals: [404, 422] })
    const [{ fundcode: code } = { fundcode: '' }] = await demoNavs(1)
    await page.getByLabel('Month').fill('2020-01')
    await page.getByLabel('Funds').fill(code)
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page.getByText(`Fund ${code} has no NAV in 2020-01. Choose another month.`).first().waitFor()
    expect(await page.getByLabel('Month').inputValue()).toBe('2020-01')
    expect(await page.getByLabel('Funds').inputValue()).toBe(code)

    await page.getByLabel('Month').fill(month)
    await page.getByLabel('Funds').fill('NOFUND')
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page
      .getByText(/^There is no fund NOFUND/)
      .first()
      .waitFor()

    await page.getByLabel('Funds').fill(code)
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page.getByRole('heading', { name: `Evidence of ${month}` }).waitFor()
    const link = page.getByRole('link', { name: 'Download the pack' })
    await expect
      .poll(
        async () => {
          if (!js) await page.reload()
          return link.count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^evidence-${month}-\\d+\\.zip$`))
    await page.getByRole('link', { name: 'All packs' }).click()
    await page
      .getByText(new RegExp(`${month} of ${code}, SHA-256`))
      .first()
      .waitFor()
  })

  test('an auditor downloads the pack of a NAV, and the page that checks it', async () => {
    const page = await visit('auditor1', '/evidence', { js })
    const [{ fundnavid: id } = { fundnavid: 0 }] = await demoNavs(1)
    await page.getByLabel('Number').fill(String(id))
    const [pack] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Build pack' }).click(),
    ])
    expect(pack.suggestedFilename()).toBe(`evidence-nav-${id}.zip`)
    const [checker] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'verify.html' }).click(),
    ])
    expect(checker.suggestedFilename()).toBe('verify.html')
  })

  test.each([
    ['nav-controls', 'nav', 'teamleader1'],
    ['invoices', 'invoice', 'teamleader1'],
    ['budgets', 'budget', 'finance1'],
  ])(
    'the page of an object of %s has its pack, for those who may have it, and not as it stood',
    async (list, kind, otherUser) => {
      const page = await visit('auditor1', `/${list}?size=5`, { js })
      await page.locator('a.grid__open').first().click()
      const link = page.locator('.drawer').getByRole('link', { name: 'Evidence pack' })
      const [pack] = await Promise.all([page.waitForEvent('download'), link.click()])
      expect(pack.suggestedFilename()).toMatch(new RegExp(`^evidence-${kind}-\\d+\\.zip$`))
      const address = new URL(page.url()).pathname
      await page.goto(`${address}?asOf=${new Date().toISOString()}`)
      await page.locator('.drawer').waitFor()
      expect(await link.count()).toBe(0)
      const other = await visit(otherUser, address, { js })
      await other.locator('.drawer').waitFor()
      expect(await other.getByRole('link', { name: 'Evidence pack' }).count()).toBe(0)
    },
  )
})

const STATES: State[] = [
  ['evidence', 'auditor1', '/evidence'],
  ['evidence of a manager', 'manager1', '/evidence'],
]

testStates('evidence', STATES)
