import fc from 'fast-check'
import { inboxOf } from 'tests/support/areas/payments/bank-inbox'
import { camt054, PAYEE, pain002, runsOn } from 'tests/support/areas/payments/runs-on'
import { contextOf } from 'tests/support/context'
import { expenseReference } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { invoiceView } from '~/areas/invoices/invoice-view.server'
import { textWithCredits } from '~/areas/payments/bank-files/payment-file'
import { type Creditable, type OpenCredit, sharesOfCredits } from '~/areas/payments/credits'
import { payableOf } from '~/areas/payments/payable.server'
import { paymentCalendar } from '~/areas/payments/payment-calendar.server'
import { hashOfPayments, paymentsOf } from '~/areas/payments/read-run.server'
import { remittanceAdvice } from '~/areas/payments/remittance.server'
import { Big, sum } from '~/platform/values/decimal'
import { showIban } from '~/platform/values/show'

const site = await opened(testSite())
const reference = await expenseReference(site)
const runs = runsOn(site, reference)
const inbox = inboxOf(site)
await runs.addAccounts()

beforeEach(async () => {
  site.setClock('2026-11-02T09:00:00Z')
  // Credits of other tests are not taken off here.
  await site.ownerSql`update invoice set collected_by_supplier = true where gross_amount < 0`
})

const approved = async (...gross: string[]) => runs.approvedInvoices(gross.map((each) => ({ gross: each })))
async function oneApproved(gross: string, ref?: string): Promise<number> {
  const [id = 0] = await runs.approvedInvoices([{ gross, ...(ref ? { ref } : {}) }])
  return id
}
const amounts = async (runId: number) =>
  (await paymentsOf(site.read, runId)).map(({ invoiceId, amount, credits, state }) => ({
    invoiceId,
    amount,
    credits: credits.map((credit) => [credit.invoiceId, credit.amount]),
    state,
  }))
const creditOf = async (id: number) => {
  const { view } = await invoiceView(contextOf({ read: site.read, actor: site.actor('treasurer1') }), id)
  return view.credit
}
const today = () => contextOf({ read: site.read, today: '2026-11-02', now: site.clock() })

