import { randomUUID } from 'node:crypto'
import { clientValidator, currency, legalEntity } from 'db/schema/lookups'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { describe, expect, test } from 'vitest'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { draftById } from '~/areas/drafts/read-draft.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { historyOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const { dead, retired } = await site.transaction(async (tx) => {
  await tx.insert(currency).values([
    { code: 'EUR', name: 'Euro' },
    { code: 'USD', name: 'US dollar' },
  ])
  const [row] = await tx
    .insert(legalEntity)
    .values({ name: 'Traduction Express', kind: 'SUPPLIER', deadDate: '2026-10-29' })
    .returning({ id: legalEntity.id })
  const [person] = await tx
    .insert(clientValidator)
    .values({
      legalEntityId: reference.clientId,
      firstName: 'Ursula',
      lastName: 'Maas',
      isRetired: true,
    })
    .returning({ id: clientValidator.id })
  return { dead: row?.id ?? 0, retired: person?.id ?? 0 }
})

const edit = (
  draftId: number,
  fields: Partial<DraftFields>,
  user: UserName = 'finance1',
  revision: number | null = null,
  key: string | null = null,
) =>
  site.transaction((tx) =>
    updateDraft(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), {
      draftId,
      revision,
      fields,
    }),
  )
const newDraft = () => its.newDraft('finance1', completeFields(reference))
const USUAL_REF = /^INV-2026\/0107/

test('a change raises the revision and records old and new values', async () => {
  const draftId = await newDraft()
  expect(await edit(draftId, { grossAmount: '1200.00', invoiceRef: 'INV-8', taxes: null })).toEqual({
    revision: 2,
  })
  expect(await draftById(site.read, draftId)).toMatchObject({
    grossAmount: '1200.00',
    taxes: null,
    netAmount: '1200.00',
    invoiceRef: 'INV-8',
    revision: 2,
  })
  const [event] = await historyOf(site.read, draftId)
  expect(event).toMatchObject({
    name: 'edit draft',
    type: 'act',
    userId: site.actor('finance1').id,
    log: 'Reference: INV-2026/0107 → INV-8; Gross: 1,170.00 → 1,200.00; Taxes: 170.00 → (blank)',
    data: {
      revision: 2,
      was: '{"grossAmount":"1170.00","invoiceRef":"INV-2026/0107","taxes":"170.00"}',
      is: '{"grossAmount":"1200.00","invoiceRef":"INV-8","taxes":null}',
    },
  })
})

test('saving without differences writes nothing, and the same key works once', async () => {
  const draftId = await newDraft()
  expect(await edit(draftId, { grossAmount: '1170.0' })).toEqual({ revision: 1 })
  const key = randomUUID()
  await edit(draftId, { invoiceRef: 'A' }, 'finance1', 1, key)
  expect(await edit(draftId, { invoiceRef: 'A' }, 'finance1', 1, key)).toEqual({ revision: 2 })
  expect((await historyOf(site.read, draftId)).filter(({ name }) => name === 'edit draft')).toHaveLength(1)
  // A cached form with other values is not treated as a repetition.
  await expect(edit(draftId, { invoiceRef: 'B' }, 'finance1', 1, key)).rejects.toMatchObject({
    code: 'conflict',
  })
})

describe('refused with a message for the field', () => {
  const cases: [string, () => Partial<DraftFields>, Record<string, RegExp>][] = [
    [
      'an unknown supplier',
      () => ({ invoicedLegalEntity: 999_999 }),
      { invoicedLegalEntity: /not in the list/ },
    ],
    [
      'a client as supplier',
      () => ({ invoicedLegalEntity: reference.clientId }),
      { invoicedLegalEntity: /not in the list/ },
    ],
    ['a dead supplier', () => ({ invoicedLegalEntity: dead }), { invoicedLegalEntity: /until 29\/10\/2026/ }],
    [
      'a fund without the box',
      () => ({ invoicedLegalEntity: null, invoicedFundLegalEntity: reference.supplierFundId }),
      { invoicedLegalEntity: /“Supplier is a fund”/ },
    ],
    [
      'a fund beside the company',
      () => ({ invoicedFundLegalEntity: reference.supplierFundId }),
      { invoicedLegalEntity: /“Supplier is a fund”/ },
    ],
    [
      'paid already on a day to come',
      () => ({ alreadyPaid: true, paymentDate: '2026-11-04' }),
      { paymentDate: /in the future/ },
    ],
    ['a currency of no list', () => ({ currency: 'GBP' }), { currency: /not in the list/ }],
    ['a currency of no standard', () => ({ currency: 'EURO' }), { currency: /not in the list/ }],
    ['an unknown expense type', () => ({ expenseType: 999 }), { expenseType: /not in the list/ }],
    ['an unknown routine', () => ({ routineType: 999 }), { routineType: /not in the list/ }],
    ['an unknown rule', () => ({ allocationRule: 'X' }), { allocationRule: /not in the list/ }],
    ['an unknown filter', () => ({ postingFilter: 'X' }), { postingFilter: /not in the list/ }],
    ['a due date before', () => ({ dueDate: '2026-10-27' }), { dueDate: /before the invoice date/ }],
    [
      'a service the wrong way round',
      () => ({ serviceFrom: '2026-12-31', serviceTo: '2026-01-01' }),
      { serviceTo: /before its first/ },
    ],
    ['prepaid without service', () => ({ prePaid: true }), { serviceFrom: /prepaid/, serviceTo: /prepaid/ }],
    [
      'a retired validator',
      () => ({ validatingUserA: retired, validationDateA: '2026-11-02' }),
      { validatingUserA: /Ursula Maas is retired/ },
    ],
    [
      'one validator twice',
      () => ({
        validatingUserA: reference.anna,
        validationDateA: '2026-11-02',
        validatingUserB: reference.anna,
        validationDateB: '2026-11-02',
      }),
      { validatingUserB: /two people/ },
    ],
    [
      'a net of too many digits',
      () => ({ grossAmount: '9999999999999999.99', taxes: '-1.00' }),
      { taxes: /18 digits/ },
    ],
  ]
  test.each(cases)('%s', async (_, fields, faults) => {
    const draftId = await newDraft()
    const expected = Object.fromEntries(
      Object.entries(faults).map(([field, words]) => [field, expect.stringMatching(words)]),
    )
    await expect(edit(draftId, fields())).rejects.toMatchObject({
      code: 'invalid',
      options: { fields: expected },
    })
    expect(await draftById(site.read, draftId)).toMatchObject({
      revision: 1,
      invoiceRef: expect.stringMatching(USUAL_REF),
    })
  })
})

