import { completeFields, expenseReference, expenses } from 'tests/support/expenses'
import { opened } from 'tests/support/opened'
import { httpSite } from 'tests/support/routes/http-site'
import { expect, test } from 'vitest'
import { FILE_TYPES } from '~/platform/files/file-types'

const site = await opened(httpSite())
const reference = await expenseReference(site)
const its = expenses(site)

async function call(path: string, user = 'auditor1') {
  const answer = await site.ask(user, `/api/${path}`, { headers: { Accept: 'application/json' } })
  return {
    answer,
    status: answer.status,
    body: await answer
      .clone()
      .json()
      .catch(() => null),
  }
}

const ROW = [
  'id',
  'legal_entity_name',
  'invoice_fund_legal_entity_name',
  'supplier_jurisdiction',
  'invoice_entity',
  'invoiced_legal_entity_name',
  'settling_entity',
  'category',
  'expense_type',
  'routine_type_name',
  'allocation_rule',
  'pre_paid',
  'received_date',
  'gl_date',
  'invoice_ref',
  'currency',
  'gross_amount',
  'due_date',
  'taxes',
  'net_amount',
  'validating_user_a',
  'validating_user_b',
  'exclude_from_cash',
  'posting_filter',
  'transaction_comment',
  'username',
  'last_user',
  'creation_date',
  'update_date',
  'invoice_date',
  'event_log',
  'event_status',
  'event_class',
  'event_date',
  'draft_transaction_id',
  'payment_date',
]

const DETAIL = [
  'id',
  'invoiceRef',
  'receivedDate',
  'glDate',
  'invoiceDate',
  'dueDate',
  'paymentDate',
  'expenseType',
  'prePaid',
  'alreadyPaid',
  'isSupplierFund',
  'invoicedLegalEntity',
  'invoicedFundLegalEntity',
  'settlementLegalEntity',
  'settlingLegalEntity',
  'currency',
  'grossAmount',
  'taxes',
  'netAmount',
  'routineType',
  'allocationRule',
  'postingFilter',
  'transactionComment',
  'validatingUserA',
  'validatingUserB',
  'validationDateA',
  'validationDateB',
  'draft_transaction_id',
  'file_name',
  'creationDate',
  'updateDate',
]

test('transactions: rows have the field names of the specification, with count, filter and sort', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference, { invoiceRef: 'ROW-1' })
  await its.newInvoice(reference, { invoiceRef: 'ROW-2', grossAmount: '9000.00' })
  const { body, answer } = await call('transactions?filter.invoice_ref=ROW&sort=gross_amount&size=1')
  expect(answer.headers.get('x-total-count')).toBe('2')
  expect(answer.headers.get('link')).toContain('rel="next"')
  expect(body).toHaveLength(1)
  expect(Object.keys(body[0])).toEqual(expect.arrayContaining(ROW))
  expect(body[0]).toMatchObject({
    id: invoiceId,
    draft_transaction_id: draftId,
    payment_date: null,
    invoice_ref: 'ROW-1',
    legal_entity_name: 'Index Data House Ltd',
    invoice_fund_legal_entity_name: null,
    invoice_entity: 'Index Data House Ltd',
    invoiced_legal_entity_name: 'Alcyon SICAV',
    gross_amount: '1170.00',
    taxes: '170.00',
    net_amount: '1000.00',
    received_date: '2026-10-30',
    validating_user_a: 'Anna Ackermann',
    validating_user_b: 'Béa Bodson',
    username: 'Greta Hoffmann',
    event_status: 'TO BOOK',
    event_class: 'new',
    transaction_comment: 'October',
  })
  expect((await call('transactions?filter.nothing=1')).status).toBe(422)
})

test('transactionssub: the invoices of a draft, one per cost line, with the fields of the sub-grid', async () => {
  const { draftId } = await its.newInvoice(reference)
  const { body, status } = await call(`transactionssub/${draftId}`, 'clientdesk1')
  expect(status).toBe(200)
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({
    transaction_draft_id: draftId,
    file_name: null,
    invoice_ref: 'INV-2026/0107',
  })
  expect((await call('transactionssub/999999')).status).toBe(404)
  const inEntry = await its.newDraft('finance1', completeFields(reference))
  expect((await call(`transactionssub/${inEntry}`)).body).toEqual([])
  expect((await call(`transactionssub/${draftId}`, 'operations1')).status).toBe(403)
})

test('transactions/{id}: one invoice; its references are ids', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference)
  await its.addFile('invoice', invoiceId, FILE_TYPES.invoice, 'October.pdf')
  const { body } = await call(`transactions/${invoiceId}`)
  expect(Object.keys(body)).toEqual(expect.arrayContaining(DETAIL))
  expect(body).toMatchObject({
    id: invoiceId,
    draft_transaction_id: draftId,
    file_name: 'October.pdf',
    isSupplierFund: false,
    invoicedLegalEntity: reference.supplierId,
    invoicedFundLegalEntity: null,
    settlementLegalEntity: reference.clientId,
    settlingLegalEntity: reference.settlingId,
    expenseType: reference.expenseTypeId,
    validatingUserA: reference.anna,
    grossAmount: '1170.00',
  })
  const fund = await its.newInvoice(reference, {
    isSupplierFund: true,
    invoicedLegalEntity: null,
    invoicedFundLegalEntity: reference.supplierFundId,
  })
  expect((await call(`transactions/${fund.invoiceId}`)).body).toMatchObject({
    isSupplierFund: true,
    invoicedLegalEntity: null,
    invoicedFundLegalEntity: reference.supplierFundId,
  })
  for (const none of [draftId, '0', 'x']) {
    const { status, body: refusal } = await call(`transactions/${none}`)
    expect([status, refusal.code]).toEqual([404, 'not-found'])
  }
})

test('documents: PDF of invoice and draft, loader after booking, the client’s authorisations as a list', async () => {
  const { invoiceId, draftId } = await its.newInvoice(reference)
  expect((await call(`documents/invoice/${invoiceId}`)).status).toBe(404)
  for (const [kind, id] of [
    ['invoice', invoiceId],
    ['draft', draftId],
  ] as const) {
    await its.addFile(kind, id, FILE_TYPES.invoice, `of the ${kind}.pdf`)
    const { answer } = await call(`documents/invoice/${id}`)
    expect([answer.status, await answer.text()]).toEqual([200, `%PDF-1.7 of the ${kind}.pdf`])
  }
  // Users who see only invoices get no draft documents.
  expect((await call(`documents/invoice/${draftId}`, 'treasurer1')).status).toBe(403)
  expect((await call(`documents/invoice/${invoiceId}`, 'treasurer1')).status).toBe(200)

  expect((await call(`documents/loader/${invoiceId}`)).status).toBe(404)
  await its.invoiceStep('finance1', invoiceId, 'book')
  const loader = await call(`documents/loader/${invoiceId}`)
  expect(loader.answer.headers.get('content-type')).toContain('spreadsheetml')

  const { body, answer } = await call(`documents/authorisation/${invoiceId}`)
  expect(answer.headers.get('x-total-count')).toBe('1')
  expect(body).toMatchObject([
    {
      id: expect.any(Number),
      fileName: 'authorisation.pdf',
      file_type: 'CLIENT VALIDATION',
      canDelete: false,
    },
  ])
})
