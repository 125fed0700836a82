import { costLine, totalsConfirmation } from 'db/schema/drafts'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const REFUSED = 'Workflow cannot move to next step.'

test('"Send to check" lists everything missing, by field', async () => {
  const draftId = await its.newDraft('finance1', {
    ...completeFields(reference),
    invoicedLegalEntity: null,
    invoiceRef: null,
    grossAmount: null,
  })
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
    code: 'invalid',
    options: {
      title: REFUSED,
      list: ['Supplier Company', 'Reference', 'Gross'],
      fields: { invoicedLegalEntity: expect.any(String), invoiceRef: expect.any(String) },
    },
  })
  expect(await site.stateOf(draftId)).toBe('IN ENTRY (ACCOUNTING)')
  await its.setDraft(draftId, {
    isSupplierFund: true,
    supplierId: reference.supplierFundId,
    invoiceRef: 'F-1',
    grossAmount: '0.00',
  })
  expect(await its.draftStep('finance1', draftId, 'send to check')).toBe(
    `Draft ${draftId}: TO CHECK (TEAM LEADER)`,
  )
})

test('cost lines that do not add up to the draft hold it', async () => {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await site.transaction((tx) =>
    tx.insert(costLine).values([
      { draftId, feesType: 'AUDIT', grossAmount: '1000.00', taxes: '170.00', netAmount: '830.00' },
      { draftId, feesType: 'TAX', grossAmount: '169.99', taxes: '0.00', netAmount: '169.99' },
    ]),
  )
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toThrow(
    /add up to 1,169\.99 gross with 170\.00 taxes, the draft says 1,170\.00/,
  )
  await its.setDraft(draftId, { grossAmount: '1169.99', netAmount: '999.99' })
  await its.draftStep('finance1', draftId, 'send to check')
})

test('an e-invoice whose totals do not add up needs confirmation first', async () => {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await its.addEInvoice(draftId, { fault: 'Gross is not net plus taxes.' })
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toThrow(
    'Gross is not net plus taxes. Confirm the totals with a comment, then send the draft.',
  )
  const input = {
    confirmedBy: site.actor('finance1').id,
    confirmedAt: site.clock(),
    comment: 'They are right',
  }
  await site.transaction((tx) => tx.insert(totalsConfirmation).values({ draftId, ...input }))
  await its.draftStep('finance1', draftId, 'send to check')
})