test('a validator without a date is refused with the message of the specification', async () => {
  const draftId = await newDraft()
  const { anna, bea } = reference
  await expect(edit(draftId, { validatingUserA: anna, validatingUserB: bea })).rejects.toMatchObject({
    code: 'invalid',
    message:
      'Please fill the following field(s) and click again on confirm button : Validation Date A, Validation Date B',
    options: {
      title: 'Validation Date is required',
      fields: {
        validationDateA: 'Validation Date A is required.',
        validationDateB: 'Validation Date B is required.',
      },
    },
  })
  await edit(draftId, validations(reference))
  // Removing the person removes the date.
  await edit(draftId, { validatingUserB: null })
  expect(await draftById(site.read, draftId)).toMatchObject({ validationDateB: null })
})

test('ticking the box clears the supplier company, unticking it the supplier fund', async () => {
  const draftId = await newDraft()
  await edit(draftId, { isSupplierFund: true })
  const none = { invoicedLegalEntity: null, invoicedFundLegalEntity: null }
  expect(await draftById(site.read, draftId)).toMatchObject({ isSupplierFund: true, ...none })
  await edit(draftId, { invoicedFundLegalEntity: reference.supplierFundId })
  await edit(draftId, { isSupplierFund: false })
  expect(await draftById(site.read, draftId)).toMatchObject({ isSupplierFund: false, ...none })
})

test('the supplier is the one the box says, and the other is cleared', async () => {
  const draftId = await newDraft()
  await edit(draftId, { isSupplierFund: true, invoicedFundLegalEntity: reference.supplierFundId })
  expect(await draftById(site.read, draftId)).toMatchObject({
    isSupplierFund: true,
    invoicedLegalEntity: null,
    invoicedFundLegalEntity: reference.supplierFundId,
  })
})

test('the supplier must be alive on the received date or else today; an earlier choice stays valid', async () => {
  const draftId = await newDraft()
  await edit(draftId, { invoicedLegalEntity: dead, receivedDate: '2026-10-29' })
  await edit(draftId, { invoiceRef: 'still good' })
  await expect(edit(draftId, { receivedDate: '2026-10-30' })).rejects.toMatchObject({
    options: { fields: { invoicedLegalEntity: expect.stringContaining('received date') } },
  })
  await expect(edit(draftId, { receivedDate: null })).rejects.toMatchObject({
    options: { fields: { invoicedLegalEntity: expect.stringContaining('today') } },
  })
})

test('who may change what depends on the status of the draft', async () => {
  const draftId = await newDraft()
  await expect(edit(draftId, { invoiceRef: 'X' }, 'clientdesk1')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(edit(draftId, { invoiceRef: 'X' }, 'auditor1')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(edit(999_999, { invoiceRef: 'X' })).rejects.toMatchObject({ code: 'not-found' })
  await its.draftStep('finance1', draftId, 'send to check')
  await expect(edit(draftId, { invoiceRef: 'X' })).rejects.toMatchObject({ code: 'forbidden' })
  await its.draftStep('teamleader1', draftId, 'approve')
  await expect(edit(draftId, { invoiceRef: 'X' }, 'clientdesk1')).rejects.toMatchObject({
    options: { fields: { invoiceRef: expect.stringContaining('client validates') } },
  })
  // The form does not send the fields it does not offer.
  await edit(draftId, { ...validations(reference), invoiceRef: null, prePaid: false }, 'clientdesk1')
  expect(await draftById(site.read, draftId)).toMatchObject({
    ...validations(reference),
    invoiceRef: expect.stringMatching(USUAL_REF),
  })
})
