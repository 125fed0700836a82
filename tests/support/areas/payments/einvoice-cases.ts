import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bankAccount } from 'db/schema/bank-accounts'
import { jsonCalls } from 'tests/support/api/json-calls'
import { uploadedInvoices } from 'tests/support/areas/drafts/uploaded-invoices'
import { opened } from 'tests/support/opened'
import { sheetOf } from 'tests/support/routes/exported'
import { httpSite } from 'tests/support/routes/http-site'
import { afterAll, describe, expect, test } from 'vitest'
import { showAmount } from '~/platform/values/show'
import { textOf } from './bank-cases'

const { CASES } = process.env

const xmlOf = (name: string) => readFileSync(join(CASES ?? '', 'einvoices', `${name}.xml`), 'utf8')

/** Of the supplier, in the cases. */
const SUPPLIERS_IBAN = 'DE63999000010012345678'

const posted = { 'Sec-Fetch-Site': 'same-origin' }

/**
 * Tests that every e-invoice of the cases gives what it must: uploaded and paid on pages, which show what came of it, or
 * by calls alone.
 */
export async function testEInvoiceCases(way: 'page' | 'call'): Promise<void> {
  if (!CASES) console.info('CASES is not set: the e-invoices of public reports are skipped')
  const site = await opened(httpSite())
  const { call, post } = jsonCalls(site)

  /** Uploads an e-invoice; returns its draft. */
  async function upload(xml: string): Promise<number> {
    const form = new FormData()
    if (way === 'page') form.set('idempotencyKey', crypto.randomUUID())
    form.set('files', new File([xml], 'invoice.xml'))
    form.set('comment', '')
    const path = way === 'page' ? '/drafts/new' : '/api/uploadinvoice'
    const answer = await site.ask('finance1', path, { method: 'POST', headers: posted, body: form })
    expect(answer.status).toBe(way === 'page' ? 302 : 201)
    return way === 'call'
      ? (await answer.json()).id
      : Number(/\/drafts\/(\d+)/.exec(answer.headers.get('location') ?? '')?.[1])
  }

  const uploads = await uploadedInvoices(site, upload)
  await site.transaction((tx) =>
    tx.insert(bankAccount).values({
      legalEntityId: uploads.reference.supplierId,
      iso3Currency: 'CHF',
      iban: SUPPLIERS_IBAN,
      bic: 'COBADEFF',
      creationDate: new Date('2026-01-05T09:00:00Z'),
      updateDate: new Date('2026-01-05T09:00:00Z'),
    }),
  )
  site.setClock('2026-11-26T09:00:00Z')
  site.forgetCookies()

  const approved = async (name: string) => uploads.approve((await uploads.complete(xmlOf(name))).draftId)

  async function page(user: string, path: string): Promise<string> {
    const answer = await site.page(user, path)
    expect([path, answer.status]).toEqual([path, 200])
    return textOf(answer.html)
  }

  /** Expects an invoice among those to pay, with these facts. */
  async function expectToPay(
    invoiceId: number,
    {
      gross,
      held,
      discount,
      duplicate,
    }: { gross?: string; held?: string; discount?: string; duplicate?: string },
  ) {
    if (way === 'call') {
      const { body } = await call('treasurer1', 'payments/payable')
      const found = body.find(({ id }: { id: number }) => id === invoiceId)
      if (gross !== undefined) expect(found.gross_amount).toBe(gross)
      if (held !== undefined) expect(found.held).toContain(held)
      if (discount !== undefined) expect(found.discount).toBe(discount)
      if (duplicate !== undefined) expect(found.duplicate).toContain(duplicate)
      return
    }
    const list = await page('treasurer1', '/payments/new?size=200')
    const row = (list.match(/<tr[\s\S]*?<\/tr>/g) ?? []).find((each) =>
      each.includes(`data-key="${invoiceId}"`),
    )
    const amounts = [gross, discount].flatMap((amount) => (amount === undefined ? [] : showAmount(amount)))
    for (const words of [...amounts, held, duplicate]) if (words !== undefined) expect(row).toContain(words)
  }

  /** The amount in the file of a run of one invoice. */
  async function paid(invoiceId: number, takeDiscounts = false): Promise<string | undefined> {
    // What is left of the credit of cn would be taken off.
    const run = { executionDate: '2026-11-27', takeDiscounts, takeCredits: false }
    const runId = way === 'call' ? await madeByCall(invoiceId, run) : await madeOnPage(invoiceId, run)
    await uploads.runs.step('treasurer2', runId, 'first approval')
    await uploads.runs.step('treasurer3', runId, 'second approval')
    await uploads.runs.step('treasurer1', runId, 'make the files')
    const [file] = await uploads.runs.files(runId)
    const xml = await site.ask(
      'treasurer1',
      way === 'call'
        ? `/api/payments/${runId}/files/${file?.messageId}`
        : `/payments/${runId}/files/${file?.messageId}.xml`,
    )
    return /<InstdAmt Ccy="EUR">([^<]+)</.exec(await xml.text())?.[1]
  }

  interface Making {
    executionDate: string
    takeDiscounts: boolean
    takeCredits: boolean
  }

  async function madeByCall(invoiceId: number, run: Making): Promise<number> {
    const { status, body } = await post('treasurer1', 'payments', { invoiceIds: [invoiceId], ...run })
    expect(status).toBe(201)
    return body.run.id
  }

  async function madeOnPage(invoiceId: number, { executionDate, takeDiscounts }: Making): Promise<number> {
    const made = await site.send('treasurer1', `/payments/new/make?invoices=${invoiceId}`, {
      idempotencyKey: crypto.randomUUID(),
      invoices: String(invoiceId),
      executionDate,
      ...(takeDiscounts ? { takeDiscounts: 'on' } : {}),
    })
    expect(made.status).toBe(302)
    return Number(/\/payments\/(\d+)/.exec(made.to ?? '')?.[1])
  }

  describe.skipIf(!CASES)(`e-invoices of public reports, by the ${way}`, () => {
    afterAll(() => expect(site.crashes()).toEqual([]))

    test('cn: a credit of -585.00, never a payable', async () => {
      await expectToPay(await approved('cn'), { gross: '-585.00', held: 'it is a credit note' })
    })

    test('dd59: collected by the supplier, kept out of runs', async () => {
      await expectToPay(await approved('dd59'), { held: 'The supplier collects it by direct debit.' })
    })

    test('prepaid: the file pays 170.00', async () => {
      const id = await approved('prepaid')
      await expectToPay(id, { gross: '1170.00' })
      expect(await paid(id)).toBe('170.00')
    })

    test('skonto: 23.40 are offered while it lasts, and the file pays 1,146.60', async () => {
      const id = await approved('skonto')
      await expectToPay(id, { discount: '23.40' })
      expect(await paid(id, true)).toBe('1146.60')
    })

    test('rc: tax on both sides', async () => {
      const id = await approved('rc')
      const file = way === 'call' ? `/api/documents/loader/${id}` : `/invoices/${id}/loader.xlsx`
      const [heads = [], ...lines] = await sheetOf(await site.ask('finance1', file))
      const at = (name: string) => heads.indexOf(name)
      expect(lines.map((line) => [line[at('Account')], line[at('Debit')] || line[at('Credit')]])).toEqual([
        ['EXPENSE', '1000'],
        ['RECOVERABLE TAXES', '170'],
        ['REVERSE CHARGE TAXES', '170'],
        ['SUPPLIER', '1000'],
      ])
      if (way === 'call')
        expect((await call('finance1', `transactions/${id}`)).body).toMatchObject({
          reverseCharge: true,
          reverseChargeTax: '170.00',
        })
      else {
        const html = await page('finance1', `/invoices/${id}`)
        for (const words of ['Reverse charge tax', '170.00 EUR']) expect(html).toContain(words)
      }
    })

    test('dup1, dup2, dup3: one blocks until a team leader accepts it, the other warns', async () => {
      const first = await approved('dup1')
      const { draftId } = await uploads.complete(xmlOf('dup2'))
      await expect(uploads.its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
        options: { list: [expect.stringContaining(`invoice ${first}, `)] },
      })
      if (way === 'call') {
        const accepted = await post('teamleader2', `drafttransactions/${draftId}/duplicates`, {
          comment: 'Another month',
        })
        expect([accepted.status, accepted.body]).toEqual([
          200,
          [expect.objectContaining({ kind: 'invoice', id: first, blocks: true })],
        ])
      } else {
        expect(await page('teamleader2', `/drafts/${draftId}`)).toContain('This draft is a duplicate.')
        const accepted = await site.send('teamleader2', `/drafts/${draftId}`, {
          idempotencyKey: crypto.randomUUID(),
          intent: 'accept duplicate',
          comment: 'Another month',
        })
        expect(accepted.status).toBe(302)
      }
      const second = await uploads.approve(draftId)
      await expectToPay(second, { duplicate: `invoice ${first}, DUP-2026-77` })
      const near = xmlOf('dup3')
      if (way === 'call') {
        const form = new FormData()
        form.set('files', new File([near], 'near.xml'))
        const answer = await site.ask('finance1', '/api/uploadinvoice', {
          method: 'POST',
          headers: posted,
          body: form,
        })
        expect((await answer.json()).duplicates).toContainEqual(
          expect.objectContaining({
            id: first,
            blocks: false,
            why: expect.stringContaining('similar reference'),
          }),
        )
      } else {
        const html = await page('finance1', `/drafts/${await upload(near)}/edit`)
        expect(html).toContain(`invoice ${first}`)
        expect(html).toContain('similar reference')
        expect(html).not.toContain('This draft is a duplicate.')
      }
    })

    test('otheriban: the whole amount, and the account that is named stays a warning', async () => {
      const draftId = await upload(xmlOf('otheriban'))
      if (way === 'call')
        expect((await call('finance1', `drafttransactions/${draftId}`)).body).toMatchObject({
          payableAmount: '1170.00',
          unknown_iban: 'GB33BUKB20201555555555',
        })
      else
        expect(await page('finance1', `/drafts/${draftId}`)).toContain(
          'The e-invoice asks to be paid to GB33 BUKB 2020 1555 5555 55, which is not a stored account of',
        )
      const own = await upload(xmlOf('prepaid').replace('PP-2026-1', 'PP-2026-2'))
      if (way === 'call')
        expect((await call('finance1', `drafttransactions/${own}`)).body.unknown_iban).toBeNull()
      else expect(await page('finance1', `/drafts/${own}`)).not.toContain('which is not a stored account')
    })
  })
}