test('no step is taken on a draft that changed since it was opened', async () => {
  const draftId = await its.newDraft('finance1', completeFields(reference))
  await its.setDraft(draftId, { revision: 2, updatedBy: site.actor('finance2').id })
  await expect(its.draftStep('finance1', draftId, 'send to check', { revision: 1 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('changed by Jonas Thill after you opened this page'),
    options: { title: REFUSED },
  })
  await expect(its.draftStep('finance1', draftId, 'cancel', { revision: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await its.draftStep('finance1', draftId, 'send to check', { revision: 2 })
  await expect(
    its.draftStep('teamleader1', draftId, 'return', { revision: 1, comment: 'No' }),
  ).rejects.toThrow('changed by Jonas Thill')
})

test('uploaders, editors and senders of a draft do not approve it, in any round', async () => {
  const draftId = await its.newDraft('teamleader1', completeFields(reference))
  await its.draftStep('teamleader2', draftId, 'send to check')
  for (const [user, why] of [
    ['teamleader1', 'you entered or edited it yourself'],
    ['teamleader2', 'you sent it yourself'],
  ] as const)
    await expect(its.draftStep(user, draftId, 'approve')).rejects.toThrow(why)
  await its.draftStep('teamleader1', draftId, 'return', { comment: 'The reference is another one' })
  await its.draftStep('finance1', draftId, 'send to check')
  for (const user of ['teamleader1', 'teamleader2'] as const)
    await expect(its.draftStep(user, draftId, 'approve')).rejects.toThrow('four-eyes rule')
  expect(await site.stateOf(draftId)).toBe('TO CHECK (TEAM LEADER)')
})

test('the client signs as the matrix requires, each on their date, with a proof', async () => {
  const fields = { ...completeFields(reference), ...validations(reference) }
  const draftId = await its.newDraft('finance1', fields)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  const validate = () => its.draftStep('clientdesk1', draftId, 'client validated')

  await its.setDraft(draftId, { validatingUserB: null, validationDateB: null })
  await expect(validate()).rejects.toMatchObject({
    options: {
      title: REFUSED,
      list: ['A signature of class B is missing.'],
      fields: { validatingUserB: expect.any(String) },
    },
  })
  await its.setDraft(draftId, { validatingUserB: reference.anna, validationDateB: '2026-11-02' })
  await expect(validate()).rejects.toThrow('Choose two people')
  await its.setDraft(draftId, { validatingUserB: reference.bea, validationDateB: null })
  await expect(validate()).rejects.toMatchObject({
    options: { fields: { validationDateB: 'Validation Date B is required.' } },
  })
  // Béa signs from 2026 on.
  await its.setDraft(draftId, { validationDateB: '2025-12-31' })
  await expect(validate()).rejects.toMatchObject({ code: 'refused' })
  await its.setDraft(draftId, { validationDateB: '2026-11-02' })
  await expect(validate()).rejects.toThrow('Press "Add Client Validation"')
  await its.addProof(draftId)
  expect(await validate()).toBe(`Draft ${draftId}: VALIDATED (CLIENT)`)
})

test('one signature is enough if one is required', async () => {
  const draftId = await its.validatedDraft(reference, {
    grossAmount: '999.99',
    taxes: null,
    validatingUserB: null,
    validationDateB: null,
  })
  expect(await site.stateOf(draftId)).toBe('VALIDATED (CLIENT)')
})

test('completion turns each cost line into an invoice, to the cent, and shares the documents', async () => {
  const draftId = await its.newDraft('finance1', { ...completeFields(reference), ...validations(reference) })
  const lines = [
    {
      draftId,
      feesType: 'AUDIT',
      grossAmount: '585.01',
      taxes: '85.00',
      netAmount: '500.01',
      comment: 'Half',
    },
    { draftId, feesType: 'TAX', grossAmount: '684.98', taxes: '85.01', netAmount: '599.97' },
    { draftId, feesType: 'OTHER', grossAmount: '-99.99', taxes: '-0.01', netAmount: '-99.98' },
  ]
  await site.transaction((tx) => tx.insert(costLine).values(lines))
  await its.addFile('draft', draftId, FILE_TYPES.invoice, 'invoice.pdf')
  await its.addProof(draftId)
  await its.draftStep('finance1', draftId, 'send to check')
  await its.draftStep('teamleader1', draftId, 'approve')
  await its.draftStep('clientdesk1', draftId, 'client validated')
  await its.draftStep('clientdesk2', draftId, 'create invoice')
  expect(await site.stateOf(draftId)).toBe('COMPLETED (SYSTEM)')

  const made = await its.invoicesOf(draftId)
  expect(
    made.map(({ feesType, grossAmount, taxes, netAmount, transactionComment }) => [
      feesType,
      grossAmount,
      taxes,
      netAmount,
      transactionComment,
    ]),
  ).toEqual([
    ['AUDIT', '585.01', '85.00', '500.01', 'Half'],
    ['TAX', '684.98', '85.01', '599.97', 'October'],
    ['OTHER', '-99.99', '-0.01', '-99.98', 'October'],
  ])
  for (const { id, createdBy } of made) {
    expect(createdBy).toBe(site.actor('clientdesk2').id)
    expect(await site.stateOf(id)).toBe('TO BOOK (ACCOUNTING)')
    const documents = await documentsOf(site.read, { objectKind: 'invoice', objectId: id })
    expect(documents.map(({ fileName }) => fileName).sort()).toEqual(['authorisation.pdf', 'invoice.pdf'])
  }
  const [rows] =
    await site.ownerSql`select count(*)::int as n from invoice_row where id in ${site.ownerSql(made.map(({ id }) => id))}`
  expect(rows?.n).toBe(3)
  const contents = await site.ownerSql`select distinct sha256 from document where file_name = 'invoice.pdf'`
  expect(contents).toHaveLength(1)
})

test('a draft without cost lines becomes one invoice', async () => {
  const { draftId, invoiceId } = await its.newInvoice(reference, { taxes: null })
  expect(await its.invoicesOf(draftId)).toMatchObject([
    { id: invoiceId, grossAmount: '1170.00', taxes: '0.00', netAmount: '1170.00', feesType: null },
  ])
})
