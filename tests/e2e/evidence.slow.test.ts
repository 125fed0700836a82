import { expect, test } from 'vitest'
import { violations } from '../support/browser/axe'
import { visit } from '../support/browser/browsing'
import { demoNavs } from '../support/browser/demo-navs'
import { siteNow } from '../support/browser/site-time'
import { chapter } from '../support/chapter'

const MONTH = '2026-09'
const SHOWN_MONTH = '09/2026'

test('builds packs of a month and of a NAV, follows and downloads them, and the page that checks them', async () => {
  const [{ fundnavid: id, fundcode: code } = { fundnavid: 0, fundcode: '' }] = await demoNavs(1)
  const page = await visit('auditor1', '/evidence', { refusals: [404, 422] })
  await chapter('A wrong fund is explained beside its field', async () => {
    expect(await violations(page, 'evidence')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByLabel('Month').selectOption({ label: SHOWN_MONTH })
    await page.getByLabel('Funds').fill('NONE99')
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page.getByText('There is no fund NONE99. Enter fund codes with commas between.').first().waitFor()
    expect(await page.getByLabel('Month').inputValue()).toBe(MONTH)
    expect(await page.getByLabel('Funds').inputValue()).toBe('NONE99')
  })

  await chapter('The packs of a month are built and downloaded', async () => {
    await page.getByLabel('Funds').fill(code)
    await page.getByRole('button', { name: 'Build the month' }).click()
    await page.getByRole('heading', { name: `Evidence of ${SHOWN_MONTH}` }).waitFor()
    const link = page.getByRole('link', { name: 'Download the pack' })
    await expect.poll(() => link.count(), { timeout: 60_000 }).toBe(1)
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^evidence-${MONTH}-\\d+\\.zip$`))
    await page.getByRole('link', { name: 'All packs' }).click()
    await page
      .getByText(new RegExp(`${MONTH} of ${code}, SHA-256`))
      .first()
      .waitFor()
  })

  await chapter('The pack of a NAV is downloaded by its number, with the page that checks it', async () => {
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

  await chapter('It is downloaded from the page of the NAV, too, but not as it stood', async () => {
    await page.goto(`/nav-controls/${id}`)
    const link = page.locator('.drawer').getByRole('link', { name: 'Evidence pack' })
    const [same] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(same.suggestedFilename()).toBe(`evidence-nav-${id}.zip`)
    await page.goto(`/nav-controls/${id}?asOf=${siteNow().toISOString()}`)
    await page.locator('.drawer').waitFor()
    expect(await link.count()).toBe(0)
  })
})
