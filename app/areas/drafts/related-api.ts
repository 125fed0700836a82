import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { aBudget } from '~/areas/budgets/api'
import type { BudgetCheck } from '~/areas/budgets/budget'
import type { BudgetRow } from '~/areas/budgets/fields.server'
import { BUDGET_FIELDS, budgetRows } from '~/areas/budgets/list.server'
import { aTransaction } from '~/areas/invoices/api'
import { INVOICE_FIELDS, idsOfDraft } from '~/areas/invoices/list.server'
import { transactionRows } from '~/areas/invoices/transactions.server'
import { aBoolean, anAmount, anId, anInstant, aText } from '~/http/calls/answers'
import type { EndpointTable } from '~/http/calls/call-types'
import { kindsOf, rowsAnswer } from '~/http/calls/list'
import { idOf } from '~/http/calls/values'
import { fieldsOf } from '~/ui/grid/columns'
import { budgetsOfDraft } from './draft-view.server'
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

/** The budgets of a draft. */
export const draftBudgetsCalls: EndpointTable = {
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
        list: kindsOf(BUDGET_FIELDS),
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
          if (isAllowed(actor, 'budgets')) return rowsAnswer(args, checked, BUDGET_FIELDS)
          return rowsAnswer(args, checked, fieldsOf({ id: 'number' }), ({ id, check }) => ({
            id,
            name: check.name,
            check,
          }))
        },
      },
    },
  },
}

const aTransactionOfDraft = z
  .object({ ...aTransaction.shape, transaction_draft_id: anId.nullable() })
  .meta({ id: 'TransactionOfDraft' })

/** Those of the Invoice Log. */
const MADE_COLUMNS = [...INVOICE_FIELDS, ...fieldsOf({ legal_entity_name: 'text' })]

/** The invoices of a draft. */
export const draftInvoicesCalls: EndpointTable = {
  about: 'invoices',
  calls: {
    /** GET transactionssub/{draftId}: the invoices that were created from a draft (specification: sub-grid form). */
    'transactionssub/:draftId': {
      GET: {
        may: [['draftsdashboard', 'transactiondashboard']],
        summary: 'The invoices that were created from a draft.',
        list: kindsOf(MADE_COLUMNS),
        answers: { 200: z.array(aTransactionOfDraft) },
        async answer({ read }, args) {
          const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
          const made = await transactionRows(read, await idsOfDraft(read, id))
          return rowsAnswer(args, made, MADE_COLUMNS, (row) => ({
            ...row,
            transaction_draft_id: row.draft_transaction_id,
          }))
        },
      },
    },
  },
}
