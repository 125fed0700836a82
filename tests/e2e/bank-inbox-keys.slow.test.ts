import type { Page } from 'playwright'
import { camt053, camt054, PAYER } from 'tests/support/areas/payments/runs-on'
import { describe, expect, test } from 'vitest'
import { visit } from '../support/browser/browsing'
import { call } from '../support/browser/calls'
import { BOTH } from '../support/browser/grids'
import { expenseSteps, newInvoice } from '../support/browser/invoices'
import { chooseByKeys, openRow, pressByKeys, reach, typeByKeys } from '../support/browser/keys'
import { ownName } from '../support/browser/own-name'
import { bankSent, payingEntity, paymentOf, sentRun } from '../support/browser/payments'
import { chapter } from '../support/chapter'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()

/** Opens an entry from the list, found by the bank's text. */
async function openEntry(page: Page, text: string, js: boolean): Promise<void> {
  await page.goto(`/bank-inbox?search=${encodeURIComponent(text)}`)
  await openRow(page, page.locator('tr[data-key]', { hasText: text }).first(), js)
  await page
    .getByRole('heading', { name: /Bank entry \d+$/ })
    .first()
    .waitFor()
}

const isExplained = (page: Page) =>
  page
    .getByText(/Bank entry \d+: EXPLAINED/)
    .first()
    .waitFor()

/** The change that waits about this is approved by another treasurer, from My work. */
async function approve(about: string): Promise<void> {
  const page = await visit('treasurer2', `/work/changes?search=${encodeURIComponent(about)}`)
  const change = page.locator('tr[data-key]').first()
  await change.getByRole('button', { name: 'Approve' }).waitFor()
  await pressByKeys(page, change.getByRole('button', { name: 'Approve' }))
  await page
    .getByText(/^Approved: /)
    .first()
    .waitFor()
}

const statusOf = async (invoiceId: number) =>
  (
    (await call('auditor1', `workflows/instances/invoice/${invoiceId}`)) as {
      currentWorkflowStep: { eventStatus: string }
    }
  ).currentWorkflowStep.eventStatus

/** A credit as banks book one that they do not explain. */
const unexplainedCredit = (xml: string) => xml.replace(/<RtrInf>.*?<\/RtrInf>/s, '')

describe.each(BOTH)('$scripts', ({ js }) => {
  test('by keys alone entries are matched, booked as charges and not ours, and their month is closed', async () => {
    const ref = ownName(js ? 'KEYSJ' : 'KEYSN')
    const { iban, settles } = await payingEntity('Inbox')
    const invoiceId = await newInvoice(ref, settles)
    await expenseSteps('invoice', invoiceId, [
      ['finance1', 'Book'],
      ['treasurer1', 'First approval'],
      ['treasurer2', 'Second approval'],
    ])
    const facts = { iban, currency: 'EUR', day: '2026-10-30', opening: '1000.00', balance: '862.50' }
    const entry = (name: string, amount: string) => ({
      id: `${ref}-${name}`,
      amount,
      day: '2026-10-30',
      text: `${name} ${ref}`,
    })
    await bankSent(
      camt053(`${ref}S`, facts, [
        entry('WIRED', '117.00'),
        entry('CHARGES', '12.50'),
        entry('STRAY', '8.00'),
      ]),
    )
    const page = await visit('treasurer1', '/bank-inbox', { js, refusals: [422] })

    await chapter('a debit is matched with an invoice that is looked for', async () => {
      await openEntry(page, `WIRED ${ref}`, js)
      await typeByKeys(page, page.getByRole('searchbox', { name: 'Search invoices' }), ref)
      await page.keyboard.press('Enter')
      const own = page.getByRole('checkbox', { name: new RegExp(`^Invoice ${invoiceId},`) })
      await own.waitFor()
      await chooseByKeys(page, page.getByLabel('It is'), 'The invoices ticked')
      await reach(page, own)
      await page.keyboard.press('Space')
      await pressByKeys(page, button(page, 'Explain'))
      await isExplained(page)
      expect(await statusOf(invoiceId)).toBe('PAID')
    })
    await chapter('charges are accepted', async () => {
      await openEntry(page, `CHARGES ${ref}`, js)
      await pressByKeys(page, page.getByRole('button', { name: 'Accept', exact: true }))
      await isExplained(page)
    })
    await chapter('what is not ours needs a comment, which is kept with the choice', async () => {
      await openEntry(page, `STRAY ${ref}`, js)
      await chooseByKeys(page, page.getByLabel('It is'), 'Not ours')
      await pressByKeys(page, button(page, 'Explain'))
      await page.getByRole('alert').first().waitFor()
      await typeByKeys(page, page.locator('textarea[name=eventLog]'), 'Booked for another client')
      await pressByKeys(page, button(page, 'Explain'))
      await isExplained(page)
    })
    const month = `/bank-inbox/months?month=2026-10&search=${iban}`
    await chapter('the month is closed, and gives its journal', async () => {
      await page.goto(month)
      await openRow(page, page.locator('tr[data-key]').first(), js)
      await pressByKeys(page, button(page, 'Close month'))
      await page
        .getByText(/is closed/)
        .first()
        .waitFor()
      await page.goto(`/bank-inbox/months/${encodeURIComponent(`${iban}~EUR~2026-10`)}`)
      await reach(page, link(page, 'Download the bank journal'))
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    })
    await chapter('another treasurer reopens it with a reason', async () => {
      const other = await visit('treasurer2', month, { js })
      await openRow(other, other.locator('tr[data-key]').first(), js)
      await typeByKeys(other, other.locator('textarea[name=comment]'), 'The bank sent it again')
      await pressByKeys(other, button(other, 'Reopen month'))
      await other
        .getByText(/is open again/)
        .first()
        .waitFor()
    })
  }, 240_000)
})

