import type { Page } from 'playwright'
import { beforeAll, expect } from 'vitest'
import type { BudgetRow } from '~/areas/budgets/fields.server'
import { type State, testStates } from '../support/browser/axe-states'
import { call } from '../support/browser/calls'
import { draftForm, editDraft, uploadedDraft } from '../support/browser/drafts'
import { invoiceFile } from '../support/browser/invoice-files'
import { expenseSteps } from '../support/browser/invoices'

let beyond: number
beforeAll(async () => {
  beyond = await exceeding()
})

/** Where the list shows drafts of the demo with this status. */
const listOf = (status: string) => `/drafts?size=5&filter.event_status=${encodeURIComponent(status)}`
const IN_ENTRY = listOf('IN ENTRY')

/** The newest draft of that list. */
const openFirst = async (page: Page) => {
  await page.locator('a.grid__open').first().click()
  await page.getByRole('heading', { name: /Draft \d+/ }).waitFor()
}

const STATES: State[] = [
  ['upload refused', 'finance1', '/drafts/new', refusedUpload],
  ['batch, answered', 'finance1', '/drafts/batch', batch],
  ['draft refused', 'finance1', IN_ENTRY, refusedDraft],
  ['SSI', 'finance1', IN_ENTRY, (page) => onTab(page, 'SSI')],
  ['allocations, a new line', 'finance1', IN_ENTRY, newLine],
  ['draft that the client validates', 'clientdesk1', listOf('TO VALIDATE'), openFirst],
  ['budgets of a draft', 'teamleader1', listOf('TO CHECK'), expandBudgets],
  ['draft beyond its budget', 'teamleader1', () => `/drafts/${beyond}?size=5`, letPass],
]

testStates('a draft', STATES, { refusals: [422], before: withoutViewer })

/** The browser's own viewer of PDFs is not ours to judge. */
async function withoutViewer(page: Page) {
  const viewer = {
    contentType: 'text/html',
    body: '<html lang="en"><title>PDF</title><p>PDF</p>',
  }
  await page.route('**/preview', (route) => route.fulfill(viewer))
  await page.route('**/authorisation-matrix/**', (route) => route.fulfill(viewer))
}

const alert = (page: Page) => page.getByRole('alert').first().waitFor()

const TEXT = { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') }

async function refusedUpload(page: Page) {
  await page.getByLabel(/^1 PDF or XML file/).setInputFiles(TEXT)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await alert(page)
}

async function batch(page: Page) {
  const invoice = await invoiceFile({ ref: 'AXE-1', wrongGross: '1500.00' })
  await page.getByLabel(/^Up to 5 PDF or XML files/).setInputFiles([invoice, TEXT])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const answers = page.getByRole('table', { name: 'Results by file' })
  await expect.poll(() => answers.locator('tbody > tr').count()).toBe(2)
}

async function refusedDraft(page: Page) {
  await openFirst(page)
  await editDraft(page)
  await draftForm(page).getByLabel('Taxes').fill('much')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await alert(page)
}

async function onTab(page: Page, label: string) {
  await openFirst(page)
  await page.getByRole('link', { name: label, exact: true }).click()
  await page.getByRole('heading', { name: 'Stored bank accounts' }).waitFor()
}

async function newLine(page: Page) {
  await openFirst(page)
  await editDraft(page)
  await page.getByRole('button', { name: 'Allocate' }).click()
  await page.getByRole('link', { name: 'Add a line' }).click()
  await page.getByLabel('Fees type').waitFor()
}

/** A draft of what a budget in force counts, of twice as much; a team leader may let it pass. */
async function exceeding(): Promise<number> {
  const rows = (await call('finance1', 'budgets')) as BudgetRow[]
  const row = rows.find((each) => each.event_status === 'ACTIVE' && each.expense_type_id !== null)
  if (!row) throw new Error('No budget of the demo is active')
  const id = await uploadedDraft(
    'finance1',
    { ref: `AXE-OVER-${Date.now()}`, net: `${Math.ceil(Number(row.budget)) * 2}.00` },
    {
      invoicedLegalEntity: row.supplier_id,
      settlingLegalEntity: row.settling_legal_entity_id,
      expenseType: row.expense_type_id,
      routineType: row.routine_type_id,
      currency: row.currency,
      invoiceDate: row.from_date,
      dueDate: null,
    },
  )
  await expenseSteps('draft', id, [['finance1', 'Send to check']])
  return id
}

async function letPass(page: Page) {
  await page.getByLabel('Reason for exceeding the budget').fill('Seen')
}

async function expandBudgets(page: Page) {
  await page
    .getByRole('link', { name: /^Details of draft/ })
    .first()
    .click()
  // The menu of the site has a link of the same name.
  await page.getByRole('link', { name: 'Client vision' }).waitFor()
  await page.getByRole('link', { name: 'Budgets', exact: true }).last().click()
  await page
    .getByText(/% used|No active budget applies/)
    .first()
    .waitFor()
}
