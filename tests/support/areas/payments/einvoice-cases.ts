import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadedInvoices } from 'tests/support/areas/drafts/uploaded-invoices'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { describe, expect, test } from 'vitest'
import { draftById } from '~/areas/drafts/read-draft.server'
import { acceptDuplicates } from '~/areas/drafts/upload/confirm-duplicates.server'
import { draftDuplicates } from '~/areas/drafts/upload/draft-duplicates.server'
import { taxesOf } from '~/areas/invoices/invoice-taxes.server'
import { loaderLines } from '~/areas/invoices/loader-workbook.server'
import { namedInvoice } from '~/areas/invoices/read-invoice.server'
import { makeRun } from '~/areas/payments/make-run.server'
import { payableOf } from '~/areas/payments/payable.server'

const { CASES } = process.env
if (!CASES) console.info('CASES is not set: the e-invoices of public reports are skipped')

const xmlOf = (name: string) => readFileSync(join(CASES ?? '', 'einvoices', `${name}.xml`), 'utf8')

const site = await opened(testSite())
const uploads = await uploadedInvoices(site)
site.setClock('2026-11-26T09:00:00Z')

describe.skipIf(!CASES)('e-invoices of public reports', () => {
  const candidate = async (invoiceId: number) =>
    (await payableOf(contextOf({ read: site.read, today: '2026-11-26' }), [invoiceId]))[0]

  /** The amount in the file of a run of one invoice. */
  async function paid(invoiceId: number, takeDiscounts = false): Promise<string | undefined> {
    const { runId } = await site.transaction((tx) =>
      makeRun(contextOf({ tx, actor: site.actor('treasurer1'), now: site.clock() }), {
        invoiceIds: [invoiceId],
        executionDate: '2026-11-27',
        takeDiscounts,
        // What is left of the credit of cn would be taken off.
        takeCredits: false,
      }),
    )
    await uploads.runs.step('treasurer2', runId, 'first approval')
    await uploads.runs.step('treasurer3', runId, 'second approval')
    await uploads.runs.step('treasurer1', runId, 'make the files')
    const [file] = await uploads.runs.files(runId)
    return /<InstdAmt Ccy="EUR">([^<]+)</.exec(file?.xml ?? '')?.[1]
  }

  test('cn: a credit of -585.00, never a payable', async () => {
    const found = await candidate(await uploads.approved(xmlOf('cn')))
    expect(found).toMatchObject({ gross_amount: '-585.00', held: expect.stringContaining('credit note') })
  })

  test('dd59: collected by the supplier, kept out of runs', async () => {
    const found = await candidate(await uploads.approved(xmlOf('dd59')))
    expect(found?.held).toBe('The supplier collects it by direct debit.')
  })

  test('prepaid: the file pays 170.00', async () => {
    expect(await paid(await uploads.approved(xmlOf('prepaid')))).toBe('170.00')
  })

  test('skonto: 23.40 are offered while it lasts, and the file pays 1,146.60', async () => {
    const id = await uploads.approved(xmlOf('skonto'))
    expect(await candidate(id)).toMatchObject({ discount: '23.40', discount_until: '2026-12-10' })
    expect(await paid(id, true)).toBe('1146.60')
  })

  test('rc: tax on both sides', async () => {
    const id = await uploads.approved(xmlOf('rc'))
    const { invoice, ...names } = await namedInvoice(site.read, id)
    const lines = loaderLines({ ...names, ...invoice, ...(await taxesOf(site.read, invoice)) })
    expect(lines.map(({ account, debit, credit }) => [account, debit ?? credit])).toEqual([
      ['EXPENSE', '1000.00'],
      ['RECOVERABLE TAXES', '170.00'],
      ['REVERSE CHARGE TAXES', '170.00'],
      ['SUPPLIER', '1000.00'],
    ])
  })

  test('dup1, dup2, dup3: one blocks until a team leader accepts it, the other warns', async () => {
    const first = await uploads.approved(xmlOf('dup1'))
    const { draftId } = await uploads.complete(xmlOf('dup2'))
    await expect(uploads.its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
      options: { list: [expect.stringContaining(`invoice ${first}, `)] },
    })
    await site.transaction((tx) =>
      acceptDuplicates(contextOf({ tx, actor: site.actor('teamleader2'), now: site.clock() }), {
        draftId,
        comment: 'Another month',
      }),
    )
    const second = await uploads.approve(draftId)
    expect((await candidate(second))?.duplicate).toContain(`invoice ${first}, DUP-2026-77`)
    const near = await uploads.complete(xmlOf('dup3'))
    const warnings = await draftDuplicates(site.read, near.draftId, await draftById(site.read, near.draftId))
    expect(warnings.filter(({ id }) => id === first)).toMatchObject([
      { why: expect.stringContaining('similar reference'), blocks: false },
    ])
  })

  test('otheriban: the whole amount, and the account that is named stays a warning', async () => {
    const { draftId } = await uploads.complete(xmlOf('otheriban'))
    expect(await draftById(site.read, draftId)).toMatchObject({ payableAmount: '1170.00' })
  })
})
