import { ublInvoice } from 'tests/support/areas/drafts/ubl-invoice'
import { uploadedInvoices } from 'tests/support/areas/drafts/uploaded-invoices'
import { contextOf } from 'tests/support/context'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { draftView } from '~/areas/drafts/draft-view.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const uploads = await uploadedInvoices(site)

async function filled(parts: Parameters<typeof ublInvoice>[0]) {
  const { draftId, notes } = await uploads.upload(ublInvoice(parts))
  return { draft: await draftById(site.read, draftId), notes: notes.join(' ') }
}

const update = (draftId: number, fields: Partial<DraftFields>) =>
  site.transaction((tx) =>
    updateDraft(contextOf({ tx, actor: site.actor('finance1'), now: site.clock() }), {
      draftId,
      revision: null,
      fields,
    }),
  )

test('a credit note becomes a draft with negative amounts, and names what it credits', async () => {
  const { draft, notes } = await filled({ kind: 'CreditNote', ref: 'CN-1', corrects: 'RE-1' })
  expect(draft).toMatchObject({
    grossAmount: '-1170.00',
    taxes: '-170.00',
    netAmount: '-1000.00',
    payableAmount: '-1170.00',
    correctsRef: 'RE-1',
  })
  expect(notes).toContain('It is a credit note: its amounts were entered as negative')
  const { eInvoice } = await draftView(
    contextOf({ read: site.read, actor: site.actor('finance1') }),
    draft.id,
  )
  expect(eInvoice?.fields.grossAmount?.value).toBe('-1170')
})

test.each(['381', '396', '261', '262', '296', '308', '420', '458', '532'])(
  'an invoice of type %s is a credit note',
  async (type) => {
    expect((await filled({ type, ref: `TYPE-${type}` })).draft.grossAmount).toBe('-1170.00')
  },
)

test('a credit note that is written with negative amounts stays negative, as does any negative total', async () => {
  const amounts = { net: '-1000.00', tax: '-170.00', gross: '-1170.00' }
  expect((await filled({ ...amounts, type: '381', ref: 'NEG-1' })).draft.grossAmount).toBe('-1170.00')
  expect((await filled({ ...amounts, type: '380', ref: 'NEG-2' })).draft.grossAmount).toBe('-1170.00')
})

test('a corrected invoice goes by its sign and names the invoice that it corrects', async () => {
  const { draft, notes } = await filled({ type: '384', ref: 'CORR-1', corrects: 'RE-1' })
  expect(draft).toMatchObject({ grossAmount: '1170.00', correctsRef: 'RE-1' })
  expect(notes).toContain('It corrects invoice RE-1, which is not paid until it is cancelled or credited.')
  expect((await filled({ type: '384', ref: 'CORR-2' })).notes).toContain('does not name the one it corrects')
  // Other invoices name earlier ones too, such as those of advances.
  expect((await filled({ type: '380', ref: 'FINAL-1', corrects: 'ADVANCE-1' })).draft.correctsRef).toBeNull()
})

test.each(['49', '59'])('payment means %s mark it as collected by the supplier', async (means) => {
  const { draft, notes } = await filled({ means, ref: `DD-${means}` })
  expect(draft.collectedBySupplier).toBe(true)
  expect(notes).toContain('collects the amount by direct debit')
})

test('what is due rules what was paid in advance', async () => {
  const stated = await filled({ ref: 'DUE-1', prepaid: '1000.00', payable: '170.00' })
  expect(stated.draft).toMatchObject({ prepaidAmount: '1000.00', payableAmount: '170.00' })
  const rounded = await filled({ ref: 'DUE-2', rounding: '0.02', payable: '1170.02' })
  expect(rounded.draft).toMatchObject({
    prepaidAmount: null,
    roundingAmount: '0.02',
    payableAmount: '1170.02',
  })
  const unstated = await filled({ ref: 'DUE-3', payable: '170.00' })
  expect(unstated.draft).toMatchObject({ prepaidAmount: '1000.00', payableAmount: '170.00' })
  expect(unstated.notes).toContain('asks for 170.00 of gross 1,170.00')
  const more = await filled({ ref: 'DUE-4', payable: '2000.00' })
  expect(more.draft.payableAmount).toBe('1170.00')
  expect(more.notes).toContain('more than its gross amount')
})

