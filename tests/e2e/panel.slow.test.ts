import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { tableIn } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeMatching } from 'tests/support/workbooks/write'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { controlledTwice } from '../support/browser/controlled-twice'
import { payloads } from '../support/browser/files'
import type { TestFund } from '../support/browser/funds'
import { openFilters } from '../support/browser/grids'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

/** Controlled twice: a good set, then one with a fault, and once on the date before. */
let fund: TestFund
let faulty: WrittenFile[]

beforeAll(async () => {
  const made = await controlledTwice({ code: ownName('PANEL') })
  fund = made.fund
  faulty = made.faulty
})

const panel = () => `/nav-controls/${fund.nav.id}`

test('the panel of a NAV compares its uploads, gives its files back, takes a matching, and keeps a KPI comment', async () => {
  const page = await visit('accountant1', panel())
  await chapter('The difference with the previous upload has three tabs and another base', async () => {
    await page.getByRole('link', { name: 'NAV diff' }).first().click()
    const popup = page.getByRole('dialog', { name: 'Difference with previous upload' })
    await popup.getByText('Compared with the upload of').waitFor()
    const row = popup
      .getByRole('row')
      .filter({ hasText: 'CLASS TNA' })
      .filter({ hasText: '28,000,000.00000' })
    await expect.poll(() => row.innerText()).toMatch(/0\.\d{4}\s?%/)
    await popup.getByRole('link', { name: 'Balance Changes' }).click()
    await popup.getByRole('row').filter({ hasText: 'UNCHANGED' }).first().waitFor()
    await popup.getByRole('link', { name: /Compare with the NAV of 30.09.26/ }).click()
    await popup.getByText('Compared with the NAV of 30.09.26').waitFor()
    await popup.getByRole('row').filter({ hasText: 'CHANGED' }).first().waitFor()
    await popup.getByRole('link', { name: 'Inventory Changes' }).click()
    await page.waitForURL(/delta\/inventory/)
    await popup.getByRole('row').filter({ hasText: 'Target fund' }).first().waitFor()
    await popup.getByText('Compared with the NAV of 30.09.26').waitFor()
    await popup.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL(new RegExp(`${panel()}(\\?|$)`))
  })
  await chapter('A file comes back to the byte, and the error report is a workbook', async () => {
    const files = page.getByRole('table', { name: 'Controls', exact: true }).locator('tr[data-key]').first()
    const saved = await download(page, files.getByRole('link', { name: 'NAV', exact: true }))
    expect(saved.name).toBe(faulty[0]?.name)
    expect(Buffer.compare(saved.bytes, Buffer.from(faulty[0]?.bytes ?? []))).toBe(0)
    const report = await download(page, files.getByRole('link', { name: 'Error report' }))
    expect(report.name).toMatch(/\.xlsx$/)
    expect(await sheets(report.bytes)).toContain('N03 Class TNA')
  })
  await chapter('A matching is uploaded and downloaded', async () => {
    await page.getByRole('link', { name: 'New matching' }).click()
    const broken = await writeMatching(fund.nav.model, (book) => {
      const [first] = tableIn([book], 'Matching').rows
      if (first) first.quantity = { number: '1' }
    })
    await page.getByLabel('1 Excel file').setInputFiles(payloads([broken]))
    await page.getByRole('button', { name: 'Upload matching' }).click()
    await page.getByText('Matching done').waitFor()
    const saved = await download(page, page.getByRole('link', { name: 'Download matching' }))
    expect(saved.name).toBe('matching.xlsx')
    expect(await sheets(saved.bytes)).toContain('QUANTITY BREAK')
  })
  await chapter('A KPI comment that needs a text asks for it, and is saved', async () => {
    await page.goto(`${panel()}/kpi`)
    const form = page.getByRole('group', { name: 'NAV on time' })
    const choice = await form.locator('option', { hasText: '(free text required)' }).first().innerText()
    await form.getByLabel('Comment').selectOption({ label: choice })
    const [save, text] = [form.getByRole('button', { name: 'Save' }), form.getByLabel('Free text')]
    await expect.poll(() => save.isDisabled()).toBe(true)
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
    const words = await text.getAttribute('aria-describedby')
    await expect
      .poll(() => page.locator(`[id="${words}"]`).innerText())
      .toBe('This comment needs a free text.')
    await text.fill('Prices came an hour late')
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe(null)
    await save.click()
    await page.getByText('KPI comment saved').waitFor()
    await expect.poll(() => text.inputValue()).toBe('Prices came an hour late')
  })
})

test('by keyboard alone a rule is justified, and checks are expanded', async () => {
  const page = await visit('accountant1', panel())
  const rules = page.locator('.grid', { has: page.getByRole('table', { name: 'Rule results' }) })
  await openFilters(rules.last())
  await page.getByLabel('Filter Rule', { exact: true }).focus()
  await page.keyboard.type('N04')
  await page.getByText('1–1 of 1').last().waitFor()
  await page.waitForURL(/rules\.filter\.name=N04/)
  await page.keyboard.press('Tab')
  for (let at = 0; at < 10 && !(await onRow(page)); at++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Rule result details: N04 Fund TNA' }).waitFor()
  const rule = page.url()
  await page.getByText('Blocks “Submit” until it is OK or justified.').waitFor()
  for (let at = 0; at < 10 && (await focusedName(page)) !== 'result'; at++) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedName(page)).toBe('comment')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Follows from N03')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('N04 Fund TNA: OK - justified').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)

  await chapter('Closing the popup with an unsaved comment asks for confirmation', async () => {
    await page.goto(rule)
    await page.getByText('Justified: it does not block “Submit”.').waitFor()
    const comment = page.getByRole('dialog').getByLabel('Comment')
    await comment.fill('Half a sentence')
    const first = page.waitForEvent('dialog').then((asked) => asked.dismiss())
    await page.keyboard.press('Escape')
    await first
    expect(await comment.inputValue()).toBe('Half a sentence')
    const second = page.waitForEvent('dialog').then((asked) => asked.accept())
    await page.keyboard.press('Escape')
    await second
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await chapter('Enter expands checks and collapses them; those of others say whose they are', async () => {
    await page.goto(`${panel()}/checks?checks.expanded=16`)
    await page.getByText('Ticked by a member of the queue TEAM LEADER.').waitFor()
    await page.getByRole('link', { name: /^Details of check 1 / }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const second = page.getByRole('link', { name: /^Details of check 2 /, expanded: true })
    await second.waitFor()
    expect(new URL(page.url()).searchParams.get('checks.expanded')).toBe('2')
    await page.keyboard.press('Enter')
    await second.waitFor({ state: 'detached' })
  })
})

async function download(page: Page, link: ReturnType<Page['getByRole']>) {
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: saved.suggestedFilename(), bytes: await buffer(await saved.createReadStream()) }
}

/** All texts of a workbook. */
async function sheets(bytes: Buffer): Promise<string> {
  const { default: ExcelJS } = await import('exceljs')
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(bytes as unknown as ArrayBuffer)
  return book.worksheets
    .flatMap((sheet) => sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? row : [])))
    .join('\n')
}

function onRow(page: Page): Promise<boolean> {
  return page.evaluate(() => document.activeElement?.matches('tr[data-key] a.grid__open') ?? false)
}

function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'))
}
