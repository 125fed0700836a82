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
  const early = { percent: '2', until: '2026-11-11', amount: '23.40' }
  expect([...(await earlyPayments(site.read, [id, other]))]).toEqual([[id, early]])
  const { view } = await invoiceView(
    contextOf({ read: site.read, actor: site.actor('treasurer1'), timeZone: 'Europe/Luxembourg' }),
    id,
  )
  expect(view.early).toEqual(early)
})
