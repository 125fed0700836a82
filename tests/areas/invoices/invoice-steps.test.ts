import { expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { testSite } from 'tests/support/site'
import { expect, test } from 'vitest'
import { documentsOf } from '~/areas/documents/documents-of.server'
import { FILE_TYPES } from '~/platform/files/file-types'
import { lastEventOf } from '~/platform/workflow/history.server'

const site = await opened(testSite())
const reference = await expenseReference(site)
const its = expenses(site)

const REFUSED = 'Workflow cannot move to next step.'

async function paymentDateOf(invoiceId: number): Promise<string | null> {
  const [row] = await site.ownerSql`select payment_date::text as day from invoice where id = ${invoiceId}`
  return row?.day ?? null
}

const loadersOf = (objectId: number) =>
  documentsOf(site.read, { objectKind: 'invoice', objectId, fileTypes: [FILE_TYPES.loader] })

async function sentInvoice(): Promise<number> {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book')
  await its.invoiceStep('treasurer1', invoiceId, 'first approval')
  await its.invoiceStep('treasurer2', invoiceId, 'second approval')
  await its.invoiceStep('treasurer3', invoiceId, 'payment sent')
  return invoiceId
}

test('booking makes the loader, and the Invoice Log follows every step', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  expect(await loadersOf(invoiceId)).toEqual([])
  await its.invoiceStep('finance1', invoiceId, 'book', { comment: 'Period 10' })
  expect(await loadersOf(invoiceId)).toMatchObject([{ fileName: `loader-${invoiceId}.xlsx` }])
  const [row] = await site.ownerSql`
    select event_status, event_queue, event_log from invoice_row where id = ${invoiceId}`
  expect(row).toMatchObject({ event_status: 'TO APPROVE', event_queue: 'PAYMENT', event_log: 'Period 10' })
})

test('booker, first and second approver are three people, also after a rejected payment', async () => {
  // A user who may book and approve.
  await site.ownerSql`
    insert into user_queue (user_id, queue) select id, 'PAYMENT' from app_user where user_name = 'teamleader1'`
  await site.reloadUsers()
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('teamleader1', invoiceId, 'book')
  await expect(its.invoiceStep('teamleader1', invoiceId, 'first approval')).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('you booked it yourself'),
    options: { title: REFUSED },
  })
  await its.invoiceStep('treasurer1', invoiceId, 'first approval')
  for (const [user, why] of [
    ['teamleader1', 'you booked it yourself'],
    ['treasurer1', 'you gave the first approval yourself'],
  ] as const)
    await expect(its.invoiceStep(user, invoiceId, 'second approval')).rejects.toThrow(why)
  await its.invoiceStep('treasurer2', invoiceId, 'second approval')
  await its.invoiceStep('treasurer1', invoiceId, 'payment sent')
  await expect(its.invoiceStep('treasurer1', invoiceId, 'payment rejected')).rejects.toMatchObject({
    options: { fields: { eventLog: expect.any(String) } },
  })
  await its.invoiceStep('treasurer1', invoiceId, 'payment rejected', { comment: 'Unknown account' })
  expect(await site.stateOf(invoiceId)).toBe('TO APPROVE (PAYMENT)')
  // A new round: the second approver may now be first, the booker still may not approve.
  await expect(its.invoiceStep('teamleader1', invoiceId, 'first approval')).rejects.toThrow(
    'you booked it yourself',
  )
  await its.invoiceStep('treasurer2', invoiceId, 'first approval')
  await its.invoiceStep('treasurer1', invoiceId, 'second approval')
  expect(await site.stateOf(invoiceId)).toBe('APPROVED (PAYMENT)')
})

test('an already paid invoice becomes PAID when booked, with its loader', async () => {
  const paid = await its.newInvoice(reference, { alreadyPaid: true, paymentDate: '2026-10-29' })
  await its.invoiceStep('finance1', paid.invoiceId, 'book')
  expect(await site.stateOf(paid.invoiceId)).toBe('PAID (SYSTEM)')
  expect(await paymentDateOf(paid.invoiceId)).toBe('2026-10-29')
  expect(await loadersOf(paid.invoiceId)).toHaveLength(1)

  const unknown = await its.newInvoice(reference, { alreadyPaid: true })
  await its.invoiceStep('finance1', unknown.invoiceId, 'book')
  expect(await paymentDateOf(unknown.invoiceId)).toBe('2026-11-02')
})

test('"Paid" needs a payment date that is neither in the future nor before the invoice', async () => {
  const invoiceId = await sentInvoice()
  const pay = (paymentDate?: string) =>
    its.invoiceStep('treasurer1', invoiceId, 'paid', paymentDate === undefined ? {} : { paymentDate })
  for (const day of [undefined, '2026-11-04', '2025-11-02'])
    await expect(pay(day), day).rejects.toMatchObject({
      code: 'invalid',
      options: { title: REFUSED, fields: { paymentDate: expect.any(String) } },
    })
  expect(await pay('2026-10-30')).toBe(`Invoice ${invoiceId}: PAID (SYSTEM)`)
  expect(await paymentDateOf(invoiceId)).toBe('2026-10-30')
  expect((await lastEventOf(site.read, invoiceId))?.data).toEqual({ paymentDate: '2026-10-30' })
})

test('a payment date sent with another step is ignored', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  await its.invoiceStep('finance1', invoiceId, 'book', { paymentDate: '2026-11-02' })
  expect(await paymentDateOf(invoiceId)).toBeNull()
  expect((await lastEventOf(site.read, invoiceId))?.data).toEqual({})
})

test('it can be cancelled before it is sent, not afterwards; one form does one step', async () => {
  const { invoiceId } = await its.newInvoice(reference)
  const seen = await lastEventOf(site.read, invoiceId)
  const once = { key: 'book once', seenEventId: seen?.id ?? 0 }
  const result = await its.invoiceStep('finance1', invoiceId, 'book', once)
  expect(await its.invoiceStep('finance1', invoiceId, 'book', { ...once, from: 'TO BOOK' })).toBe(result)
  await expect(
    its.invoiceStep('treasurer1', invoiceId, 'cancel', { seenEventId: seen?.id ?? 0 }),
  ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Ines Carvalho') })
  await its.invoiceStep('treasurer1', invoiceId, 'cancel')
  expect(await site.stateOf(invoiceId)).toBe('CANCELLED (SYSTEM)')
  const sent = await sentInvoice()
  await expect(its.invoiceStep('treasurer1', sent, 'cancel', { from: 'APPROVED' })).rejects.toMatchObject({
    code: 'conflict',
  })
})