test('a run takes a credit off the invoices of its supplier, and the file names it to the payee', async () => {
  const credit = await oneApproved('-585.00', 'CN-77')
  const [first = 0, second = 0] = await approved('300.00', '400.00')
  expect((await payableOf(today(), [credit]))[0]).toMatchObject({
    credit_left: '585.00',
    held: 'Nothing is to be paid: it is a credit note. The next run takes 585.00 EUR off what it pays to this supplier.',
  })
  const { runId } = await runs.make('treasurer1', [first, second])
  expect(await amounts(runId)).toEqual([
    { invoiceId: first, amount: '0.00', credits: [[credit, '300.00']], state: 'planned' },
    { invoiceId: second, amount: '115.00', credits: [[credit, '285.00']], state: 'planned' },
  ])
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  const [file] = await runs.files(runId)
  expect(file?.xml).toContain('<NbOfTxs>1</NbOfTxs>')
  expect(file?.xml).toContain('<InstdAmt Ccy="EUR">115.00</InstdAmt>')
  expect(file?.xml).toMatch(/<Ustrd>INV-2026\/\d+, less credit CN-77 285\.00<\/Ustrd>/)
  await runs.step('treasurer1', runId, 'sent')
  // No bank answers where nothing is left to pay.
  expect([await site.stateOf(first), await site.stateOf(second)]).toEqual(['PAID (SYSTEM)', 'SENT (PAYMENT)'])
  expect(await site.stateOf(credit)).toBe('APPROVED (PAYMENT)')
  await runs.answer(
    'treasurer1',
    'paid.xml',
    camt054('M1', [{ id: `INV${second}-RUN${runId}`, amount: '115.00' }]),
  )
  expect([await site.stateOf(second), await site.stateOf(credit)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
  expect(await site.stateOf(runId)).toBe('SETTLED (COMPLETED)')
  expect(await creditOf(credit)).toMatchObject({ left: '0.00', uses: [{ runId }, { runId }] })
})

test('a run that only takes credits off is settled as soon as it is sent', async () => {
  const credit = await oneApproved('-50.00')
  const [invoice = 0] = await approved('50.00')
  const runId = await runs.sentRun([invoice])
  expect(await runs.files(runId)).toEqual([])
  expect(await site.stateOf(runId)).toBe('SETTLED (COMPLETED)')
  expect([await site.stateOf(invoice), await site.stateOf(credit)]).toEqual([
    'PAID (SYSTEM)',
    'PAID (SYSTEM)',
  ])
})

test('what is left of a credit stays open for the next run', async () => {
  const credit = await oneApproved('-100.00')
  const [first = 0] = await approved('70.00')
  await runs.sentRun([first])
  expect(await creditOf(credit)).toMatchObject({ left: '30.00' })
  expect(await site.stateOf(credit)).toBe('APPROVED (PAYMENT)')
  const [second = 0] = await approved('70.00')
  const { runId } = await runs.make('treasurer1', [second])
  expect(await amounts(runId)).toMatchObject([{ amount: '40.00', credits: [[credit, '30.00']] }])
})

test('a payment taken out and a run that is cancelled free their credits', async () => {
  const credit = await oneApproved('-20.00')
  const [first = 0, second = 0] = await approved('70.00', '80.00')
  const { runId } = await runs.make('treasurer1', [first])
  await runs.out('treasurer1', runId, first, 'Not today')
  const next = await runs.make('treasurer1', [second])
  expect(await amounts(next.runId)).toMatchObject([{ amount: '60.00' }])
  await runs.step('treasurer1', next.runId, 'cancel', 'Not today')
  expect(await creditOf(credit)).toEqual({ left: '20.00', uses: [] })
})

test('a returned payment frees the credit with its invoice', async () => {
  const credit = await oneApproved('-20.00')
  const [invoice = 0] = await approved('70.00')
  const runId = await runs.sentRun([invoice])
  const id = `INV${invoice}-RUN${runId}`
  await runs.answer('treasurer1', 'back-1.xml', camt054('BACK 1', [{ id, amount: '50.00' }]))
  expect(await site.stateOf(credit)).toBe('PAID (SYSTEM)')
  site.setClock('2026-11-03T09:00:00Z')
  const back = { id, amount: '50.00', returned: 'AC04', day: '2026-11-03' }
  await runs.answer('treasurer1', 'back-2.xml', camt054('BACK 2', [back]))
  expect([await site.stateOf(invoice), await site.stateOf(credit)]).toEqual([
    'RETURNED (PAYMENT)',
    'APPROVED (PAYMENT)',
  ])
  expect(await creditOf(credit)).toEqual({ left: '20.00', uses: [] })
})

test('a rejected payment frees the credit; once another run takes it off, the first cannot count again unseen', async () => {
  const credit = await oneApproved('-20.00')
  const [first = 0, second = 0] = await approved('70.00', '80.00')
  const runId = await runs.sentRun([first])
  const [file] = await runs.files(runId)
  const id = `INV${first}-RUN${runId}`
  const rejection = pain002('P1', file?.messageId ?? '', [{ id, status: 'RJCT', reason: 'AC04' }])
  await runs.answer('treasurer1', 'no.xml', rejection)
  expect(await creditOf(credit)).toEqual({ left: '20.00', uses: [] })
  const next = await runs.make('treasurer1', [second])
  await runs.answer('treasurer1', 'yes.xml', camt054('YES', [{ id, amount: '50.00' }]))
  expect(await site.stateOf(first)).toBe('IN DISPUTE (PAYMENT)')
  await expect(inbox.requestDispute('treasurer1', first, 'PAID')).rejects.toThrow(
    `Payment run ${next.runId} takes off credit ${credit}, which this payment took off first`,
  )
  await runs.out('treasurer1', next.runId, second, 'The credit is used')
  await inbox.requestDispute('treasurer1', first, 'PAID')
  await inbox.approve('treasurer2')
  expect([await site.stateOf(first), await site.stateOf(credit)]).toEqual(['PAID (SYSTEM)', 'PAID (SYSTEM)'])
})

test('a credit cannot be used while the bank contradicts a payment that took it off', async () => {
  const credit = await oneApproved('-20.00')
  const [first = 0, second = 0] = await approved('70.00', '80.00')
  const runId = await runs.sentRun([first])
  const [file] = await runs.files(runId)
  const id = `INV${first}-RUN${runId}`
  await runs.answer(
    'treasurer1',
    'no2.xml',
    pain002('P2', file?.messageId ?? '', [{ id, status: 'RJCT', reason: 'AC04' }]),
  )
  await runs.answer('treasurer1', 'yes2.xml', camt054('YES 2', [{ id, amount: '50.00' }]))
  const { runId: next } = await runs.make('treasurer1', [second])
  expect(await amounts(next)).toMatchObject([{ amount: '80.00', credits: [] }])
  expect(await site.stateOf(credit)).toBe('APPROVED (PAYMENT)')
})

test('a credit in a run is neither cancelled nor sent by hand; a payment whose credit moved on is stopped', async () => {
  const credit = await oneApproved('-20.00')
  const [invoice = 0] = await approved('70.00')
  const { runId } = await runs.make('treasurer1', [invoice])
  await expect(runs.its.invoiceStep('treasurer1', credit, 'payment sent')).rejects.toThrow(
    `Payment run ${runId} takes this credit off invoice ${invoice}`,
  )
  await site.ownerSql`update workflow_instance set status = 'TO APPROVE' where object_id = ${credit}`
  expect((await paymentsOf(site.read, runId))[0]?.stopped).toBe(
    `The credit ${credit} that it takes off is now TO APPROVE (PAYMENT).`,
  )
  await expect(runs.step('treasurer2', runId, 'first approval')).rejects.toMatchObject({ code: 'refused' })
})

test('what was approved has its credits in the hash, and they never change', async () => {
  await oneApproved('-20.00')
  const [invoice = 0] = await approved('70.00')
  const { runId } = await runs.make('treasurer1', [invoice])
  const payments = await paymentsOf(site.read, runId)
  expect(hashOfPayments(payments)).not.toBe(
    hashOfPayments(payments.map((each) => ({ ...each, credits: [] }))),
  )
  await expect(site.ownerSql`update payment_credit set amount = 1`).rejects.toThrow('is refused')
  await expect(site.ownerSql`delete from payment_credit`).rejects.toThrow('is refused')
})

test('the payment calendar has what leaves the account after credits', async () => {
  await oneApproved('-20.00')
  const [invoice = 0] = await runs.approvedInvoices([{ gross: '70.00', due: '2026-11-03' }])
  const days = await paymentCalendar(today())
  expect(days.filter(({ day }) => day === '2026-11-03')).toMatchObject([{ leaves: '50.00' }])
  await runs.sentRun([invoice])
})

const aCents = fc.integer({ min: 1, max: 100_000 }).map((cents) => new Big(cents).div(100).toFixed(2))
const aSide = fc.record({
  supplierId: fc.integer({ min: 1, max: 2 }),
  settlingEntityId: fc.integer({ min: 1, max: 2 }),
  currency: fc.constantFrom('EUR', 'USD'),
})
const kinds: Creditable['reference'][] = ['text', 'structured', 'QR-bill']

test('whatever the invoices and credits: no payment below zero, no credit beyond what is left, none to others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(aSide, aCents, fc.constantFrom(...kinds)), { maxLength: 8 }),
      fc.array(fc.tuple(aSide, aCents), { maxLength: 8 }),
      (bills, given) => {
        const invoices = bills.map(([side, amount, kind], at) => ({
          ...side,
          id: at,
          amount,
          reference: kind,
        }))
        const credits = given.map(
          ([side, open], at): OpenCredit => ({ ...side, invoiceId: 100 + at, invoiceRef: `CN-${at}`, open }),
        )
        const shares = sharesOfCredits(invoices, credits)
        const sideOf = ({ supplierId, settlingEntityId, currency }: Omit<OpenCredit, 'open'>) =>
          [supplierId, settlingEntityId, currency].join()
        for (const invoice of invoices) {
          const own = shares.get(invoice.id) ?? []
          expect(sum(own.map(({ amount }) => amount)).lte(invoice.amount)).toBe(true)
          if (invoice.reference === 'QR-bill') expect(own).toEqual([])
        }
        for (const credit of credits) {
          const taken = [...shares].flatMap(([id, own]) =>
            own.flatMap(({ invoiceId, amount }) => (invoiceId === credit.invoiceId ? [{ id, amount }] : [])),
          )
          const total = sum(taken.map(({ amount }) => amount))
          expect(total.lte(credit.open)).toBe(true)
          for (const { id } of taken) expect(sideOf(invoices[id] as never)).toBe(sideOf(credit))
          // All that can be taken is taken.
          const unpaid = invoices.filter(
            (each) =>
              each.reference !== 'QR-bill' &&
              sideOf({ ...credit, ...each }) === sideOf(credit) &&
              sum((shares.get(each.id) ?? []).map(({ amount }) => amount)).lt(each.amount),
          )
          if (total.lt(credit.open)) expect(unpaid).toEqual([])
        }
      },
    ),
  )
})

