import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright'
import { planMatching, planSet, rowIn, tableIn } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeBook, writeMatching, writeSet } from 'tests/support/workbooks/write'
import { beforeAll, describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { control } from '../support/browser/calls'
import { payloads } from '../support/browser/files'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

/** Controlled twice: a good set, then one with a fault, and once on the date before. */
let fund: TestFund
let faulty: WrittenFile[]

beforeAll(async () => {
  fund = await newFund({ code: ownName('PANEL') })
  const [previous] = fund.navs
  if (previous) await control('accountant2', await writeSet(previous.model, 'FIA3'))
  await control('accountant1', await writeSet(fund.nav.model, 'FIA3'))
  const books = planSet(fund.nav.model, 'FIA3')
  const [first] = fund.nav.model.classes
  rowIn(tableIn(books, 'NAV'), { type: 'CLASS TNA', code: first?.code ?? '' }).value = { number: '28000000' }
  faulty = await Promise.all(books.map(writeBook))
  await control('accountant1', faulty)
})

const panel = () => `/nav-controls/${fund.nav.id}`

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('a KPI comment that needs a text asks for it, and is kept', async () => {
    const page = await visit('accountant1', `${panel()}/kpi`, { js, refusals: [422] })
    const form = page.getByRole('group', { name: js ? 'NAV on time' : 'Resends' })
    const choice = await form.locator('option', { hasText: '(free text required)' }).first().innerText()
    await form.getByLabel('Comment').selectOption({ label: choice })
    const save = form.getByRole('button', { name: 'Save' })
    const text = form.getByLabel('Free text')
    if (js) {
      await expect.poll(() => save.isDisabled()).toBe(true)
      await expect.poll(() => text.getAttribute('aria-invalid')).toBe('true')
      const words = await text.getAttribute('aria-describedby')
      await expect
        .poll(() => page.locator(`[id="${words}"]`).innerText())
        .toBe('This comment needs a free text.')
    } else {
      await save.click()
      await page.getByRole('alert').filter({ hasText: 'Kpi Comment' }).waitFor()
      await expect.poll(() => form.getByLabel('Comment').locator('option:checked').innerText()).toBe(choice)
    }
    await text.fill('Prices came an hour late')
    await expect.poll(() => text.getAttribute('aria-invalid')).toBe(js ? null : 'true')
    await save.click()
    await page.getByText('KPI comment saved').waitFor()
    await expect.poll(() => form.getByLabel('Free text').inputValue()).toBe('Prices came an hour late')
  })
})

test('the difference with the previous upload has three tabs and another base; files come back to the byte, and the error report is a workbook', async () => {
  const page = await visit('auditor1', panel())
  await page.getByRole('link', { name: 'NAV diff' }).first().click()
  const popup = page.getByRole('dialog', { name: 'Difference with previous upload' })
  await popup.getByText('Compared with the upload of').waitFor()
  const row = popup.getByRole('row').filter({ hasText: 'CLASS TNA' }).filter({ hasText: '28,000,000.00000' })
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

  const files = page.getByRole('table', { name: 'Controls', exact: true }).locator('tr[data-key]').first()
  for (const [at, name] of ['NAV', 'Balance', 'Inventory'].entries()) {
    const saved = await download(page, files.getByRole('link', { name, exact: true }))
    expect(saved.name).toBe(faulty[at]?.name)
    expect(Buffer.compare(saved.bytes, Buffer.from(faulty[at]?.bytes ?? []))).toBe(0)
  }
  const report = await download(page, files.getByRole('link', { name: 'Error report' }))
  expect(report.name).toMatch(/\.xlsx$/)
  expect(await sheets(report.bytes)).toContain('N03 Class TNA')
})

test('a matching is uploaded and downloaded', async () => {
  const page = await visit('accountant1', panel(), { refusals: [422] })
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

  await page.goto(`${panel()}/new-matching`)
  const book = planMatching(fund.nav.model)
  book.tables = []
  book.extraSheets = [{ name: 'Empty', rows: [[{ text: 'nothing' }]] }]
  await page.getByLabel('1 Excel file').setInputFiles(payloads([await writeBook(book)]))
  await page.getByRole('button', { name: 'Upload matching' }).click()
  await page.getByRole('alert').filter({ hasText: 'File cannot be integrated, see error.' }).waitFor()
})

test('checks of the own queue are ticked with a comment, others say whose they are; Enter expands and collapses them', async () => {
  const page = await visit('accountant1', panel())
  await page.getByRole('link', { name: 'NAV Checks Audit' }).click()
  await page.getByRole('link', { name: /^Details of check 3 / }).click()
  await page.getByLabel('Comment (optional)').fill('<b>Agreed</b> with the agent')
  await page.getByRole('button', { name: 'Tick check 3' }).click()
  await page.getByText('Check 3 ticked').waitFor()
  const row = page.getByRole('table', { name: 'NAV checks' }).locator('tr[data-key]').nth(2)
  await expect.poll(() => row.innerText()).toMatch(/DONE[\s\S]*<b>Agreed<\/b> with the agent/)
  await page.getByRole('link', { name: /^Details of check 16 / }).click()
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

test('a rule is justified by keyboard alone', async () => {
  const page = await visit('accountant1', panel())
  await page.getByRole('link', { name: 'Show all 41 rules' }).focus()
  await page.keyboard.press('Enter')
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
  await page.goto(rule)
  await page.getByText('Justified: it does not block “Submit”.').waitFor()
})

test('a comment that is not saved is asked about before its popup closes', async () => {
  const page = await visit('accountant1', panel())
  await page.locator('a[href*="/rules/"]').first().click()
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
