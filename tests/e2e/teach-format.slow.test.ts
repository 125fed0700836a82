import type { Page } from 'playwright'
import { demoSite } from 'tests/support/demo/demo-site'
import { storeFormat } from 'tests/support/formats/stored-format'
import { figuresOf, UMBRELLA, umbrellaBook } from 'tests/support/formats/umbrella-book'
import { copyOf } from 'tests/support/postgres/copy'
import { writeSet } from 'tests/support/workbooks/write'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { violations } from '../support/browser/axe'
import { newFund } from '../support/browser/funds'
import { ownDatabase } from '../support/browser/own-database'
import { ownSite } from '../support/browser/own-site'
import { startServer } from '../support/browser/server'

// A site of its own: formats stay, and other tests expect none.
const site = await copyOf(await demoSite(inject('postgres')))
await site.leave()
const funds = [
  await newFund({ code: 'UMA', name: 'Umbrella Bonds', before: 0 }, site.url),
  await newFund({ code: 'UMB', name: 'Umbrella Equities', before: 0 }, site.url),
]
const server = await startServer(site)
afterAll(() => server.stop())

interface Look {
  js?: boolean
  width?: number
  dark?: boolean
}

async function visit(user: string, path: string, { js = true, width = 1280, dark = false }: Look = {}) {
  const context = await ownSite().browser.newContext({
    baseURL: server.origin,
    javaScriptEnabled: js,
    viewport: { width, height: 800 },
    colorScheme: dark ? 'dark' : 'light',
  })
  context.setDefaultTimeout(30_000)
  onTestFinished(() => context.close())
  const form = { username: user, password: DEMO_PASSWORD }
  await context.request.post(`${server.origin}/login`, { form, maxRedirects: 0 })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const FILES = {
  'Valorisation_ARV05.csv': [
    'Fonds :;ARV05',
    'Date VL :;30.10.2026',
    'Devise :;EUR',
    '',
    'Code valeur;Libellé;Nature;Dev.;Quantité;Cours;Date cours;Valeur boursière;Gérant',
    'XS2002;BELFORT CREDIT 3.25 % 2031;OBLIG;EUR;9 000 000;89,412;30.10.2026;8 047 080,00;KL',
    'LU7710;LINDENHOF CASH PLUS I;PIAF;EUR;12 840;1 018,44;29.10.2026;13 076 769,60;KL',
    'CASH-EUR;COMPTE COURANT EUR;LIQ;EUR;;;;3 902 118,04;',
    'Total;;;;;;;25 025 967,64;',
  ],
  'Bilan_ARV05.csv': [
    'Fonds :;ARV05',
    'Date VL :;30.10.2026',
    'Devise :;EUR',
    'Compte;Libellé;Devise;Débit;Crédit',
    '100;Capital;EUR;;25 025 967,64',
    '510;Banque;EUR;25 025 967,64;',
  ],
  'VL_ARV05.csv': [
    'Fonds :;ARV05',
    'Date VL :;30.10.2026',
    'Devise :;EUR',
    'Total assets;25 025 967,64',
    'Total liabilities;0,00',
    'Net assets;25 025 967,64',
  ],
}

const files = Object.entries(FILES).map(([name, rows]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.join('\n')),
}))

