import { z } from 'zod'
import { aTransaction } from '~/areas/invoices/api'
import { INVOICE_DECLARED } from '~/areas/invoices/fields.server'
import { INVOICE_GRID } from '~/areas/invoices/list'
import { transactionRows } from '~/areas/invoices/transactions.server'
import { aDay, anAmount, anId, aRow, aText, jsonAnswer } from '~/http/calls/answers'
import type { Call, EndpointTable } from '~/http/calls/call-types'
import { callQuery, kindsOf, listAnswer, pastQuery, plainFields } from '~/http/calls/list'
import { expectedRevision } from '~/http/calls/revision'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import type { Guarded, RouteArgs } from '~/http/guard'
import { DomainError } from '~/platform/values/domain-error'
import { transactionColumns } from './expanded-budget'
import { BUDGET_ROW } from './fields.server'
import { BudgetCallFields, BudgetKeyFields } from './forms'
import { invoicesOfBudget } from './invoices-of-budget.server'
import { BUDGET_FIELDS, budgetList, budgetRows } from './list.server'
import { budgetById } from './read-budget.server'
import { DELETE_TITLE, deleteBudget, saveBudget } from './save-budget.server'

/** Budget of the specification, section 3, as its calls return it. */
export const aBudget = aRow(BUDGET_ROW).meta({ id: 'Budget' })

/** The description that all calls that delete a budget share. */
export const deleteCall = {
  may: ['budgets', 'delete'],
  title: DELETE_TITLE,
  summary: 'Deletes a budget that was never active; answers which one was deleted.',
  answers: { 200: z.object({ id: anId }) },
  ifMatch: true,
} as const satisfies Partial<Call>

/** Deletes a budget, and returns which one was deleted. */
export async function deleted(
  guarded: Guarded,
  { request }: RouteArgs,
  { budgetId, revision }: { budgetId: number; revision?: number | null },
) {
  const { transaction } = guarded
  const deletion = {
    budgetId,
    revision: expectedRevision(request, revision),
  }
  await transaction((context) => deleteBudget(context, deletion))
  return { id: budgetId }
}

const drop: Call = {
  ...deleteCall,
  answer: (guarded, args) => deleted(guarded, args, { budgetId: idOf(args.params.budgetId, 'budget') }),
}

const aCountedTransaction = z
  .object({
    ...aTransaction.shape,
    transaction_draft_id: anId.nullable().describe('As draft_transaction_id (sub-grid form).'),
    counted_amount: anAmount
      .nullable()
      .describe('The amount that the budget counts; null without an exchange rate.'),
    counted_currency: aText.describe('The currency of the budget.'),
    rate: anAmount
      .nullable()
      .describe("The budget's currency for one of the invoice's; null in one currency."),
    rate_date: aDay.nullable(),
  })
  .meta({ id: 'CountedTransaction' })

export const budgetsCalls: EndpointTable = {
  about: 'budgets',
  calls: {
    budgets: {
      GET: {
        may: ['budgets'],
        query: pastQuery,
        summary: 'All budgets, latest start first, filtered and sorted like their grid.',
        list: kindsOf(BUDGET_FIELDS),
        answers: { 200: z.array(aBudget) },
        async answer(guarded, { request }) {
          const query = callQuery(request, plainFields(BUDGET_FIELDS), {
            defaultSort: [{ column: 'from_date', descending: true }],
          })
          const page = await budgetList(guarded).page(query)
          return listAnswer(request, query, page)
        },
      },
    },
    budget: {
      POST: {
        may: ['budgets', 'add', 'update'],
        summary: 'Creates a budget, or changes the sent fields of the one with this "id"; answers its row.',
        answers: { 200: aBudget, 201: aBudget },
        ifMatch: true,
        ...takes(
          BudgetCallFields,
          (guarded, { request }, { id: budgetId, revision, ...fields }) => {
            const { transaction } = guarded
            const seen = expectedRevision(request, revision)
            const change = { budgetId, revision: seen, fields }
            return transaction(async (context) => {
              const saved = await saveBudget(context, change)
              const [row] = await budgetRows(context.tx, [saved.budgetId])
              return jsonAnswer(row, budgetId === null ? 201 : 200)
            })
          },
          { multipart: true },
        ),
      },
    },
    /**
     * POST budget/delete with the key, or with the row that has it as `key` or `id`: deletes a budget that was never in
     * force.
     */
    'budget/delete': {
      POST: {
        ...deleteCall,
        ...takes(
          BudgetKeyFields,
          (guarded, args, { key, id, revision }) => {
            const budgetId = key ?? id
            if (budgetId === null)
              throw new DomainError('invalid', 'Give the "id" of the budget, a whole number.', {
                fields: { id: 'Give an id, a whole number.' },
              })
            return deleted(guarded, args, { budgetId, revision })
          },
          { bare: 'key' },
        ),
      },
    },
    /**
     * GET budget/delete/{key} as the specification has it, and DELETE and POST: deletes a budget that was never in
     * force.
     */
    'budget/delete/:budgetId': { GET: { ...drop, changes: true }, DELETE: drop, POST: drop },
    /**
     * GET transactions/budget/{id}: the invoices that a budget has consumed, filtered and sorted like the Invoice Log,
     * each with the amount that counts: counted_amount in counted_currency, at `rate` of rate_date.
     */
    'transactions/budget/:budgetId': {
      GET: {
        may: [['budgets', 'transactiondashboard']],
        summary:
          'The invoices that consume a budget, each with the amount that counts, filtered and sorted like the Invoice Log.',
        list: kindsOf(transactionColumns(INVOICE_DECLARED, { currency: 'EUR', amount_type: 'gross' })),
        answers: { 200: z.array(aCountedTransaction) },
        async answer(guarded, { request, params }) {
          const { read } = guarded
          const budget = await budgetById(read, idOf(params.budgetId, 'budget'))
          const fields = transactionColumns(INVOICE_DECLARED, budget)
          const query = callQuery(request, fields, INVOICE_GRID)
          const { rows, total } = await invoicesOfBudget(guarded, budget, transactionRows).page(query)
          const called = rows.map((row) => ({ ...row, transaction_draft_id: row.draft_transaction_id }))
          return listAnswer(request, query, { rows: called, total })
        },
      },
    },
  },
}