test('a text of credits that is too long says how many and how much', () => {
  const credits = Array.from({ length: 9 }, (_, at) => ({
    invoiceId: at,
    invoiceRef: `CREDIT-NOTE-2026-00${at}`,
    amount: '1.10',
  }))
  const payment = { paymentReference: '', invoiceRef: 'INV-1', currency: 'EUR' }
  expect(textWithCredits({ ...payment, credits })).toBe('Less 9 credits 9.90: INV-1')
  const foreign = [{ invoiceId: 12, invoiceRef: '贷记单', amount: '3.00' }]
  expect(textWithCredits({ ...payment, currency: 'JPY', credits: foreign })).toBe('INV-1, less credit 12 3')
})

test('the remittance advice lists invoices, credits and what is paid, once the run is sent', async () => {
  await oneApproved('-20.00', 'CN-9')
  const first = await oneApproved('70.00', 'REM-1')
  const second = await oneApproved('80.00', 'REM-2')
  const { runId } = await runs.make('treasurer1', [first, second])
  await expect(remittanceAdvice(site.read, runId, first)).rejects.toThrow('is not sent yet')
  await runs.step('treasurer2', runId, 'first approval')
  await runs.step('treasurer3', runId, 'second approval')
  await runs.step('treasurer1', runId, 'make the files')
  await runs.step('treasurer1', runId, 'sent')
  const { bytes, fileName } = await remittanceAdvice(site.read, runId, second)
  expect(fileName).toBe(`remittance-${runId}-${second}.pdf`)
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  for (const part of [
    'REM-1',
    'REM-2',
    'Credit CN-9',
    '-20.00',
    '130.00 EUR',
    '02/11/2026',
    `INV${second}-RUN${runId}`,
  ])
    expect(text).toContain(part)
  expect(text).toContain(showIban(PAYEE.iban))
  expect((await remittanceAdvice(site.read, runId, second)).bytes).toEqual(bytes)
  await expect(remittanceAdvice(site.read, runId, 1)).rejects.toThrow('is not in payment run')
})
