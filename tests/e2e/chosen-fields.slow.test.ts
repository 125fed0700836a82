import type { Transaction } from 'db/database'
import { legalEntity } from 'db/schema/lookups'
import { inArray } from 'drizzle-orm'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_OFFERED } from '~/platform/tables/options.server'
import { type Visit, visit } from '../support/browser/browsing'
import { draftForm, editDraft, saveDraft, uploadedDraft } from '../support/browser/drafts'
import { choose, chosenIn, over, typed } from '../support/browser/fields'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const field = (page: Page, label: string) => draftForm(page).getByLabel(label, { exact: true })
const option = (page: Page, name: string) => page.locator('.over__list').getByRole('option', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true }).click()

async function draft(met: Pick<Visit, 'refusals' | 'breaks'> = {}): Promise<Page> {
  const id = await uploadedDraft('finance1', { ref: ownName('FIELD-'), net: '100' })
  return visit('finance1', `/drafts/${id}/edit`, met)
}

/** More supplier funds than a page carries, and one that is looked for. */
const wanted = `Crédit ${ownName('Général ')}`
const others = Array.from({ length: MAX_OFFERED + 20 }, (_, at) => ownName(`Long list ${at} `))
async function change(work: (tx: Transaction) => Promise<unknown>) {
  const database = ownDatabase()
  await database.transaction(work)
  await database.close()
}
beforeAll(() =>
  change((tx) =>
    tx.insert(legalEntity).values([...others, wanted].map((name) => ({ name, kind: 'SUPPLIER FUND' }))),
  ),
)
// The files that come after this one have a list that their pages carry.
afterAll(() => change((tx) => tx.delete(legalEntity).where(inArray(legalEntity.name, others))))

/** The control that scripts lay over a field of a popup, or of the row that is edited. */
async function laidOver(page: Page, name: string, where: 'popup' | 'row') {
  const native = page.locator(`input[name="${name}"]${where === 'row' ? '[form=inline]' : ':not([form])'}`)
  return page.locator(`[id="${await native.getAttribute('id')}-over"]`)
}

test('an administrator chooses one of a long list, in a popup and in a row', async () => {
  const person = ownName('Chosen ')
  const page = await visit('admin', '/admin/lookups/client-validators/new')
  await page.locator('input[name=firstName]:not([form])').fill('Ada')
  await page.locator('input[name=lastName]:not([form])').fill(person)
  await choose(await laidOver(page, 'legalEntityId', 'popup'), wanted)
  expect(await page.locator('select[name=legalEntityId]').count()).toBe(0)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const list = `/admin/lookups/client-validators?${new URLSearchParams({ 'filter.lastName': person })}`
  await page
    .getByRole('status')
    .getByText(/Chosen/)
    .waitFor()
  await page.goto(list)
  const row = page.locator('tbody tr[data-key]')
  await row.getByText(wanted).waitFor()
  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  await choose(await laidOver(page, 'legalEntityId', 'row'), 'Arvensis SICAV')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await row.getByText('Arvensis SICAV').waitFor()
})

