import type { Page } from 'playwright'
import { writeSet } from 'tests/support/workbooks/write'
import { beforeAll } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { controlledTwice } from '../support/browser/controlled-twice'
import { payloads } from '../support/browser/files'
import { newFund, type TestFund } from '../support/browser/funds'
import { ownName } from '../support/browser/own-name'

let fund: TestFund
let empty: TestFund

beforeAll(async () => {
  empty = await newFund({ code: ownName('AXEA') })
  const made = await controlledTwice({
    code: ownName('AXEB'),
    name: 'Fund with a name that is longer than any column of the list is wide',
  })
  fund = made.fund
})

/** Beside a list of few rows: what holds for them holds for 25. */
const OWN = '?filter.fundcode=AXE'
const panel = (tab = '') => `/nav-controls/${fund.nav.id}${tab}${OWN}`
const toControl = (tab: string) => `/nav-controls/${empty.nav.id}${tab}${OWN}`
const alert = (page: Page) => page.getByRole('alert').waitFor()

const STATES: State[] = [
  ['login refused', null, '/login', refusedLogin],
  ['panel, step refused', 'accountant1', () => panel(), refusedStep],
  ['KPI comments', 'accountant1', () => toControl('/kpi')],
  ['a fund over time', 'accountant1', () => panel('/over-time')],
  ['marked checks', 'accountant1', () => `${panel('/checks')}&checks.selected=3,4`],
  ['upload refused', 'accountant1', () => panel('/new/fia-2'), refusedUpload],
  ['what files must contain', 'accountant1', () => panel('/new/fia-3'), openContents],
  ['rule with evidence', 'accountant1', () => panel(), openRule],
  ['NAV differences', 'accountant1', () => panel(), openDelta],
  ['production', 'accountant1', '/production?filter.fund_code=AXE'],
  ['logout', 'accountant1', '/logout'],
  ['panel that is read only', 'auditor1', () => panel()],
  ['changes to decide', 'teamleader1', '/work/changes'],
  ['authorisation matrix', 'teamleader1', '/authorisation-matrix'],
  ['administration', 'admin', '/admin'],
  ['import', 'admin', '/admin/import'],
  ['templates', 'admin', '/admin/import/templates'],
  ['not authorised', 'manager1', '/admin'],
]

testStates('a page', STATES, {
  refusals: [403, 413, 422],
  plain: ['panel that is read only', 'import', 'templates'],
})

async function openContents(page: Page) {
  await page.getByText('What the files must contain').click()
  await page.getByRole('link', { name: 'Template of Inventory' }).waitFor()
}

async function refusedLogin(page: Page) {
  await page.getByLabel('User name').fill('nobody-axe')
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await alert(page)
}

async function refusedStep(page: Page) {
  await page.getByRole('button', { name: 'Submit' }).click()
  await alert(page)
}

async function refusedUpload(page: Page) {
  const [file] = payloads(await writeSet(empty.nav.model, 'FIA2'))
  if (!file) throw new Error('no file')
  await page.getByLabel(/^2 Excel files/).setInputFiles([file, { ...file, name: 'again.xlsx' }])
  await page.getByLabel(/^Reason \*/).selectOption('CORR')
  await page.getByLabel('Please enter a comment (Mandatory)').fill('Twice the same')
  await page.getByRole('button', { name: 'Launch control' }).click()
  await alert(page)
}

async function openRule(page: Page) {
  await page.getByRole('link', { name: 'Edit N03 Class TNA' }).click()
  await page.getByRole('heading', { name: /^Rule result details/ }).waitFor()
}

async function openDelta(page: Page) {
  await page.getByRole('link', { name: 'NAV diff' }).first().click()
  await page.getByText('Compared with the upload of').waitFor()
}
