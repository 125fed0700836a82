import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { chapter } from '../support/chapter'

/** A run may be read until it has ended; its page follows it. */
const done = (page: Page) =>
  expect.poll(() => page.locator('.page__head').innerText(), { timeout: 150_000 }).toContain('Done')

const field = (page: Page, name: string) => page.locator(`[id="replay-${name}"], [name="${name}"]`).first()

test('a team leader replays a tolerance, reads how far the run is, and what would have been different', {
  timeout: 200_000,
}, async () => {
  const page = await visit('teamleader1', '/replay', { refusals: [422] })
  await chapter('What makes no sense is refused, and what was typed stays', async () => {
    await field(page, 'tolerance1').selectOption('N14.tna')
    await field(page, 'value1').fill('much')
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => field(page, 'value1').inputValue()).toBe('much')
  })
  await chapter('The run shows how far it is, and then what would have been different', async () => {
    await field(page, 'value1').fill('2')
    await page.locator('[name="funds"]').first().fill('ARV01')
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByRole('heading', { name: /^Replay \d+/ }).waitFor()
    await done(page)
    await page.getByRole('heading', { name: 'What would change' }).waitFor()
    await page.getByText(/controls replayed/).waitFor()
  })
})

const drawn = async (page: Page) => {
  await page.locator('[name="tolerance"]').selectOption('N14.tna')
  await page.locator('[name="funds"]').last().fill('ARV01')
  await page.getByRole('button', { name: 'Draw the curve' }).click()
  await page.getByRole('heading', { name: /^Curve \d+/ }).waitFor()
  await done(page)
}

const computed = async (page: Page) => {
  await page.getByRole('button', { name: /^Compute/ }).click()
  await page.getByRole('heading', { name: /^Detection floor \d+/ }).waitFor()
  await done(page)
  await page.goto(new URL('/replay/detection/ARV02', page.url()).href)
  await page.getByRole('table', { name: 'Errors' }).waitFor()
}

const STATES: State[] = [
  ['replays', 'manager1', '/replay'],
  ['the detection floor', 'manager1', '/replay/detection'],
  ['the floors of a fund', 'manager1', '/replay/detection/ARV02', computed],
  ['suggestions', 'manager1', '/replay/suggestions'],
  ['a curve', 'manager1', '/replay', drawn],
]

testStates('replays', STATES)
