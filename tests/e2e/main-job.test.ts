import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { checkout } from 'tests/support/postgres/throwaway'
import { planSet, tableIn } from 'tests/support/workbooks/plan'
import { addressOf, writeBook } from 'tests/support/workbooks/write'
import { expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call, steps } from '../support/browser/calls'
import { beginControl } from '../support/browser/fields'
import { payloads } from '../support/browser/files'
import { newFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const NEWEST = 'filter.navdate=30/10/2026'
const BLOCKING = [
  'N03 Class TNA',
  'N04 Fund TNA',
  'N08 Share roll-forward',
  'B04 Suspense accounts',
  'I02 Missing price',
]

/** What is said when all rules were OK, or did not apply. */
const CONTROLLED_OK = /(controlled|finished): \d+ OK(?! · \d+ (justified|not OK))/

// With the sample workbooks, on the demo data: what a stranger tries first.

/** The accountant logs in, controls the good sample and submits its NAV; answers their page and its path. */
async function accountantSubmits(js: boolean) {
  await toAccountant('ARV03')
  const accountant = await visit(null, '/nav-controls', { js })
  const pathname = await chapter('The accountant logs in and controls the files', async () => {
    await accountant.getByLabel('User name').fill('accountant1')
    await accountant.getByLabel('Password').fill('fundesk-demo')
    await accountant.getByRole('button', { name: 'Log in' }).click()
    await beginControl(accountant, 'New FIA 3 Files control')
    await fillControl(accountant, sample('fia3-good'))
    await accountant.getByRole('button', { name: 'Launch control' }).click()
    await accountant.getByText(CONTROLLED_OK).waitFor()
    await accountant.getByRole('heading', { name: 'ARV03 30.10.26' }).waitFor()
    const { pathname } = new URL(accountant.url())
    expect(pathname).toMatch(/^\/nav-controls\/\d+$/)
    await accountant
      .getByText(/^\d+ OK( · \d+ not applicable)?$/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await badge(accountant, 'CONTROLLED (ACCOUNTANT)')
    return pathname
  })
  await chapter('The accountant submits the NAV', async () => {
    await accountant.getByLabel('Last Document reception').fill('2026-11-02')
    await accountant.getByRole('textbox', { name: 'Message' }).fill('Complete, nothing special')
    await accountant.getByRole('button', { name: 'Submit' }).click()
    await accountant.getByText('NAV ARV03 30.10.26: SUBMITTED (TEAM LEADER)').waitFor()
  })
  return { accountant, pathname }
}

test('the good sample goes from upload to sent, from one person to the next', async () => {
  const { accountant, pathname } = await accountantSubmits(true)
  await chapter('The team leader approves it', async () => {
    const leader = await visit('teamleader1', pathname)
    await badge(leader, 'SUBMITTED (TEAM LEADER)')
    await leader.getByText('Complete, nothing special').first().waitFor()
    await leader.getByRole('button', { name: 'Approve' }).click()
    await leader.getByText(': REVIEWED (MANAGER)').waitFor()
  })

  const navId = Number(pathname.split('/').at(-1))
  await chapter('The manager validates it, and the client accepts it', async () => {
    await steps(navId, [['manager1', 'Validate']])
    const desk = await visit('clientdesk1', pathname)
    await desk.getByRole('link', { name: 'Client accepts…' }).waitFor()
    // The keys of the main button open the question only; they confirm in it.
    await desk.keyboard.press('Control+Enter')
    const question = desk.getByRole('dialog')
    await expect.poll(() => question.getByRole('link', { name: 'Cancel' }).evaluate(isFocused)).toBe(true)
    await question.getByLabel('Client Validation Date').fill('2026-11-03')
    await question.getByRole('button', { name: 'Client accepts' }).waitFor()
    await desk.keyboard.press('Control+Enter')
    await desk.getByText(': VALIDATED (SENDING)').waitFor()
  })

  await steps(navId, [['manager1', 'Mark as sent']])
  await chapter('The accountant sees that it is sent, and has nothing left to do', async () => {
    await accountant.goto(pathname)
    await badge(accountant, 'SENT (COMPLETED)')
    expect(await accountant.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    expect(await accountant.getByRole('link', { name: 'New FIA', exact: true }).count()).toBe(0)
  })
})

test('without JavaScript the good sample is controlled and submitted', async () => {
  await accountantSubmits(false)
})

test('the faulty sample is read by its cells, justified and submitted', async () => {
  await toAccountant('COR06')
  const page = await visit('accountant1', `/nav-controls/new/fia-3?filter.fundcode=COR06&${NEWEST}`, {
    refusals: [422],
  })
  await fillControl(page, sample('fia3-faulty'))
  await page.getByRole('button', { name: 'Launch control' }).click()
  await page.getByText(/(controlled|finished): \d+ OK · 12 not OK/).waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Workflow cannot move to next step.' })
  await refusal.waitFor()
  await expect.poll(() => refusal.innerText()).toContain(`${BLOCKING.join(', ')}.`)

  for (const rule of BLOCKING) {
    await page.getByRole('link', { name: `Edit ${rule}` }).click()
    const popup = page.getByRole('dialog')
    await popup.getByRole('heading', { name: `Rule result details: ${rule}` }).waitFor()
    await expect
      .poll(() => popup.innerText())
      .toMatch(/COR06_(NAV|Balance|Inventory)_20261030\.xlsx, .+![A-Z]+\d+/)
    await popup.getByLabel('Status').selectOption('OK')
    if (rule === BLOCKING[0]) {
      await popup.getByLabel('Comment').fill('')
      await popup.getByRole('button', { name: 'Save' }).click()
      await popup.getByRole('link', { name: 'The comment is mandatory when not OK becomes OK' }).waitFor()
    }
    await popup.getByLabel('Comment').fill('Confirmed by the administrator, corrected with the next NAV')
    await popup.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`${rule}: OK - justified`).first().waitFor()
  }
  // What stays not OK is explained, all warnings in one form.
  await page
    .getByText(/5 justified · 7 not OK/)
    .filter({ visible: true })
    .first()
    .waitFor()
  await page.getByRole('link', { name: /^Explain all 7…$/ }).click()
  const popup = page.getByRole('dialog')
  await popup.getByRole('heading', { name: 'Explain what is not OK' }).waitFor()
  const comments = popup.getByRole('textbox')
  await expect.poll(() => comments.count()).toBe(7)
  for (const comment of await comments.all()) await comment.fill('Known to the administrator')
  await popup.getByRole('button', { name: 'Save' }).click()
  await page.getByText('7 rules explained').waitFor()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('NAV COR06 30.10.26: SUBMITTED (TEAM LEADER)').waitFor()
})

test('files are recognised before they are sent; a broken one is refused by its cell, and the form keeps the input', async () => {
  const fund = await newFund({ code: ownName('BROKEN') })
  const books = planSet(fund.nav.model, 'FIA3')
  const balance = tableIn(books, 'Balance')
  const row = balance.rows[2]
  if (row) row.debtor = { text: 'n/a' }
  const cell = addressOf(balance, 2, 'debtor')
  const [one, two, three] = payloads(await Promise.all(books.map(writeBook)))
  if (!one || !two || !three) throw new Error('no files')

  const page = await visit('accountant1', `/nav-controls/${fund.nav.id}/new/fia-3`, { refusals: [422] })
  const field = page.getByLabel(/^3 Excel files/)
  const launch = page.getByRole('button', { name: 'Launch control' })
  await expect.poll(() => launch.isDisabled()).toBe(true)
  await field.setInputFiles([one, two])
  await page.getByText('2 of 3 files chosen').waitFor()
  await field.setInputFiles([one])
  await page.getByText('2 of 3 files chosen').waitFor()
  await field.setInputFiles([{ ...three, name: 'notes.pdf' }])
  await page.getByText('notes.pdf is not of an accepted type').waitFor()
  await page.getByRole('button', { name: `Remove ${one.name}` }).click()
  await page.getByText('1 of 3 files chosen').waitFor()
  await field.setInputFiles([one, three])
  await page.getByText('Choose a reason.').waitFor()
  await expect.poll(() => launch.isDisabled()).toBe(true)

  await page.getByLabel('Reason').selectOption('CORR')
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Sent by the administrator')
  await launch.click()
  const alert = page.getByRole('alert').filter({ hasText: 'Files cannot be integrated, see error.' })
  await alert.waitFor()
  await expect
    .poll(() => alert.innerText())
    .toContain(`Balance ${fund.code} ${fund.nav.model.navDate}.xlsx, Balance!${cell}: "n/a" is not a number`)
  await page.getByRole('link', { name: 'Open the form again' }).click()
  await expect
    .poll(() => page.getByLabel('Please enter a comment (Mandatory)').inputValue())
    .toBe('Sent by the administrator')
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('CORR')
  await page.getByText('The server keeps').waitFor()
})

/** The files of one folder of the samples. */
function sample(set: string) {
  const folder = join(checkout, 'public/samples', set)
  return payloads(readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) })))
}

