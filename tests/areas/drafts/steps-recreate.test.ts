import { costLine } from 'db/schema/drafts'
import { contextOf } from 'tests/support/context'
import { completeFields, expenseReference, expenses, validations } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import type { UserName } from 'tests/support/site'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { costLinesOf, draftById } from '~/areas/drafts/read-draft.server'
import { type RecreateInput, recreateDraft } from '~/areas/drafts/recreate.server'
import { confirmTotals, eInvoiceOf } from '~/areas/drafts/upload/einvoice.server'
import { recreatedDraft } from '~/areas/invoices/read-invoice.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { historyOf, lastEventOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

function recreate(
  user: UserName,
  invoiceId: number,
  { key, ...given }: Partial<RecreateInput> & { key?: string } = {},
) {
  const input = { invoiceId, seenEventId: null, ...given }
  return site.transaction((tx) =>
    recreateDraft(
      contextOf({
        tx,
        actor: site.actor(user),
        now: site.clock(),
        timeZone: site.services.settings.timeZone,
        key,
      }),
      input,
    ),
  )
}

async function cancelledInvoice() {
  const made = await its.newInvoice(reference)
  await its.invoiceStep('finance1', made.invoiceId, 'cancel')
  return made
}

test('a cancelled invoice becomes a draft with its fields and own cost line, without validations', async () => {
  const fields = { ...completeFields(reference), ...validations(reference), prePaid: true }
  const from = await its.newDraft('finance1', fields)
  const line = { draftId: from, feesType: 'TAX', grossAmount: '585.00', taxes: '85.00', netAmount: '500.00' }
  await site.transaction((tx) => tx.insert(costLine).values([line, { ...line, comment: 'Second half' }]))
  await its.addFile('draft', from, FILE_TYPES.invoice, 'invoice.pdf')
  await its.addProof(from)
  await its.draftStep('finance1', from, 'send to check')
  await its.draftStep('teamleader1', from, 'approve')
  await its.draftStep('clientdesk1', from, 'client validated')
  await its.draftStep('clientdesk1', from, 'create invoice')
  const [, second] = await its.invoicesOf(from)
  const invoiceId = second?.id ?? 0
  await its.invoiceStep('finance1', invoiceId, 'book')
  await its.invoiceStep('treasurer1', invoiceId, 'cancel')

  const { draftId } = await recreate('finance2', invoiceId)
  expect(await draftById(site.read, draftId)).toMatchObject({
    ...fields,
    grossAmount: '585.00',
    taxes: '85.00',
    netAmount: '500.00',
    transactionComment: 'Second half',
    validatingUserA: null,
    validationDateA: null,
    validatingUserB: null,
    validationDateB: null,
    revision: 1,
    recreatedFrom: invoiceId,
    createdBy: site.actor('finance2').id,
  })
  expect(await costLinesOf(site.read, draftId)).toMatchObject([
    { feesType: 'TAX', grossAmount: '585.00', taxes: '85.00', netAmount: '500.00', comment: 'Second half' },
  ])
  const documents = await documentsOf(site.read, { objectKind: 'draft', objectId: draftId })
  expect(documents.map(({ fileName }) => fileName)).toEqual(['invoice.pdf'])

  expect(await site.stateOf(draftId)).toBe('IN ENTRY (ACCOUNTING)')
  expect(await site.stateOf(invoiceId)).toBe('RECREATED (SYSTEM)')
  expect(await recreatedDraft(site.read, invoiceId)).toBe(draftId)
  expect(await lastEventOf(site.read, invoiceId)).toMatchObject({
    name: 'recreate',
    whoName: 'Jonas Thill',
    log: `Recreated as draft ${draftId}`,
  })
  const [row] = await site.ownerSql`select event_status from invoice_row where id = ${invoiceId}`
  expect(row?.event_status).toBe('RECREATED')
  expect((await historyOf(site.read, draftId)).at(-1)?.log).toBe(`Recreated from invoice ${invoiceId}`)
})

test('the person who recreated the draft does not approve it', async () => {
  const { invoiceId } = await cancelledInvoice()
  const { draftId } = await recreate('teamleader1', invoiceId)
  await its.draftStep('finance1', draftId, 'send to check')
  await expect(its.draftStep('teamleader1', draftId, 'approve')).rejects.toThrow(
    'you entered or edited it yourself',
  )
  await its.draftStep('teamleader2', draftId, 'approve')
})

