import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { logIn, visit } from '../support/browser/browsing'
import { openFilters } from '../support/browser/grids'
import { asksOnce, leaveQuestions } from '../support/browser/leaving'
import { ownName } from '../support/browser/own-name'
import { newProcess } from '../support/browser/processes'

const list = (name: string) => `/processes?filter.process=${encodeURIComponent(name)}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Processes' }).locator('tr[data-key]').filter({ hasText: name }).first()
const tasks = (page: Page) => page.getByRole('table', { name: /^Tasks of/ })
const FIGURES = { name: 'figures.csv', mimeType: 'text/csv', buffer: Buffer.from('class,assets\nA,1.00\n') }
const state = (page: Page, task: string) =>
  tasks(page).getByRole('row').filter({ hasText: task }).locator('.badge').first().innerText()

test('a task is opened from the row of its process, started, documented, done, and reviewed by another person; tasks are filtered below their row', async () => {
  const name = ownName('Figures J')
  const { processDateId, taskIds } = await newProcess(name)
  const page = await visit('operations1', list(name))
  await expect.poll(() => row(page, name).innerText()).toMatch(/0\/3[\s\S]*LATE[\s\S]*LATE/)
  await page.getByRole('link', { name: `Details of ${name}`, exact: false }).click()
  await tasks(page).getByRole('link', { name: '2 Check the figures' }).click()
  await page.getByRole('heading', { name: `${name} Check the figures TO DO (OPERATIONS)` }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/processes/${processDateId}/tasks/${taskIds[1]}`)

  await press(page, 'Start')
  await page.getByText('Check the figures: IN PROGRESS (OPERATIONS)').waitFor()
  await page.getByRole('link', { name: 'Upload New Document' }).click()
  await page.locator('input[type=file]').setInputFiles([FIGURES])
  await press(page, 'Upload')
  await page.getByRole('table', { name: 'Documents' }).getByText('figures.csv').waitFor()
  await page.goto(page.url())
  await page.getByRole('textbox', { name: 'Message' }).fill('Agrees to the cent')
  await press(page, 'Done')
  await page.getByText('Check the figures: DONE (OPERATIONS)').waitFor()
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await expect.poll(() => state(page, 'Check the figures')).toBe('DONE (OPERATIONS)')
  await page.goto(`/tasks/${taskIds[1]}`)
  await page.getByText(/Review.* needs another person/).waitFor()

  await page.context().clearCookies()
  await logIn(page.context(), 'operations2')
  await page.goto(`/tasks/${taskIds[1]}`)
  await press(page, 'Review')
  await page.getByText('Check the figures: REVIEWED (OPERATIONS)').waitFor()
  await page.goto(`${list(name)}&expanded=${processDateId}`)
  await expect.poll(() => row(page, name).innerText()).toContain('1/3')
  await expect.poll(() => state(page, 'Check the figures')).toBe('REVIEWED (OPERATIONS)')

  // Its tasks are filtered below its row, which stays expanded.
  await openFilters(page.locator('.grid', { has: tasks(page) }).last())
  await page.getByLabel('Filter Task Name').fill('Send')
  await page.keyboard.press('Enter')
  await expect.poll(() => tasks(page).locator('tr[data-key]').count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('expanded')).toBe(String(processDateId))
})

test('without JavaScript a task is opened from the row of its process, started and done', async () => {
  const name = ownName('Figures N')
  const { processDateId } = await newProcess(name)
  const page = await visit('operations1', `${list(name)}&expanded=${processDateId}`, { js: false })
  await tasks(page).getByRole('link', { name: '2 Check the figures' }).click()
  await page.getByRole('heading', { name: `${name} Check the figures TO DO (OPERATIONS)` }).waitFor()
  await press(page, 'Start')
  await page.getByText('Check the figures: IN PROGRESS (OPERATIONS)').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Agrees to the cent')
  await press(page, 'Done')
  await page.getByText('Check the figures: DONE (OPERATIONS)').waitFor()
})

test('a month shows what is due on each day; a status of a day leads to its rows, and the months follow', async () => {
  const page = await visit('operations1', '/processes/calendar?month=2026-10')
  const late = page.getByRole('link', { name: /^\d+ LATE due on \d\d\/10\/2026$/ }).first()
  const count = Number((await late.innerText()).match(/\d+/)?.[0])
  await late.click()
  await page.getByRole('table', { name: 'Processes' }).waitFor()
  await expect.poll(() => page.locator('h1').locator('..').innerText()).toContain(String(count))
  await page.goBack()
  await page.getByRole('link', { name: 'November 2026' }).click()
  await page.getByRole('heading', { name: 'Processes due in November 2026' }).waitFor()
})

test('by keyboard: a row is expanded, its tasks are moved over, one is opened and left; a user is chosen for it', async () => {
  const name = ownName('Keys K')
  const { processDateId, taskIds } = await newProcess(name)
  const page = await visit('operations1', list(name))
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-key') ?? null)
  await row(page, name).locator('a.grid__expand').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tasks(page).waitFor()
  await page.keyboard.press('Space')
  await tasks(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Space')
  await tasks(page).locator('a.grid__open').first().focus()
  await page.keyboard.press('ArrowDown')
  // The grid around it stays out of it.
  await expect.poll(() => focused()).toBe(String(taskIds[1]))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.locator('#drawer-title').getByText('Check the figures').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe(String(taskIds[1]))
  // One click opens once: Back leads to the list.
  await tasks(page).getByRole('cell', { name: 'Send', exact: true }).click()
  await page.locator('#drawer-title').waitFor()
  await page.goBack()
  await page.locator('#drawer-title').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('expanded')).toBe(String(processDateId))

  // A user is chosen with Enter, and given up with Escape; a double click leaves the row expanded.
  await page.goto(list(name))
  await row(page, name).getByRole('link', { name: 'Assign…' }).focus()
  await page.keyboard.press('Enter')
  const select = page.locator('select[name=user_id]')
  await select.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('user_id')
  await page.keyboard.press('Escape')
  await select.waitFor({ state: 'detached' })
  await row(page, name).getByRole('link', { name: 'Assign…' }).click()
  const questions = leaveQuestions(page)
  await select.selectOption({ index: 1 })
  await asksOnce(page, questions, () => page.keyboard.press('Escape'))
  questions.leave = true
  await asksOnce(page, questions, () => page.keyboard.press('Escape'))
  await select.waitFor({ state: 'detached' })
  await row(page, name).getByRole('link', { name: 'Assign…' }).click()
  // Who may be chosen comes with the cell.
  await select.waitFor()
  await page.keyboard.type('Osc')
  await page.keyboard.press('Enter')
  await page.getByText(/assigned to Oscar Meyers/).waitFor()
  await row(page, name)
    .getByRole('cell', { name: `Entity of ${name}`, exact: true })
    .dblclick()
  // What is clicked after both clicks is done after both.
  await tasks(page).getByRole('link', { name: '1 Collect the figures' }).click()
  await page.locator('#drawer-title').getByText('Collect the figures').waitFor()
  expect(new URL(page.url()).searchParams.get('expanded')).toBe(String(processDateId))
  await tasks(page).waitFor()
})