test('finds an entity by a part of its name without accents, and sends it as the list would', async () => {
  const page = await draft({ refusals: [422], breaks: true })
  await chapter('A list that the page carries', async () => {
    const entity = field(page, 'Settling Entity')
    await over(entity)
    await entity.fill('kapitalforv')
    await option(page, 'Nordlys Kapitalförvaltning AB').waitFor()
    expect(await page.locator('.over__list').getByRole('option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => entity.inputValue()).toBe('Nordlys Kapitalförvaltning AB')
    const native = draftForm(page).locator('select[name=settlingLegalEntity]')
    expect(await chosenIn(native)).toBe('Nordlys Kapitalförvaltning AB')
    // Escape closes the list and not the popup; nothing is chosen by it.
    await typed(entity, 'arv')
    await option(page, 'Arvensis SICAV').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.over__list').waitFor({ state: 'detached' })
    await expect.poll(() => entity.inputValue()).toBe('Nordlys Kapitalförvaltning AB')
    await saveDraft(page)
    await editDraft(page)
    await over(entity)
    await expect.poll(() => entity.inputValue()).toBe('Nordlys Kapitalförvaltning AB')
    // Emptied, nothing is chosen.
    await entity.fill('')
    await page.keyboard.press('Tab')
    expect(await native.inputValue()).toBe('')
    await page.locator('.over__list').waitFor({ state: 'detached' })
    // Left in the same instant as it was typed into, before its list could open.
    await entity.focus()
    await entity.evaluate(async (input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'arv')
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      input.blur()
      // Time for the list to open, were it to.
      await new Promise((done) => setTimeout(done, 300))
    })
    expect(await page.locator('.over__list').count()).toBe(0)
  })

  const fund = field(page, 'Supplier Fund')
  await chapter('One that it does not carry is searched on the server', async () => {
    await field(page, 'Supplier is a fund').check()
    await over(fund)
    expect(await page.locator('select[name=invoicedFundLegalEntity]').count()).toBe(0)
    // Tab takes the first name that was found.
    await fund.pressSequentially('CREDIT general')
    await expect.poll(() => page.locator('[role=option][data-focused]').allInnerTexts()).toEqual([wanted])
    await fund.press('Tab')
    await expect.poll(() => fund.inputValue()).toBe(wanted)
    // The answer does not come: what was found for the text before is no answer to this one.
    await page.route(/\/choices/, () => {})
    await fund.fill('')
    await fund.press('ArrowDown')
    await fund.pressSequentially('zz')
    await fund.press('Tab')
    expect(await fund.inputValue()).toBe('zz')
    await page.unroute(/\/choices/)
    await page.route(/\/choices/, (route) => route.abort())
    await typed(fund, 'CREDIT')
    await page.locator('.over__list').getByText('No answer: type again to search').waitFor()
    await page.unroute(/\/choices/)
    await fund.fill('CREDIT general')
    await option(page, wanted).click()
    await expect.poll(() => fund.inputValue()).toBe(wanted)
    await saveDraft(page)
    await editDraft(page)
    await over(fund)
    await expect.poll(() => fund.inputValue()).toBe(wanted)
  })
})

test('refuses a name that is not in a list that no page carries, and the refusal leads to its field', async () => {
  const page = await draft({ refusals: [422] })
  await field(page, 'Supplier is a fund').check()
  const fund = field(page, 'Supplier Fund')
  await over(fund)
  await fund.fill(`${wanted}x`)
  await page.keyboard.press('Escape')
  await save(page)
  await page.getByRole('alert').getByText(`is not in the list. The nearest names: ${wanted}`).waitFor()
  await expect.poll(() => fund.inputValue()).toBe(`${wanted}x`)
  await page.getByRole('alert').getByRole('link').first().click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toMatch(/-over$/)
})

test('reads days and amounts as people write them, lets days be stepped and picked, and sends no faulty day', async () => {
  const page = await draft()
  const day = field(page, 'GL Date')
  const native = draftForm(page).locator('input[name=glDate]')
  await over(day)
  for (const text of ['3.11.26', '2026-11-03', '3 Nov 2026', '03112026']) {
    await day.fill(text)
    await day.press('Tab')
    expect([await day.inputValue(), await native.inputValue()]).toEqual(['03/11/2026', '2026-11-03'])
  }
  // At the day, the month and the year.
  for (const [cursor, key, then] of [
    [0, 'ArrowUp', '04/11/2026'],
    [3, 'ArrowDown', '04/10/2026'],
    [7, 'ArrowUp', '04/10/2027'],
  ] as const) {
    await day.evaluate((input: HTMLInputElement, at) => input.setSelectionRange(at, at), cursor)
    await day.press(key)
    await expect.poll(() => day.inputValue()).toBe(then)
  }
  await day.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Calendar of GL Date' })
  await calendar.getByRole('heading', { name: 'October 2027' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await calendar.waitFor({ state: 'detached' })
  expect([await day.inputValue(), await native.inputValue()]).toEqual(['05/10/2027', '2027-10-05'])
  await day.fill('31/02/2026')
  await day.press('Tab')
  await draftForm(page).getByText('“31/02/2026” is not a date. Enter it as dd/mm/yyyy.').waitFor()
  expect(await day.getAttribute('aria-invalid')).toBe('true')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await save(page)
  await day.fill('28/02/2026')
  await saveDraft(page)
  expect(sent).toHaveLength(1)
  await editDraft(page)
  await over(day)
  await expect.poll(() => day.inputValue()).toBe('28/02/2026')

  const gross = field(page, 'Gross')
  for (const [typed, read] of [
    ['1,234.50', '1234.50'],
    ['1 234,50', '1234.50'],
    ['1.234,5', '1234.50'],
    ['9,999,999,999,999,999.99', '9999999999999999.99'],
    ['120', '120'],
  ] as const) {
    await gross.fill(typed)
    await gross.press('Tab')
    await expect.poll(() => gross.inputValue()).toBe(read)
  }
  await gross.fill('1,234')
  await gross.press('Tab')
  await draftForm(page).getByText('“1,234” can be read in two ways.').first().waitFor()
  await expect.poll(() => gross.inputValue()).toBe('1,234')
})

test('leaves every control the browser’s own where its code does not arrive, and sends the form', async () => {
  const id = await uploadedDraft('finance1', { ref: ownName('BARE-'), net: '100' })
  const page = await visit('finance1', '/drafts', { breaks: true })
  await page.route(/assets\/aria/, (route) => route.abort())
  await page.goto(`/drafts/${id}/edit`)
  await field(page, 'Settling Entity').selectOption('Arvensis SICAV')
  await draftForm(page).locator('input[type=date][name=glDate]').fill('2026-11-03')
  await saveDraft(page)
  await editDraft(page)
  expect(await chosenIn(field(page, 'Settling Entity'))).toBe('Arvensis SICAV')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await draftForm(page).waitFor({ state: 'detached' })
  await page.locator('.topbar > .menu > summary').click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.waitForURL('**/account/sessions')
})