test('the editor of the original draft does not approve it either', async () => {
  const from = await its.newDraft('teamleader1', { ...completeFields(reference), ...validations(reference) })
  await its.addProof(from)
  await its.draftStep('finance1', from, 'send to check')
  await its.draftStep('teamleader2', from, 'approve')
  await its.draftStep('clientdesk1', from, 'client validated')
  await its.draftStep('clientdesk1', from, 'create invoice')
  const [invoice] = await its.invoicesOf(from)
  await its.invoiceStep('finance1', invoice?.id ?? 0, 'cancel')
  const { draftId } = await recreate('finance1', invoice?.id ?? 0)
  await its.draftStep('finance1', draftId, 'send to check')
  await expect(its.draftStep('teamleader1', draftId, 'approve')).rejects.toThrow(
    'you entered or edited it yourself',
  )
  // A person who only approved it then may do so again.
  await its.draftStep('teamleader2', draftId, 'approve')
})

test('a second attempt is refused and names the draft; so is one on an active invoice or by other users', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await expect(recreate('finance1', invoiceId)).rejects.toThrow('this one is TO BOOK (ACCOUNTING)')
  const before = await lastEventOf(site.read, invoiceId)
  await its.invoiceStep('finance1', invoiceId, 'cancel')
  await expect(recreate('clientdesk1', invoiceId)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(recreate('finance1', invoiceId, { seenEventId: before?.id ?? 0 })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Ines Carvalho'),
  })
  const { draftId } = await recreate('finance1', invoiceId, { key: 'twice' })
  expect(await recreate('finance1', invoiceId, { key: 'twice' })).toEqual({ draftId })
  await expect(recreate('finance2', invoiceId)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(`draft ${draftId}`),
  })
  const other = await its.newDraft('finance1', completeFields(reference))
  await expect(recreate('finance1', other)).rejects.toMatchObject({ code: 'not-found' })
})

test('of many at once, one makes the draft, the others get a refusal naming it', async () => {
  const { invoiceId } = await cancelledInvoice()
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => recreate(at % 2 ? 'finance1' : 'accountant1', invoiceId)),
  )
  const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.draftId] : []))
  const lost = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason.message] : []))
  expect(won).toEqual([await recreatedDraft(site.read, invoiceId)])
  expect(lost).toHaveLength(7)
  for (const message of lost) expect(message).toContain(`draft ${won[0]}`)
})

test('a recreated draft has the e-invoice of its file, and its totals are confirmed again', async () => {
  const from = await its.newDraft('finance1', { ...completeFields(reference), ...validations(reference) })
  const iban = { value: 'DE02 1203 0000 0000 2020 51', source: 'IBANID' }
  const fault = 'Gross 1,170.00 is not net 900.00 plus taxes 170.00.'
  await its.addEInvoice(from, { fields: { iban }, fault })
  await its.addProof(from)
  const confirm = (draftId: number) =>
    site.transaction((tx) => {
      const confirmation = { draftId, comment: 'Rounded' }
      return confirmTotals(contextOf({ tx, actor: site.actor('finance1'), now: site.clock() }), confirmation)
    })
  await confirm(from)
  await its.draftStep('finance1', from, 'send to check')
  await its.draftStep('teamleader1', from, 'approve')
  await its.draftStep('clientdesk1', from, 'client validated')
  await its.draftStep('clientdesk1', from, 'create invoice')
  const [invoice] = await its.invoicesOf(from)
  await its.invoiceStep('finance1', invoice?.id ?? 0, 'cancel')

  const { draftId } = await recreate('finance2', invoice?.id ?? 0)
  expect(await eInvoiceOf(site.read, from)).toMatchObject({ fields: { iban }, awaitsConfirmation: false })
  expect(await eInvoiceOf(site.read, draftId)).toMatchObject({
    format: 'Factur-X',
    fields: { iban },
    fault,
    awaitsConfirmation: true,
    confirmedBy: null,
  })
  await expect(its.draftStep('finance2', draftId, 'send to check')).rejects.toThrow('Confirm the totals')
  await confirm(draftId)
  await its.draftStep('finance2', draftId, 'send to check')
})
