import type { Locator, Page } from 'playwright'
import { camt053, camt054, PAYER, pain002 } from 'tests/support/areas/payments/runs-on'
import { describe, expect, test } from 'vitest'
import { testStates } from '../support/browser/axe-states'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { BOTH } from '../support/browser/grids'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { openRow, pressByKeys, reach } from '../support/browser/keys'
import { ownName } from '../support/browser/own-name'
import { bankSent, payingEntity, paymentOf } from '../support/browser/payments'
import { chapter } from '../support/chapter'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** Takes a step of a run that is confirmed first: its link opens the question, whose button repeats the amount. */
async function step(
  user: string,
  runId: number,
  name: string,
  { js, state }: { js: boolean; state: string },
) {
  const page = await visit(user, `/payments/${runId}`, { js })
  await pressByKeys(page, page.getByRole('link', { name: `${name}…` }).first())
  const question = page.getByRole('dialog')
  await question.waitFor()
  await pressByKeys(page, question.getByRole('button', { name: /77\.00 EUR/ }).first())
  await page.getByText(`Payment run ${runId}: ${state}`).waitFor()
}

/** Uploads what a bank sent; the line after it says what came of it. */
async function upload(page: Page, name: string, xml: string, line: string) {
  await page.goto('/payments/answer')
  // Only the choice of a file is the browser's own dialog.
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(xml) })
  await pressByKeys(page, button(page, 'Upload bank file'))
  await page.getByText(line).waitFor()
}

/** A download by the key of its link. */
async function downloaded(page: Page, link: Locator): Promise<string> {
  await reach(page, link)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  return file.suggestedFilename()
}

describe.each(BOTH)('$scripts', ({ js }) => {
  test('by keys alone a run takes a credit off, is approved, sent and answered, and what the bank booked more is accepted in the inbox', async () => {
    const ref = ownName(js ? 'WALKJ' : 'WALKN')
    const { name: entity, iban, settles } = await payingEntity('Walk')
    const invoiceId = await chapter('an invoice and a credit note are approved', async () => {
      const id = await newInvoice(ref, settles)
      const credit = await newInvoice(`${ref}-CN`, { ...settles, grossAmount: '-40.00', taxes: '0.00' })
      for (const each of [id, credit])
        await expenseSteps('invoice', each, [
          ['finance1', 'Book'],
          ['treasurer1', 'First approval'],
          ['treasurer2', 'Second approval'],
        ])
      const statement = { iban, currency: 'EUR', day: '2026-11-02', balance: '60.00' }
      await bankSent(camt053(`${ref}S`, statement))
      return id
    })
    const page = await visit('treasurer1', `/payments/new/make?invoices=${invoiceId}`, { js })
    const runId = await chapter(
      'its run is made, and says what it takes off and that the account goes below zero',
      async () => {
        await page.getByText(`40.00 EUR less for credit ${ref}-CN`).waitFor()
        await page.getByText(`${entity} goes below zero.`).waitFor()
        const other = page.getByRole('checkbox', { name: /to this account of another currency/ })
        if ((await other.count()) > 0) {
          await reach(page, other)
          await page.keyboard.press('Space')
        }
        await pressByKeys(page, button(page, 'Create the run with 1 payment'))
        await page.getByText(/^Payment run \d+ created with 1 payment/).waitFor()
        return Number(/\/payments\/(\d+)/.exec(page.url())?.[1])
      },
    )
    await chapter('the calendar has what leaves the account, and what is left of it', async () => {
      await page.goto(`/payments/calendar?search=${iban}`)
      const row = await page.locator('tr[data-key]').first().innerText()
      for (const shown of [entity, '77.00', '-17.00']) expect(row).toContain(shown)
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
    await chapter('why an approval is withheld makes the foot no higher', async () => {
      for (const width of [1280, 390]) {
        const wide = await visit('treasurer2', `/payments/${runId}`, { js, width })
        const foot = wide.getByRole('region', { name: 'Actions' })
        await foot.getByTitle(/“Second approval” needs another person: .*\(four-eyes rule\)\.$/).waitFor()
        // Without scripts it is whole, at the end of the page.
        if (js) expect((await foot.boundingBox())?.height).toBeLessThanOrEqual(64)
      }
    })
    await chapter('a third one too, and it goes to the bank', async () => {
      await step('treasurer3', runId, 'Second approval', { js, state: 'APPROVED 2 (PAYMENT)' })
      await step('treasurer1', runId, 'Create the bank files', { js, state: 'FILED (PAYMENT)' })
      await step('treasurer1', runId, 'Mark as sent', { js, state: 'SENT (PAYMENT)' })
    })
    const { endToEndId, messageId, madeOn: day } = await paymentOf(runId)
    await chapter('its file and the remittance advice are downloaded', async () => {
      await page.goto(`/payments/${runId}`)
      expect(await downloaded(page, page.getByRole('link', { name: `${messageId}.xml` }))).toBe(
        `${messageId}.xml`,
      )
      const advice = page.getByRole('link', { name: /^Remittance advice for/ }).first()
      if (!(await advice.isVisible())) await pressByKeys(page, page.locator('#payments > summary'))
      expect(await downloaded(page, advice)).toMatch(/\.pdf$/)
    })
    await chapter('the bank accepts it', async () => {
      const accepted = pain002(ref, messageId, [{ id: endToEndId, status: 'ACCP' }])
      await upload(page, 'accepted.xml', accepted, 'pain.002: 1 accepted')
    })
    const text = `${ref} with charges`
    await chapter('the bank books charges on top', async () => {
      const booked = camt054(`${ref}B`, [{ id: endToEndId, amount: '78.50', day, text }])
        .replace(PAYER.iban, iban)
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
      await openRow(page, page.locator('tr[data-key]', { hasText: text }).first(), js)
      // A hidden column of the list says it, too.
      const proposal = page.getByText(`Payment of invoice ${invoiceId} and 1.50 of charges`)
      await proposal.filter({ visible: true }).first().waitFor()
      await pressByKeys(page, page.getByRole('button', { name: 'Accept', exact: true }))
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
  }, 240_000)
})

testStates('the way of a run to the bank', [
  ['calendar', 'treasurer1', '/payments/calendar?size=10'],
  ['invoices to pay', 'treasurer1', '/payments/new?size=10'],
])