async function sendFiles(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
  await page.getByRole('button', { name: 'Read the files' }).click()
  await page.waitForURL(/\/formats\/teach\/./)
  await page.getByRole('heading', { name: 'Teach a format', level: 1 }).waitFor()
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

const WORD = '“PIAF” means'

test('without scripts an unknown set is taught: a word gets its type, all is read, and the format is proposed', async () => {
  const page = await visit('admin', '/admin/formats/teach', { js: false })
  await sendFiles(page)
  const findings = page.getByRole('region', { name: 'What was understood' })
  expect(await findings.innerText()).toContain('"PIAF" is not a type of instrument')
  await page.getByLabel(WORD).selectOption('Fund')
  await page.getByRole('button', { name: 'Try', exact: true }).last().click()
  await findings.getByText('Everything is read').waitFor()
  expect(await findings.innerText()).toContain('INVENTORY: 3 lines of Valorisation_ARV05.csv, 1 row left out')
  await page.locator('input[name=code]').fill('LINDENHOF')
  await page.getByLabel('Reason').fill('Files of Lindenhof')
  await page.getByRole('button', { name: 'Propose' }).click()
  await page.getByRole('heading', { name: 'File formats', level: 1 }).waitFor()
  expect(await page.locator('main').innerText()).toContain('LINDENHOF')
})

test('by the keys alone a column gets another meaning and is tried; the page has no faults for screen readers', async () => {
  const page = await visit('admin', '/admin/formats/teach')
  await sendFiles(page)
  const url = page.url()
  const price = page.getByLabel('Meaning of column I, Gérant')
  await price.focus()
  await page.keyboard.type('Issuer')
  expect(await price.inputValue()).toBe('Issuer')
  await page.getByLabel(WORD).focus()
  await page.keyboard.type('Fu')
  await page.getByRole('button', { name: 'Try', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Everything is read').waitFor()
  expect(await page.getByLabel('Meaning of column I, Gérant').inputValue()).toBe('Issuer')
  for (const width of [1280, 390])
    for (const dark of [false, true])
      await picture(await visit('admin', url, { width, dark }), `teach-${width}${dark ? '-dark' : ''}`)
  expect(await violations(page, 'teaching')).toEqual([])
})

test('with scripts the refusal of files that nothing reads says what they lack, and leads on to teaching', async () => {
  const page = await visit('accountant1', '/nav-controls/new/fia-3')
  await page.locator('input[type=file]').setInputFiles(files)
  await page.locator('select[name=reason]').selectOption('FIRST')
  await page.getByLabel('Please enter a comment').fill('As Lindenhof sends them')
  await page.getByRole('button', { name: 'Launch control' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Files cannot be integrated' })
  await refusal.waitFor()
  // The balance is read by its synonyms; the inventory is not.
  const said = await refusal.innerText()
  expect(said).toContain('Bilan_ARV05.csv: taken for Balance (sheet Bilan_ARV05)')
  expect(said).toMatch(
    /Valorisation_ARV05\.csv: not recognised: .* but lacks .*; it has Code valeur, Libellé/,
  )
  for (const dark of [false, true]) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await picture(page, `refused-files${dark ? '-dark' : ''}`)
  }
  await refusal.getByRole('link', { name: 'Teach this format' }).click()
  await page.getByRole('heading', { name: 'Teach a format', level: 1 }).waitFor()
  expect(await page.getByLabel('Comment of the upload').inputValue()).toBe('As Lindenhof sends them')
})

test('with scripts the funds of an umbrella’s file are listed in the form, and all are controlled with one press', async () => {
  const database = ownDatabase(site.url)
  await storeFormat(database, UMBRELLA).finally(() => database.close())
  const sets = await Promise.all(funds.map(({ nav }) => writeSet(nav.model, 'FIA3')))
  const figures = await Promise.all(
    sets.map((set) => figuresOf(set.map(({ name, bytes }) => ({ fileName: name, bytes })))),
  )
  const page = await visit('accountant1', '/nav-controls/new/fia-3')
  const buffer = Buffer.from(umbrellaBook(figures))
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type=file]').setInputFiles({ name: 'umbrella.xlsx', mimeType, buffer })
  await page.locator('select[name=reason]').selectOption('FIRST')
  await page.getByLabel('Please enter a comment').fill('The whole umbrella')
  await page.getByRole('button', { name: 'Launch control' }).click()
  const all = page.getByRole('button', { name: 'Control all 2 funds' })
  await all.waitFor()
  await picture(page, 'umbrella-form')
  await all.click()
  await page.getByRole('heading', { name: 'Controls of 2 funds' }).waitFor()
  await page.getByText('2 funds controlled').waitFor()
  for (const width of [1280, 390])
    await picture(await visit('accountant1', page.url(), { width, dark: width === 390 }), `umbrella-${width}`)
  expect(await violations(page, 'controls of several funds')).toEqual([])
  await page.getByRole('link', { name: funds[0]?.code ?? '' }).click()
  await page.getByText('The whole umbrella').first().waitFor()
})
