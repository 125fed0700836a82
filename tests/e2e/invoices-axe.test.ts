import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { violations, withoutScripts } from './site/axe'
import { logIn, ready, visit } from './site/browsing'
import { expenseSteps, newInvoice } from './site/invoices'

let invoice: number
let cancelled: number
let prepaid: number
beforeAll(async () => {
  invoice = await newInvoice('AXEI1')
  await expenseSteps('invoice', invoice, [
    ['finance1', 'Book'],
    ['treasurer1', 'First approval'],
    ['treasurer2', 'Second approval'],
    ['treasurer3', 'Payment sent'],
  ])
  cancelled = await newInvoice('AXEI2')
  await expenseSteps('invoice', cancelled, [['finance1', 'Cancel']])
  prepaid = await newInvoice('AXEI3', { prePaid: true, serviceFrom: '2026-10-15', serviceTo: '2027-02-14' })
})

type State = [name: string, user: string, path: () => string, then?: (page: Page) => Promise<unknown>]

const LIST = 'filter.invoice_ref=AXEI'
const STATES: State[] = [
  ['row with its history', 'treasurer1', () => `/invoices?${LIST}&expanded=${invoice}`],
  ['row with its documents', 'treasurer1', () => `/invoices?${LIST}&expanded=${invoice}&detail=documents`],
  ['invoice to be paid', 'treasurer1', () => `/invoices/${invoice}?${LIST}`],
  ['step refused', 'treasurer1', () => `/invoices/${invoice}?${LIST}`, refused],
  ['authorisation matrix', 'treasurer1', () => `/invoices/${invoice}/consultation/authorisation?${LIST}`],
  ['no PDF', 'treasurer1', () => `/invoices/${invoice}/consultation/invoice?${LIST}`],
  ['prepaid, read only', 'auditor1', () => `/invoices/${prepaid}?${LIST}`],
  ['cancelled', 'finance1', () => `/invoices/${cancelled}?${LIST}`],
  ['recreate', 'finance1', () => `/invoices/${cancelled}/recreate?${LIST}`],
  ['not to be recreated', 'finance1', () => `/invoices/${invoice}/recreate?${LIST}`],
]

async function refused(page: Page) {
  await page.getByRole('button', { name: 'Paid' }).click()
  await page.getByRole('alert').waitFor()
}

describe.each([
  { js: true, scripts: 'with JavaScript' },
  { js: false, scripts: 'without JavaScript' },
])('$scripts', ({ js }) => {
  test('no state of an invoice breaks WCAG 2.2 AA, light or dark, wide or narrow', async () => {
    const page = await visit(null, '/login', { refusals: [422] })
    if (!js) await withoutScripts(page)
    const found: string[] = []
    let user = ''
    for (const [name, as, path, then] of STATES) {
      if (as !== user) await page.context().clearCookies()
      if (as !== user) await logIn(page.context(), as)
      user = as
      await page.goto(path())
      if (js) await ready(page)
      if (then) await then(page)
      found.push(...(await violations(page, name)))
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    expect(found).toEqual([])
  })
})
