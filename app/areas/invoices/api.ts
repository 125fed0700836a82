import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { paidAccount } from '~/areas/bank-accounts/bank-details.server'
import { aDocument } from '~/areas/documents/api'
import { mayOnKind } from '~/areas/documents/document-rights.server'
import { documentsFor, documentsOf, objectFor } from '~/areas/documents/documents-of.server'
import { DOCUMENT_FIELDS } from '~/areas/documents/documents-panel'
import { documentDownload } from '~/areas/documents/routes/document-download'
import { documentAsPdf } from '~/areas/documents/routes/document-preview'
import { partyFields, paymentFields, validatorFields } from '~/areas/expenses/api-shapes'
import { aBoolean, aDay, anAmount, anId, anInstant, aRow, aStoredFile, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import { FILE_TYPES, KINDS } from '~/platform/files/file-types'
import { DomainError } from '~/platform/values/domain-error'
import { COLLECTION_NOT_CHANGED, changeCollection } from './collection.server'
import { TRANSACTION_ROW } from './fields.server'
import { CollectionCallFields } from './forms'
import { taxesOf } from './invoice-taxes.server'
import { invoiceLoader } from './invoice-view.server'
import { INVOICE_GRID } from './list'
import { INVOICE_FIELDS, invoiceList } from './list.server'
import { transactionById, transactionRows } from './transactions.server'

/** Invoice (transaction) row of the specification, section 3. */
export const aTransaction = aRow(TRANSACTION_ROW).meta({ id: 'Transaction' })

/** Transaction (detail) of the specification, section 3: references are ids. */
export const aTransactionDetail = z
  .object({
    id: anId,
    invoiceRef: aText,
    receivedDate: aDay.nullable(),
    glDate: aDay.nullable(),
    invoiceDate: aDay,
    dueDate: aDay.nullable(),
    paymentDate: aDay.nullable(),
    serviceFrom: aDay.nullable(),
    serviceTo: aDay.nullable(),
    expenseType: anId,
    prePaid: aBoolean,
    alreadyPaid: aBoolean,
    isSupplierFund: aBoolean,
    ...partyFields,
    settlingLegalEntity: anId,
    currency: aText,
    grossAmount: anAmount,
    taxes: anAmount,
    netAmount: anAmount,
    ...paymentFields,
    payableAmount: anAmount.describe('What is to be paid: gross less paid in advance, rounded.'),
    recoverableShare: aText
      .nullable()
      .describe('Percent of its taxes that is recovered; null where none is set: all of them.'),
    recoverableTaxes: anAmount,
    expenseAmount: anAmount.describe('Net, and the taxes that are not recovered.'),
    taxesBooked: aBoolean.describe('Is it so in its loader?'),
    fundId: anId.nullable().describe('The sub-fund that bears it.'),
    routineType: anId.nullable(),
    feesType: aText.nullable().describe('Of the cost line that it was created from.'),
    allocationRule: aText.nullable(),
    postingFilter: aText.nullable(),
    excludeFromCash: aBoolean,
    transactionComment: aText,
    ...validatorFields,
    draft_transaction_id: anId.nullable(),
    file_name: aText.nullable(),
    accountHash: aText
      .nullable()
      .describe(
        'Of the account that is paid (IBAN, BIC, holder): approvals are valid only for it. Null for callers who neither see bank accounts nor approve payments.',
      ),
    creationDate: anInstant,
    updateDate: anInstant,
  })
  .meta({ id: 'TransactionDetail' })

export const invoicesCalls: EndpointTable = {
  about: 'invoices',
  calls: {
    /**
     * GET documents/invoice/{id}: the supplier's PDF of an invoice or a draft; for an e-invoice in XML, the PDF created
     * from it.
     */
    'documents/invoice/:objectId': {
      GET: {
        may: 'any user',
        summary:
          "The supplier's PDF of an invoice or a draft. For one that came as XML only, the PDF created from it; documents/{id} has the XML.",
        answers: { 200: aStoredFile(KINDS.pdf.mediaType) },
        async answer(guarded, { request, params }) {
          const { actor, read } = guarded
          const object = await objectFor(guarded, idOf(params.objectId, 'invoice'))
          const { kind: objectKind, objectId } = object
          const [pdf] = await documentsOf(read, { objectKind, objectId, fileTypes: [FILE_TYPES.invoice] })
          if (!pdf)
            throw new DomainError('not-found', `There is no supplier's PDF of ${objectKind} ${objectId}.`)
          return documentAsPdf(guarded, request, pdf.id, (document) => mayOnKind(actor, document.objectKind))
        },
      },
    },
    /**
     * GET documents/authorisation/{id}: the client's authorisations (proofs) of an invoice or a draft, newest first.
     */
    'documents/authorisation/:objectId': {
      GET: {
        may: 'any user',
        summary: "The client's authorisations of an invoice or a draft, the newest first.",
        list: kindsOf(DOCUMENT_FIELDS),
        answers: { 200: z.array(aDocument) },
        async answer(guarded, args) {
          const object = await objectFor(guarded, idOf(args.params.objectId, 'invoice'))
          return rowsAnswer(args, await documentsFor(guarded, object, [FILE_TYPES.proof]), DOCUMENT_FIELDS)
        },
      },
    },
    'documents/loader/:invoiceId': {
      GET: {
        may: ['transactiondashboard'],
        summary: 'The workbook for the accounting system, for a booked invoice.',
        answers: { 200: aStoredFile(KINDS.xlsx.mediaType) },
        async answer(guarded, { request, params }) {
          const { id } = await invoiceLoader(guarded.read, idOf(params.invoiceId, 'invoice'))
          return documentDownload(guarded, request, id, ({ objectKind }) => objectKind === 'invoice')
        },
      },
    },
    transactions: {
      GET: {
        may: ['transactiondashboard'],
        summary: 'The invoices, in the order of the Invoice Log, filtered and sorted like its grid.',
        list: kindsOf(INVOICE_FIELDS),
        answers: { 200: z.array(aTransaction) },
        async answer(guarded, { request }) {
          const query = callQuery(request, INVOICE_FIELDS, INVOICE_GRID)
          const page = await invoiceList(guarded, transactionRows).page(query)
          return listAnswer(request, query, page)
        },
      },
    },
    'transactions/:invoiceId/collection': {
      POST: {
        may: ['transactiondashboard', 'update'],
        title: COLLECTION_NOT_CHANGED,
        summary:
          'Says whether the supplier collects an invoice by direct debit: payment runs leave such invoices out. Without the mark, approvals that were given with it are void.',
        answers: { 200: z.object({ id: anId, collectedBySupplier: aBoolean }) },
        ...takes(CollectionCallFields, (guarded, { params }, { collected, comment }) => {
          const { transaction } = guarded
          const id = idOf(params.invoiceId, 'invoice')
          return transaction(async (context) => {
            await changeCollection(context, { invoiceId: id, collected, comment })
            return { id, collectedBySupplier: collected }
          })
        }),
      },
    },
    'transactions/:invoiceId': {
      GET: {
        may: ['transactiondashboard'],
        query: pastQuery,
        summary: 'One invoice; its references are ids.',
        answers: { 200: aTransactionDetail },
        async answer({ actor, read }, { params }) {
          const found = await transactionById(read, idOf(params.invoiceId, 'invoice'))
          const payee = found.invoicedLegalEntity ?? found.invoicedFundLegalEntity
          const may = isAllowed(actor, 'bankaccounts') || actor.queues.includes('PAYMENT')
          const paid = may && payee !== null ? await paidAccount(read, payee, found.currency) : null
          const { fundId, ...row } = found
          const taxes = await taxesOf(read, { ...row, settlingEntityId: row.settlingLegalEntity })
          return {
            ...row,
            recoverableShare: taxes.share,
            recoverableTaxes: taxes.recoverable,
            expenseAmount: taxes.expense,
            taxesBooked: taxes.booked,
            fundId,
            accountHash: paid?.hash ?? null,
          }
        },
      },
    },
  },
}
