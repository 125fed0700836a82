import { z } from 'zod'
import { draftById } from '~/areas/drafts/draft-by-id.server'
import { invoicesOfDraft } from '~/areas/invoices/invoices-of-draft.server'
import { type TransactionRow, transactionRows } from '~/areas/invoices/transaction-rows.server'
import { anId } from '~/http/calls/answers'
import { calls } from '~/http/calls/call'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { aTransaction } from './transaction-shape'

const aTransactionOfDraft = z
  .object({ ...aTransaction.shape, transaction_draft_id: anId.nullable() })
  .meta({ id: 'TransactionOfDraft' })

const COLUMNS: RowColumns<TransactionRow> = {
  id: { kind: 'number', value: ({ id }) => String(id) },
  provider: { kind: 'text', value: ({ provider }) => provider },
  legal_entity_name: { kind: 'text', value: (row) => row.legal_entity_name },
  settling_entity: { kind: 'text', value: (row) => row.settling_entity },
  expense_type: { kind: 'text', value: (row) => row.expense_type },
  routine_type_name: { kind: 'text', value: (row) => row.routine_type_name },
  invoice_date: { kind: 'day', value: (row) => row.invoice_date },
  invoice_ref: { kind: 'text', value: (row) => row.invoice_ref },
  currency: { kind: 'text', value: ({ currency }) => currency },
  gross_amount: { kind: 'number', value: (row) => row.gross_amount },
  due_date: { kind: 'day', value: (row) => row.due_date },
  taxes: { kind: 'number', value: ({ taxes }) => taxes },
  net_amount: { kind: 'number', value: (row) => row.net_amount },
  event_date: { kind: 'instant', value: (row) => row.event_date.toISOString() },
  event_log: { kind: 'text', value: (row) => row.event_log },
  event_status: { kind: 'text', value: (row) => row.event_status },
}

/** GET transactionssub/{draftId}: the invoices that were made of a draft (specification: sub-grid form). */
export const loader = calls({
  GET: {
    may: [['draftsdashboard', 'transactiondashboard']],
    tells: 'The invoices that were made of a draft.',
    list: kindsOf(COLUMNS),
    answers: { 200: z.array(aTransactionOfDraft) },
    async answer({ read }, args) {
      const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
      const made = await invoicesOfDraft(read, id)
      return rowsAnswer(args, await transactionRows(read, made), COLUMNS, (row) => ({
        ...row,
        transaction_draft_id: row.draft_transaction_id,
      }))
    },
  },
})
export const action = loader