test('an amount that cannot be kept exactly is left empty and told, not rounded', async () => {
  const { draftId, notes } = await uploads.upload(
    ublInvoice({ ref: 'KWD-1', net: '10.000', tax: '0.125', gross: '10.125' }).replace('>EUR<', '>KWD<'),
  )
  expect(await draftById(site.read, draftId)).toMatchObject({ grossAmount: null, taxes: null })
  expect(notes.join(' ')).toContain(
    'gross amount "10.125" has more than the two decimals with which amounts in KWD are kept: it was left empty.',
  )
})

test('an amount due that contradicts the others holds the draft like a wrong total', async () => {
  const { draftId } = await uploads.complete(
    ublInvoice({ ref: 'DUE-5', prepaid: '900.00', payable: '170.00' }),
  )
  expect(await draftById(site.read, draftId)).toMatchObject({ payableAmount: '170.00' })
  await expect(uploads.its.draftStep('finance1', draftId, 'send to check')).rejects.toThrow(
    'The amount due is 170.00 EUR, but gross 1,170.00 less 900.00 paid in advance plus rounding 0.00 make 270.00',
  )
})

test('the payment reference is stored in its structured form, and one with wrong check digits is not', async () => {
  const right = await filled({ ref: 'PR-1', paymentId: 'rf18 5390 0754 7034' })
  expect(right.draft.paymentReference).toBe('RF18539007547034')
  const wrong = await filled({ ref: 'PR-2', paymentId: 'RF19539007547034' })
  expect(wrong.draft.paymentReference).toBeNull()
  expect(wrong.notes).toContain('has wrong check digits')
  await expect(update(wrong.draft.id, { paymentReference: '+++010/8068/17184+++' })).rejects.toMatchObject({
    code: 'invalid',
    options: { fields: { paymentReference: expect.stringContaining('check digits') } },
  })
  await update(wrong.draft.id, { paymentReference: '***010/8068/17183***' })
  expect((await draftById(site.read, wrong.draft.id)).paymentReference).toBe('+++010/8068/17183+++')
})

test('the tax of a reverse charge follows the rate of the country, unless it is entered', async () => {
  const free = { tax: '0.00', gross: '1000.00', category: 'AE' }
  const { draft, notes } = await filled({ ...free, ref: 'AE-1' })
  expect(draft).toMatchObject({ reverseCharge: true, reverseChargeTax: '170.00', payableAmount: '1000.00' })
  expect(notes).toContain('Reverse charge: 170.00 of VAT is booked on both sides.')
  await update(draft.id, { reverseChargeTax: '140.00' })
  const view = () => draftView(contextOf({ read: site.read, actor: site.actor('finance1') }), draft.id)
  expect((await view()).checks.notices.join(' ')).toContain('17 % of net 1,000.00 is 170.00')
  await update(draft.id, { reverseChargeTax: null })
  expect((await draftById(site.read, draft.id)).reverseChargeTax).toBe('170.00')
  await update(draft.id, { reverseCharge: false })
  expect((await draftById(site.read, draft.id)).reverseChargeTax).toBeNull()
})

test('without a rate the tax of a reverse charge must be entered before the draft is sent', async () => {
  const { draftId } = await uploads.complete(
    ublInvoice({ tax: '0.00', gross: '1000.00', category: 'AE', ref: 'AE-2' }),
  )
  await uploads.its.setDraft(draftId, { reverseChargeTax: null })
  await expect(uploads.its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
    options: { list: ['Reverse Charge Tax'] },
  })
})
