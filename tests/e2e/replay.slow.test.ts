import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { post } from '../support/browser/calls'
import { refuseChange } from '../support/browser/changes'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** A run may be read until it has ended; without scripts the page is asked for again. */
async function done(page: Page, js: boolean) {
  await expect
    .poll(
      async () => {
        if (!js) await page.goto(page.url())
        return page.locator('.page__head').innerText()
      },
      { timeout: 150_000, interval: 1_000 },
    )
    .toContain('Done')
}

const field = (page: Page, name: string) => page.locator(`[id="replay-${name}"], [name="${name}"]`).first()

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('a team leader replays a tolerance, reads how far the run is, and what would have been different', {
    timeout: 200_000,
  }, async () => {
    const page = await visit('teamleader1', '/replay', { js, refusals: [422] })
    await chapter('What makes no sense is refused, and what was typed stays', async () => {
      await field(page, 'tolerance1').selectOption('N14.tna')
      await field(page, 'value1').fill('much')
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByRole('alert').first().waitFor()
      await expect.poll(() => field(page, 'value1').inputValue()).toBe('much')
    })
    await chapter('The run shows how far it is, and then what would have been different', async () => {
      await field(page, 'value1').fill('2')
      await page.locator('[name="funds"]').first().fill('ARV01, ARV02')
      await page.getByRole('button', { name: 'Replay', exact: true }).click()
      await page.getByRole('heading', { name: /^Replay \d+/ }).waitFor()
      await done(page, js)
      await page.getByRole('heading', { name: 'What would change' }).waitFor()
      await page.getByText(/controls replayed/).waitFor()
    })
  })
})

test('an administrator proposes what a run tried, and another sees the run beside it', {
  timeout: 200_000,
}, async () => {
  const tried = { tolerance: 'N14.tna', value: '2', level: 'fund', subject: 'ARV01' }
  const { id } = (await post('teamleader1', 'replay', { funds: ['ARV01'], changes: [tried] })) as {
    id: number
  }
  const asks = await visit('admin', `/replay/${id}`)
  await done(asks, true)
  const why = ownName('Proposed ')
  await asks.getByRole('link', { name: 'Propose…' }).click()
  await asks.getByLabel('Reason (optional)').fill(why)
  await asks.getByRole('button', { name: 'Propose', exact: true }).click()
  await asks.getByRole('table', { name: 'Pending second approval' }).waitFor()
  const decides = await visit('admin2', '/admin/tolerances')
  const row = decides.getByRole('row').filter({ hasText: why })
  await row.getByRole('link', { name: /^Open replay/ }).click()
  await decides.getByRole('heading', { name: /^Replay \d+/ }).waitFor()
  await decides.goBack()
  await refuseChange(row, 'Only a test')
  await row.waitFor({ state: 'detached' })
})

test('whoever only reads starts nothing', async () => {
  const page = await visit('auditor1', '/replay')
  await page.getByText('You can read replays.').waitFor()
  expect(await page.getByRole('button', { name: 'Replay', exact: true }).count()).toBe(0)
})

const drawn = async (page: Page) => {
  await page.locator('[name="tolerance"]').selectOption('N14.tna')
  await page.locator('[name="funds"]').last().fill('ARV01')
  await page.getByRole('button', { name: 'Draw the curve' }).click()
  await page.getByRole('heading', { name: /^Curve \d+/ }).waitFor()
  // The page is looked at with scripts and without.
  await done(page, false)
}

const computed = async (page: Page) => {
  await page.getByRole('button', { name: /^Compute/ }).click()
  await page.getByRole('heading', { name: /^Detection floor \d+/ }).waitFor()
  await done(page, false)
  await page.goto(new URL('/replay/detection/ARV02', page.url()).href)
  await page.getByRole('table', { name: 'Errors' }).waitFor()
}

const STATES: State[] = [
  ['replays', 'manager1', '/replay'],
  ['replays of a reader', 'auditor1', '/replay'],
  ['the detection floor', 'manager1', '/replay/detection'],
  ['the floors of a fund', 'manager1', '/replay/detection/ARV02', computed],
  ['a fund without floors', 'auditor1', '/replay/detection/ARV03'],
  ['suggestions', 'manager1', '/replay/suggestions'],
  ['a curve', 'manager1', '/replay', drawn],
]

testStates('replays', STATES)
