import { payment, paymentFile } from 'db/schema/payments'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { camt054, PAYER, pain002 } from 'tests/support/areas/payments/runs-on'
import { afterAll, describe, expect, test } from 'vitest'
import { dayIn } from '~/platform/values/day'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { BOTH } from '../support/browser/grids'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { ownDatabase } from '../support/browser/own-database'
import { ownName } from '../support/browser/own-name'
import { chapter } from '../support/chapter'

const database = ownDatabase()
afterAll(() => database.close())

/** Presses a button or a link by its key. */
const press = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name }).first().press('Enter')

/** Takes a step of a run that is confirmed first: its link opens the question, whose button repeats the amount. */
async function step(
  user: string,
  runId: string,
  name: string,
  { js, state }: { js: boolean; state: string },
) {
  const page = await visit(user, `/payments/${runId}`, { js })
  await press(page, 'link', `${name}…`)
  const question = page.getByRole('dialog')
  await question.waitFor()
  await question
    .getByRole('button', { name: /117\.00 EUR/ })
    .first()
    .press('Enter')
  await page.getByText(`Payment run ${runId}: ${state}`).waitFor()
}

/** Uploads what a bank sent; the line after it says what came of it. */
async function upload(page: Page, name: string, xml: string, line: string) {
  await page.goto('/payments/answer')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await press(page, 'button', 'Upload answer')
  await page.getByText(line).waitFor()
}

async function paymentOf(runId: number) {
  const [own] = await database.read.select().from(payment).where(eq(payment.runId, runId))
  const [file] = await database.read.select().from(paymentFile).where(eq(paymentFile.runId, runId))
  if (!own || !file) throw new Error(`Run ${runId} has no payment or no file`)
  return { ...own, messageId: file.messageId, madeOn: dayIn(file.createdAt, 'Europe/Luxembourg') }
}

describe.each(BOTH)('$scripts', ({ js }) => {
  test('by keys alone a run is made, approved, sent and answered, and what the bank booked more is accepted in the inbox', async () => {
    const ref = ownName(js ? 'WALKJ' : 'WALKN')
    const invoiceId = await chapter('an invoice is approved', async () => {
      const id = await newInvoice(ref)
      await expenseSteps('invoice', id, [
        ['finance1', 'Book'],
        ['treasurer1', 'First approval'],
        ['treasurer2', 'Second approval'],
      ])
      return id
    })
    const page = await visit('treasurer1', `/payments/new/make?invoices=${invoiceId}`, { js })
    const runId = await chapter('its run is made', async () => {
      const other = page.getByRole('checkbox', { name: /to this account of another currency/ })
      if ((await other.count()) > 0) await other.press('Space')
      await press(page, 'button', 'Create the run with 1 payment')
      await page.getByText(/^Payment run \d+ created with 1 payment/).waitFor()
      return /\/payments\/(\d+)/.exec(page.url())?.[1] ?? ''
    })
    await chapter('a second person approves it', async () => {
      await step('treasurer2', runId, 'First approval', { js, state: 'APPROVED 1 (PAYMENT)' })
    })
    await chapter(
      'on a phone the next step is in a foot of one line, and the others are one press away',
      async () => {
        const phone = await visit('treasurer3', `/payments/${runId}`, { js, width: 390 })
        const foot = phone.getByRole('region', { name: 'Actions' })
        await foot.getByRole('link', { name: 'Second approval…' }).waitFor()
        expect((await foot.boundingBox())?.height).toBeLessThanOrEqual(64)
        const cancel = foot.getByRole('link', { name: 'Cancel this run…' })
        expect(await cancel.isVisible()).toBe(false)
        await foot.getByLabel('More').check()
        await cancel.waitFor()
      },
    )
    await chapter('a third one too, and it goes to the bank', async () => {
      await step('treasurer3', runId, 'Second approval', { js, state: 'APPROVED 2 (PAYMENT)' })
      await step('treasurer1', runId, 'Create the bank files', { js, state: 'FILED (PAYMENT)' })
      await step('treasurer1', runId, 'Mark as sent', { js, state: 'SENT (PAYMENT)' })
    })
    const { endToEndId, messageId, debtorIban, madeOn: day } = await paymentOf(Number(runId))
    await chapter('the bank accepts it', async () => {
      const accepted = pain002(ref, messageId, [{ id: endToEndId, status: 'ACCP' }])
      await upload(page, 'accepted.xml', accepted, 'pain.002: 1 accepted')
    })
    const text = `${ref} with charges`
    await chapter('the bank books charges on top', async () => {
      const booked = camt054(`${ref}B`, [{ id: endToEndId, amount: '118.50', day, text }])
        .replace(PAYER.iban, debtorIban)
        .replace(
          '<NtryDtls>',
          '<Chrgs><TtlChrgsAndTaxAmt Ccy="EUR">1.50</TtlChrgsAndTaxAmt></Chrgs><NtryDtls>',
        )
      await upload(page, 'booked.xml', booked, 'camt.054: 1 in the inbox')
      await page.goto(`/payments/${runId}`)
      await page.getByText('Answer of the bank').first().waitFor()
    })
    await chapter('one press settles the payment and books them', async () => {
      await page.goto(`/bank-inbox?search=${encodeURIComponent(text)}`)
      await page.locator('tr[data-key] .grid__open').first().press('Enter')
      // A hidden column of the list says it, too.
      const proposal = page.getByText(`Payment of invoice ${invoiceId} and 1.50 of charges`)
      await proposal.filter({ visible: true }).first().waitFor()
      await press(page, 'button', 'Accept')
      await page
        .getByText(/Bank entry \d+: EXPLAINED/)
        .first()
        .waitFor()
    })
    const { run, payments } = (await call('auditor1', `payments/${runId}`)) as {
      run: { event_status: string }
      payments: { state: string }[]
    }
    expect([run.event_status, payments.map(({ state }) => state)]).toEqual(['SETTLED', ['paid']])
  }, 180_000)
})

testStates('the way of a run to the bank', [
  ['calendar', 'treasurer1', '/payments/calendar?size=10'],
  ['invoices to pay', 'treasurer1', '/payments/new?size=10'],
])
