import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { demoNavs } from '../support/browser/demo-navs'

describe.each([
  { js: true, scripts: 'with JavaScript', month: '2026-09' },
  { js: false, scripts: 'without JavaScript', month: '2026-08' },
])('$scripts', ({ js, month }) => {
  test('builds the packs of a month, follows them and downloads them; explains a wrong month beside its field', async () => {
    const page = await visit('auditor1', '/evidence', { js, refusals: [404, 422] })
    const [{ fundcode: code } = { fundcode: '' }] = await demoNavs(1)
    await page.getByLabel('Month').fill('2020-01')
    await page.getByLabel('Funds').fill(code)
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page.getByText(`Fund ${code} has no NAV in 2020-01. Choose another month.`).first().waitFor()
    expect(await page.getByLabel('Month').inputValue()).toBe('2020-01')
    expect(await page.getByLabel('Funds').inputValue()).toBe(code)

    await page.getByLabel('Month').fill(month)
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
})

test('downloads the pack of a NAV by its number and from its page, not as it stood, and the page that checks it', async () => {
  const page = await visit('auditor1', '/evidence')
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

  await page.goto(`/nav-controls/${id}`)
  const link = page.locator('.drawer').getByRole('link', { name: 'Evidence pack' })
  const [same] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(same.suggestedFilename()).toBe(`evidence-nav-${id}.zip`)
  await page.goto(`/nav-controls/${id}?asOf=${new Date().toISOString()}`)
  await page.locator('.drawer').waitFor()
  expect(await link.count()).toBe(0)
})

const STATES: State[] = [['evidence', 'auditor1', '/evidence']]

testStates('evidence', STATES)
