import { randomUUID } from 'node:crypto'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite, type UserName } from 'tests/support/site'
import { expect, test } from 'vitest'
import { acceptDuplicates, acceptedDuplicates } from '~/areas/drafts/upload/confirm-duplicates.server'
import { draftDuplicates } from '~/areas/drafts/upload/draft-duplicates.server'
import type { DraftFields } from '~/areas/expenses/expense'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const fieldsOf = (invoiceRef: string, more: Partial<DraftFields> = {}): DraftFields => ({
  ...completeFields(reference),
  ...validations(reference),
  invoiceRef,
  ...more,
})
const newDraft = (fields: DraftFields) => its.newDraft('finance1', fields)
const accept = (user: UserName, draftId: number, comment: string, key?: string) =>
  site.transaction((tx) =>
    acceptDuplicates(contextOf({ tx, actor: site.actor(user), now: site.clock(), key }), {
      draftId,
      comment,
    }),
  )
const found = async (draftId: number, fields: DraftFields) =>
  (await draftDuplicates(site.read, draftId, fields)).map(({ id, why, blocks }) => ({ id, why, blocks }))

test.each([
  ['DUP-2026-77', 'DUP 2026 077', true],
  ['DUP-2026-78', 'dup2026078', true],
  ['dup/2026/79', '00DUP.2026.0079', true],
  ['DUP-2026-101', 'DUP-2026-11', false],
  ['DUP-2026-20', 'DUP-2026-2', false],
  ['81', '081', true],
])('%s and %s', async (first, second, same) => {
  const amount = { grossAmount: '77.00', taxes: '0.00' }
  const id = await newDraft(fieldsOf(first, { ...amount, invoiceDate: '2026-08-01' }))
  const fields = fieldsOf(second, { ...amount, invoiceDate: '2026-10-01' })
  const ofFirst = (await found(await newDraft(fields), fields)).filter((each) => each.id === id)
  expect(ofFirst).toEqual(same ? [{ id, why: 'same supplier, amount and reference', blocks: true }] : [])
})

test('a cent more, or a letter after the reference, only warns', async () => {
  const id = await newDraft(fieldsOf('NEAR-2026-1', { grossAmount: '2340.00' }))
  const cent = fieldsOf('OTHER-9', { grossAmount: '2340.01', invoiceDate: '2026-10-29' })
  expect(await found(await newDraft(cent), cent)).toContainEqual({
    id,
    why: 'almost the same amount within 10 days',
    blocks: false,
  })
  const letter = fieldsOf('NEAR 2026 01A', { grossAmount: '2340.01', invoiceDate: '2026-06-01' })
  const draftId = await newDraft(letter)
  expect(await found(draftId, letter)).toContainEqual({
    id,
    why: 'same supplier and amount, similar reference',
    blocks: false,
  })
  await its.addProof(draftId)
  await its.draftStep('finance1', draftId, 'send to check')
})

test('a duplicate is not sent to check until a team leader accepts it with a reason', async () => {
  const first = await newDraft(fieldsOf('HELD-2026-1'))
  const second = await newDraft(fieldsOf('HELD 2026 01'))
  await expect(its.draftStep('finance1', second, 'send to check')).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('This draft is a duplicate'),
    options: { list: [expect.stringContaining(`draft ${first}, `)] },
  })
  await expect(accept('finance2', second, 'Two deliveries')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(accept('teamleader1', second, ' ')).rejects.toMatchObject({ code: 'invalid' })
  const key = randomUUID()
  await accept('teamleader1', second, ' Two deliveries ', key)
  await accept('teamleader1', second, ' Two deliveries ', key)
  expect(await acceptedDuplicates(site.read, second)).toMatchObject([
    { duplicates: [first], by: site.actor('teamleader1').fullName, comment: 'Two deliveries' },
  ])
  await expect(accept('teamleader1', second, 'Again')).rejects.toMatchObject({ code: 'refused' })
  await its.draftStep('finance1', second, 'send to check')
  // Now the other one came second.
  await expect(its.draftStep('finance1', first, 'send to check')).rejects.toThrow('is a duplicate')
})

test('the earlier of two drafts in entry goes on, and a cancelled bill holds nothing', async () => {
  const first = await newDraft(fieldsOf('FREE-2026-1'))
  const second = await newDraft(fieldsOf('FREE-2026-1'))
  await its.draftStep('finance1', first, 'send to check')
  await expect(its.draftStep('finance1', second, 'send to check')).rejects.toThrow('is a duplicate')
  await its.draftStep('teamleader1', first, 'cancel')
  await its.draftStep('finance1', second, 'send to check')
})

test('invoices hold a draft as well, and another bill needs to be accepted again', async () => {
  const { invoiceId } = await its.newInvoice(reference, { invoiceRef: 'BILL-2026-1' })
  const draftId = await newDraft(fieldsOf('BILL-2026-01'))
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
    options: { list: [expect.stringContaining(`invoice ${invoiceId}, `)] },
  })
  await accept('teamleader1', draftId, 'A second seat')
  const { invoiceId: other } = await its.newInvoice(reference, {
    invoiceRef: 'BILL-2026-9',
    grossAmount: '9.00',
    taxes: '0.00',
  })
  await its.setDraft(draftId, {
    invoiceRef: 'BILL-2026-9',
    grossAmount: '9.00',
    taxes: '0.00',
    netAmount: '9.00',
  })
  await expect(its.draftStep('finance1', draftId, 'send to check')).rejects.toMatchObject({
    options: { list: [expect.stringContaining(`invoice ${other}, `)] },
  })
})
