import { type UblParts, ublInvoice } from 'tests/support/areas/drafts/ubl-invoice'
import { uploadedInvoices } from 'tests/support/areas/drafts/uploaded-invoices'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { acceptDuplicates } from '~/areas/drafts/upload/confirm-duplicates.server'
import { type CollectionChange, changeCollection } from '~/areas/invoices/collection.server'
import { invoiceView } from '~/areas/invoices/invoice-view.server'
import { makeRun } from '~/areas/payments/make-run.server'
import { payableOf } from '~/areas/payments/payable.server'
import { paymentsOf } from '~/areas/payments/read-run.server'
import type { Day } from '~/platform/values/day'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const uploads = await uploadedInvoices(site)
const { its, runs } = uploads

let number = 0
/** An invoice with a reference that no other test uses. */
function invoiceOf(parts: UblParts) {
  number += 1
  return uploads.invoiceOf({ ref: `PAY-${number}`, ...parts })
}

async function candidate(invoiceId: number) {
  const [found] = await payableOf(contextOf({ read: site.read, today: '2026-11-02' }), [invoiceId])
  if (!found) throw new Error(`invoice ${invoiceId} is not ready to be paid`)
  return found
}

const make = (invoiceIds: number[], executionDate: Day, takeDiscounts = false) =>
  site.transaction((tx) =>
    makeRun(contextOf({ tx, actor: site.actor('treasurer1'), now: site.clock() }), {
      invoiceIds,
      executionDate,
      takeDiscounts,
    }),
  )

const collect = (user: UserName, change: CollectionChange) =>
  site.transaction((tx) =>
    changeCollection(contextOf({ tx, actor: site.actor(user), now: site.clock() }), change),
  )

test('what was paid in advance is not paid again: the file pays the amount due', async () => {
  const id = await invoiceOf({ prepaid: '1000.00', rounding: '0.05', payable: '170.05' })
  expect(await candidate(id)).toMatchObject({ gross_amount: '1170.00', payable_amount: '170.05', held: null })
  const runId = await runs.sentRun([id])
  const [file] = await runs.files(runId)
  expect(file?.xml).toContain('<InstdAmt Ccy="EUR">170.05</InstdAmt>')
  expect(file?.xml).toContain('<CtrlSum>170.05</CtrlSum>')
})

test('nothing is paid of what was paid in advance altogether, nor of a credit', async () => {
  const whole = await invoiceOf({ prepaid: '1170.00', payable: '0.00' })
  expect((await candidate(whole)).held).toBe('Nothing is left to pay: all of it was paid in advance.')
  const credit = await invoiceOf({ kind: 'CreditNote' })
  expect(await candidate(credit)).toMatchObject({
    gross_amount: '-1170.00',
    payable_amount: '-1170.00',
    credit_left: '1170.00',
    held: 'Nothing is to be paid: it is a credit note. The next run takes 1,170.00 EUR off what it pays to this supplier.',
  })
  await expect(make([credit], '2026-11-03')).rejects.toMatchObject({ code: 'conflict' })
  await collect('treasurer1', { invoiceId: credit, collected: true, comment: 'Refunded in cash' })
})

test('a discount is taken while its day lasts, and recorded', async () => {
  const terms = '#SKONTO#TAGE=14#PROZENT=2.00#'
  const inTime = await invoiceOf({ terms })
  const whole = await invoiceOf({ terms })
  const { runId } = await make([inTime], '2026-11-03', true)
  expect(await paymentsOf(site.read, runId)).toMatchObject([
    { amount: '1146.60', discount: '23.40', discountUntil: '2026-11-03', stopped: null },
  ])
  const [made] = await historyOf(site.read, runId)
  expect(made?.log).toContain('1,146.60 EUR, to be paid on 03/11/2026, less discounts of 23.40 EUR')
  const { view } = await invoiceView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), inTime)
  expect(view.discount).toMatchObject({
    amount: '23.40',
    journal: [
      { account: 'EXPENSE', debit: null, credit: '20.00' },
      { account: 'RECOVERABLE TAXES', debit: null, credit: '3.40' },
      { account: 'SUPPLIER', debit: '23.40', credit: null },
    ],
  })
  const late = await make([whole], '2026-11-04', true)
  expect(await paymentsOf(site.read, late.runId)).toMatchObject([{ amount: '1170.00', discount: null }])
  await expect(site.ownerSql`update payment set discount = 1 where run_id = ${runId}`).rejects.toThrow(
    'never changes',
  )
})

test('a discount is percent of the base that the supplier names', async () => {
  const id = await invoiceOf({ terms: '#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=500.00#' })
  const { runId } = await make([id], '2026-11-03', true)
  expect(await paymentsOf(site.read, runId)).toMatchObject([{ amount: '1160.00', discount: '10.00' }])
})

test('a payment whose discount has ended is stopped', async () => {
  const id = await invoiceOf({ terms: '#SKONTO#TAGE=14#PROZENT=2.00#' })
  const { runId } = await make([id], '2026-11-03', true)
  await site.ownerSql`update payment_run set execution_date = '2026-11-04' where id = ${runId}`
  expect((await paymentsOf(site.read, runId))[0]?.stopped).toBe(
    'Its discount was for payment until 03/11/2026.',
  )
})

