import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { aBudget } from '~/areas/budgets/api'
import type { BudgetCheck, BudgetRow } from '~/areas/budgets/budget'
import { BUDGET_COLUMNS, budgetRows } from '~/areas/budgets/list.server'
import { aTransaction } from '~/areas/invoices/api'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { type TransactionRow, transactionRows } from '~/areas/invoices/transactions.server'
import { aBoolean, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import type { CallTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import type { RowColumns } from '~/platform/lists/row-match'
import { budgetsOfDraft } from './budget-checks.server'
import { draftById } from './read-draft.server'

/** The result of a draft against a budget that counts it. Amounts in the budget's currency. */
const aBudgetCheck = z
  .object({
    budgetId: anId,
    name: aText,
    currency: aText,
    amountType: aText.describe('gross, net or taxes.'),
    budget: anAmount,
    treshold: anAmount,
    clientValidation: aBoolean,
    others: anAmount.describe('Consumed and committed by all others.'),
    invoiced: anAmount.describe('The part of others that is invoiced.'),
    counted: anAmount
      .nullable()
      .describe('The amount of this draft that counts; null without an exchange rate.'),
    percent: anAmount.nullable().describe('Others and this draft, in percent of the budget.'),
    state: z.enum(['below', 'warning', 'exceeded', 'no rate']),
    excess: anAmount.describe('The amount over budget.'),
    override: z
      .object({ by: aText, at: anInstant, comment: aText, covers: aBoolean })
      .nullable()
      .describe('Who allowed this draft to exceed it, and whether that is still enough.'),
    message: aText.nullable().describe('What this means and what to do.'),
  })
  .meta({ id: 'BudgetCheck' })

/** A budget with the result of a draft against it; without its row for users who may not open Budgets. */
const aCheckedBudget = z.union([
  z.object({ ...aBudget.shape, check: aBudgetCheck }),
  z.object({ id: anId, name: aText, check: aBudgetCheck }),
])

type CheckedBudget = BudgetRow & { check: BudgetCheck }

const text = (value: unknown) =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

const CHECK_COLUMNS = Object.fromEntries(
  Object.entries(BUDGET_COLUMNS).map(([name, kind]) => [
    name,
    { kind, value: (row: CheckedBudget) => text(row[name as keyof BudgetRow]) },
  ]),
) as RowColumns<CheckedBudget>

const ONLY_ID: RowColumns<CheckedBudget> = { id: { kind: 'number', value: ({ id }) => String(id) } }

/** The budgets of a draft. */
export const draftBudgetsCalls: CallTable = {
  about: 'budgets',
  calls: {
    /**
     * GET budgets/{draft}: the budgets in force that count a draft, each with the draft's result as `check`. A user who
     * may not open Budgets gets id, name and check of each, as on the draft's page.
     */
    'budgets/:draftId': {
      GET: {
        may: [['draftsdashboard', 'budgets']],
        summary:
          'The active budgets that apply to a draft, each with the result of its check. Callers who may not open Budgets get id, name and check, and can ask by id only.',
        list: BUDGET_COLUMNS,
        answers: { 200: z.array(aCheckedBudget) },
        async answer({ actor, read }, args) {
          const checks = await budgetsOfDraft(read, idOf(args.params.draftId, 'draft'))
          const rows = await budgetRows(
            read,
            checks.map(({ budgetId }) => budgetId),
          )
          const checked = checks.flatMap((check): CheckedBudget[] => {
            const row = rows.find((each) => each.id === check.budgetId)
            return row ? [{ ...row, check }] : []
          })
          if (isAllowed(actor, 'budgets')) return rowsAnswer(args, checked, CHECK_COLUMNS)
          return rowsAnswer(args, checked, ONLY_ID, ({ id, check }) => ({ id, name: check.name, check }))
        },
      },
    },
  },
}

const aTransactionOfDraft = z
  .object({ ...aTransaction.shape, transaction_draft_id: anId.nullable() })
  .meta({ id: 'TransactionOfDraft' })

const INVOICE_COLUMNS: RowColumns<TransactionRow> = {
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

/** The invoices of a draft. */
export const draftInvoicesCalls: CallTable = {
  about: 'invoices',
  calls: {
    /** GET transactionssub/{draftId}: the invoices that were created from a draft (specification: sub-grid form). */
    'transactionssub/:draftId': {
      GET: {
        may: [['draftsdashboard', 'transactiondashboard']],
        summary: 'The invoices that were created from a draft.',
        list: kindsOf(INVOICE_COLUMNS),
        answers: { 200: z.array(aTransactionOfDraft) },
        async answer({ read }, args) {
          const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
          const made = await invoicesOfDraft(read, id)
          return rowsAnswer(args, await transactionRows(read, made), INVOICE_COLUMNS, (row) => ({
            ...row,
            transaction_draft_id: row.draft_transaction_id,
          }))
        },
      },
    },
  },
}