/** Who takes a NAV from a status back to its accountant, and by which step. */
const BACK: Readonly<Record<string, [user: string, display: string]>> = {
  SUBMITTED: ['teamleader2', 'Return'],
  REVIEWED: ['manager2', 'Return'],
  'AWAITING CLIENT': ['clientdesk1', 'Client refuses'],
  VALIDATED: ['manager2', 'Return'],
  SENT: ['teamleader2', 'Reopen'],
}

/** Brings the NAV of a sample back to its accountant, from wherever an earlier run left it. */
async function toAccountant(code: string): Promise<void> {
  const { fundNavDetailsList } = (await call(
    'auditor1',
    `dashboard/nav?filter.fundcode=${code}&${NEWEST}`,
  )) as { fundNavDetailsList: { fundnavid: number; currentstatus: string }[] }
  const [nav, ...others] = fundNavDetailsList
  if (!nav || others.length > 0) throw new Error(`There is not one NAV of ${code}`)
  const back = BACK[nav.currentstatus]
  if (back) await steps(nav.fundnavid, [back])
}

async function fillControl(page: Page, files: ReturnType<typeof payloads>): Promise<void> {
  await page.getByLabel(/^\d Excel files/).setInputFiles(files)
  await page.getByLabel('Reason').selectOption('FIRST')
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Sent by the administrator')
}

const isFocused = (element: Element) => element === document.activeElement

async function badge(page: Page, text: string): Promise<void> {
  await page.locator('#drawer-title').getByText(text, { exact: true }).waitFor()
}
