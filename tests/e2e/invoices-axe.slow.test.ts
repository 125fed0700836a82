import type { Page } from 'playwright'
import { beforeAll } from 'vitest'
import { type State, testStates } from '../support/browser/axe-states'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownName } from '../support/browser/own-name'

let invoice: number
let cancelled: number
let prepaid: number
beforeAll(async () => {
  invoice = await newInvoice(ownName('AXEI1'))
  await expenseSteps('invoice', invoice, [
    ['finance1', 'Book'],
    ['treasurer1', 'First approval'],
    ['treasurer2', 'Second approval'],
    ['treasurer3', 'Payment sent'],
  ])
  cancelled = await newInvoice(ownName('AXEI2'))
  await expenseSteps('invoice', cancelled, [['finance1', 'Cancel']])
  prepaid = await newInvoice(ownName('AXEI3'), {
    prePaid: true,
    serviceFrom: '2026-10-15',
    serviceTo: '2027-02-14',
  })
})

const LIST = 'filter.invoice_ref=AXEI'
const STATES: State[] = [
  ['row with its history', 'treasurer1', () => `/invoices?${LIST}&expanded=${invoice}`],
  ['step refused', 'treasurer1', () => `/invoices/${invoice}?${LIST}`, refused],
  ['authorisation matrix', 'treasurer1', () => `/invoices/${invoice}/consultation/authorisation?${LIST}`],
  ['prepaid, read only', 'auditor1', () => `/invoices/${prepaid}?${LIST}`],
  ['recreate', 'finance1', () => `/invoices/${cancelled}/recreate?${LIST}`],
]

async function refused(page: Page) {
  await page.getByRole('link', { name: 'Paid…' }).click()
  await page.getByRole('button', { name: /^Paid / }).click()
  await page.getByRole('alert').waitFor()
}

testStates('an invoice', STATES, { refusals: [422] })
