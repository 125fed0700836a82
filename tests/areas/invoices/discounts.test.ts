import { contextOf } from 'tests/support/context'
import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { earlyPayments } from '~/areas/invoices/discounts.server'
import { invoiceView } from '~/areas/invoices/invoice-view.server'

const site = await opened(testSite())
const reference = await expenseReference(site)

test('an invoice has the discount of its draft’s e-invoice, on its own gross amount', async () => {
  const its = expenses(site)
  const draftId = await its.validatedDraft(reference, { grossAmount: '1170.05', taxes: '170.00' })
  const source = 'PaymentTerms'
  await its.addEInvoice(draftId, {
    fields: {
      discountPercent: { value: '2', source },
      discountUntil: { value: '2026-11-11', source },
    },
  })
  await its.draftStep('clientdesk1', draftId, 'create invoice')
  const [made] = await its.invoicesOf(draftId)
  const id = made?.id ?? 0
  const { invoiceId: other } = await its.newInvoice(reference, { invoiceRef: 'INV-2026/0108' })
  const early = { percent: '2', base: null, until: '2026-11-11', amount: '23.40' }
  expect([...(await earlyPayments(site.read, [id, other]))]).toEqual([[id, early]])
  const { view } = await invoiceView(
    contextOf({ read: site.read, actor: site.actor('treasurer1'), timeZone: 'Europe/Luxembourg' }),
    id,
  )
  expect(view.early).toEqual(early)
})

test('percent are of the base that the supplier names, and no more than the amount that it states', async () => {
  const its = expenses(site)
  const of = (value: string) => ({ value, source: 'PaymentTerms' })
  const amountOf = async (fields: Record<string, string>, gross = '1170.00', taxes = '170.00') => {
    const draftId = await its.validatedDraft(reference, { grossAmount: gross, taxes })
    const said = { discountPercent: '2', discountUntil: '2026-11-11', ...fields }
    await its.addEInvoice(draftId, {
      fields: Object.fromEntries(Object.entries(said).map(([name, value]) => [name, of(value)])),
    })
    await its.draftStep('clientdesk1', draftId, 'create invoice')
    const [made] = await its.invoicesOf(draftId)
    const id = made?.id ?? 0
    return (await earlyPayments(site.read, [id])).get(id)?.amount
  }
  expect(await amountOf({ discountBase: '500.00', dueAmount: '1170.00' })).toBe('10.00')
  // 2 % of 1,170.00 are 23.40.
  expect(await amountOf({ discountAmount: '20.00', dueAmount: '1170.00' })).toBe('20.00')
  expect(await amountOf({ discountBase: '500.00', discountAmount: '12.00' })).toBe('10.00')
  expect(await amountOf({ discountBase: '500.00', discountAmount: '9.99' })).toBe('9.99')
  // Half of an e-invoice of 2,340.00 has half of its discount of 10.01, rounded down.
  expect(await amountOf({ discountBase: '500.50', dueAmount: '2340.00' })).toBe('5.00')
  // More than is to be paid is no discount.
  expect(await amountOf({ discountAmount: '1200.00', dueAmount: '1170.00' })).toBeUndefined()
})