// Its forms are sent without scripts in tests/areas/payments/bank-inbox-pages.
test('by keys alone a return and a dispute are requested by one treasurer, and agreed by another', async () => {
  const ref = ownName('TWO')
  const { iban, settles } = await payingEntity('Disputed')
  const invoiceId = await newInvoice(ref, settles)
  await expenseSteps('invoice', invoiceId, [
    ['finance1', 'Book'],
    ['treasurer1', 'First approval'],
    ['treasurer2', 'Second approval'],
  ])
  const { endToEndId, madeOn: day } = await paymentOf(await sentRun(invoiceId))
  const sent = (name: string, id: string, more = {}) =>
    camt054(`${ref}${name}`, [{ id, amount: '117.00', day, text: `${name} ${ref}`, ...more }]).replace(
      PAYER.iban,
      iban,
    )
  await bankSent(sent('FIRST', endToEndId))
  expect(await statusOf(invoiceId)).toBe('PAID')
  const [back] = await bankSent(unexplainedCredit(sent('BACK', `${ref}-BACK`, { returned: 'AC04' })))
  const page = await visit('treasurer1', '/bank-inbox', { refusals: [422] })

  await chapter('a credit is said to be the return of a payment', async () => {
    await openEntry(page, `BACK ${ref}`, true)
    await pressByKeys(page, link(page, 'Handle return…'))
    const popup = page.getByRole('dialog').filter({ hasText: 'Which payment came back' })
    await popup.waitFor()
    await chooseByKeys(page, popup.getByLabel('Payment'), `Payment of invoice ${invoiceId}`)
    await typeByKeys(page, popup.getByLabel('Comment'), 'The bank says so')
    await pressByKeys(page, popup.getByRole('button', { name: 'Request', exact: true }))
    await page
      .getByText(/another treasurer decides it/i)
      .first()
      .waitFor()
    expect(await statusOf(invoiceId)).toBe('PAID')
  })
  await chapter('another treasurer agrees', async () => {
    await approve(`bank entry ${back}`)
    expect(await statusOf(invoiceId)).toBe('RETURNED')
  })
  await chapter('the bank books the returned payment again, and its dispute is settled', async () => {
    await bankSent(sent('AGAIN', endToEndId).replace(`BANK-${endToEndId}`, `AGAIN-${endToEndId}`))
    expect(await statusOf(invoiceId)).toBe('IN DISPUTE')
    await openEntry(page, `AGAIN ${ref}`, true)
    await pressByKeys(page, link(page, 'Settle dispute…'))
    const popup = page.getByRole('dialog').filter({ hasText: 'Settle the dispute' })
    await popup.waitFor()
    await chooseByKeys(page, popup.getByLabel('The invoice is'), 'Paid')
    await typeByKeys(page, popup.getByLabel('Comment'), 'The supplier has it')
    await pressByKeys(page, popup.getByRole('button', { name: 'Request', exact: true }))
    await page.getByText(`Invoice ${invoiceId}, PAID:`).first().waitFor()
    expect(await statusOf(invoiceId)).toBe('IN DISPUTE')
    await approve(String(invoiceId))
    expect(await statusOf(invoiceId)).toBe('PAID')
  })
}, 240_000)
