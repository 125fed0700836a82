import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'

test('clicks that come while a page still reads its data do it no harm: scripts take it over as always', async () => {
  const page = await visit('accountant1', '/nav-controls')
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      document.body?.click()
      // React has marked each element that it took over.
      const isTaken = Object.keys(document.querySelector('main') ?? {}).some((key) =>
        key.startsWith('__react'),
      )
      if (!isTaken) port2.postMessage(null)
    }
    port2.postMessage(null)
  })
  for (const path of ['/work', '/drafts', '/nav-controls']) await page.goto(path)
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(new URL(page.url()).pathname).toBe('/nav-controls')
})

test('a list comes without the styles of objects, and a drawer that is opened at once has them', async () => {
  for (const js of [true, false]) {
    const page = await visit('accountant1', '/nav-controls', { js })
    expect(await page.locator('style[data-sheet="lists"]').count()).toBe(1)
    await page.locator('a.grid__open').first().press('Enter')
    const step = page.locator('.headline__facts')
    await step.waitFor()
    expect(await step.evaluate((facts) => getComputedStyle(facts).display)).toBe('flex')
  }
})