test('files are not made for a day on which a discount that was taken has ended', async () => {
  const id = await invoiceOf({ terms: '#SKONTO#TAGE=14#PROZENT=2.00#' })
  const { runId } = await make([id], '2026-11-03', true)
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await expect(runs.step('treasurer1', runId, 'make the files', '', '2026-11-04')).rejects.toMatchObject({
    options: { list: [expect.stringContaining('Its discount was for payment until 03/11/2026.')] },
  })
  await runs.step('treasurer1', runId, 'make the files')
  expect((await runs.files(runId))[0]?.xml).toContain('<Dt>2026-11-03</Dt>')
})

test('the supplier’s own reference for the payment goes to the bank', async () => {
  const id = await invoiceOf({ paymentId: 'RF18 5390 0754 7034' })
  const [file] = await runs.files(await runs.sentRun([id]))
  expect(file?.xml).toContain('<Ref>RF18539007547034</Ref>')
})

test('what the supplier collects is not paid; the mark changes with a reason, and approvals with it are void', async () => {
  const id = await invoiceOf({ means: '59' })
  expect((await candidate(id)).held).toBe('The supplier collects it by direct debit.')
  await expect(make([id], '2026-11-03')).rejects.toMatchObject({ code: 'conflict' })
  const off = { invoiceId: id, collected: false, comment: 'The mandate was withdrawn' }
  await expect(collect('treasurer1', { ...off, comment: ' ' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(collect('auditor1', off)).rejects.toMatchObject({ code: 'forbidden' })
  await collect('treasurer1', off)
  expect(await site.stateOf(id)).toBe('TO APPROVE (PAYMENT)')
  await expect(collect('treasurer1', off)).rejects.toThrow('is not collected by the supplier already')
  const [voided, changed] = await historyOf(site.read, id)
  expect([changed?.name, changed?.log]).toEqual([
    'change collection',
    'Not collected by the supplier: The mandate was withdrawn',
  ])
  expect(voided?.name).toBe('void approvals')
  await its.invoiceStep('treasurer1', id, 'first approval')
  await its.invoiceStep('treasurer2', id, 'second approval')
  const { runId } = await make([id], '2026-11-03')
  await expect(collect('treasurer1', { ...off, collected: true })).rejects.toThrow(`in payment run ${runId}`)
})

test('an invoice is held while another corrects it, until it is credited', async () => {
  const id = await invoiceOf({ ref: 'OLD-2026-5' })
  const planned = await make([id], '2026-11-03')
  const { draftId } = await uploads.complete(
    ublInvoice({
      ref: 'NEW-2026-5',
      type: '384',
      corrects: 'old 2026/05',
      net: '900.00',
      tax: '153.00',
      gross: '1053.00',
    }),
  )
  const held = `Draft ${draftId} (NEW-2026-5) corrects it. Cancel this invoice, or enter the supplier’s credit note for it.`
  expect((await paymentsOf(site.read, planned.runId))[0]?.stopped).toBe(held)
  await runs.out('treasurer2', planned.runId, id, 'Corrected')
  expect((await candidate(id)).held).toBe(held)
  await expect(its.invoiceStep('treasurer1', id, 'payment sent')).rejects.toThrow(held)

  const corrected = await uploads.approve(draftId)
  expect((await candidate(id)).held).toContain(`Invoice ${corrected} (NEW-2026-5) corrects it.`)
  expect((await candidate(corrected)).held).toBeNull()
  await invoiceOf({ kind: 'CreditNote', ref: 'CN-2026-5', corrects: 'OLD-2026-5' })
  expect((await candidate(id)).held).toBeNull()
})

test('a corrected invoice with a negative total is a credit, and holds nothing', async () => {
  const id = await invoiceOf({ ref: 'OLD-2026-6' })
  const correction = await invoiceOf({
    type: '384',
    ref: 'MINUS-6',
    corrects: 'OLD-2026-6',
    net: '-100.00',
    tax: '-17.00',
    gross: '-117.00',
  })
  expect((await candidate(correction)).held).toContain('credit note')
  expect((await candidate(id)).held).toBeNull()
})

test('treasury sees duplicates that a team leader accepted', async () => {
  const first = await invoiceOf({ ref: 'TWICE-2026-7' })
  const { draftId } = await uploads.complete(ublInvoice({ ref: 'twice 2026 007' }))
  await site.transaction((tx) =>
    acceptDuplicates(contextOf({ tx, actor: site.actor('teamleader2'), now: site.clock() }), {
      draftId,
      comment: 'Two deliveries',
    }),
  )
  const second = await uploads.approve(draftId)
  expect((await candidate(second)).duplicate).toBe(
    `Same supplier, amount and reference as invoice ${first}, TWICE-2026-7 of 20/10/2026, APPROVED. ${site.actor('teamleader2').fullName} accepted it: Two deliveries`,
  )
  expect((await candidate(first)).duplicate).toContain(`invoice ${second}`)
  // Its approvers are told again, until its file is made.
  const { runId } = await runs.make('treasurer1', [second])
  const duplicateInRun = async () => (await paymentsOf(site.read, runId))[0]?.duplicate
  expect(await duplicateInRun()).toContain('accepted it: Two deliveries')
  await runs.out('treasurer2', runId, second, 'Ask the supplier')
  expect(await duplicateInRun()).toBeNull()
  await its.invoiceStep('treasurer1', first, 'cancel')
  expect((await candidate(second)).duplicate).toBeNull()
})
