import { z } from 'zod'
import { isAllowed } from '~/areas/access/actor'
import { draftById } from '~/areas/drafts/read-draft.server'
import { aTransaction } from '~/areas/invoices/api'
import { INVOICE_GRID } from '~/areas/invoices/list'
import { transactionRows } from '~/areas/invoices/transactions.server'
import { jsonAnswer } from '~/http/calls/answer'
import {
  aBoolean,
  aDay,
  aNumber,
  anAmount,
  anEventClass,
  anId,
  anInstant,
  aText,
  rowOf,
} from '~/http/calls/answers'
import type { Call, CallTable } from '~/http/calls/call-types'
import { callKey, seenRevision } from '~/http/calls/key'
import { callQuery, fieldsOf, listAnswer, listColumns, rowsAnswer } from '~/http/calls/list'
import { takes } from '~/http/calls/takes'
import { idOf } from '~/http/calls/values'
import type { Guarded, RouteArgs } from '~/http/guard'
import type { RowColumns } from '~/platform/lists/row-match'
import { DomainError } from '~/platform/values/domain-error'
import type { BudgetCheck, BudgetRow } from './budget'
import { transactionColumns } from './budget-detail'
import { budgetsOfDraft } from './budgets-of-draft.server'
import { BudgetCallFields, BudgetKeyFields } from './forms'
import { invoicesOfBudget } from './invoices-of-budget.server'
import { BUDGET_COLUMNS, budgetList, budgetRows } from './list.server'
import { budgetById } from './read-budget.server'
import { DELETE_TITLE, deleteBudget, saveBudget } from './save-budget.server'

/** Budget of the specification, section 3, as its calls answer it. */
export const aBudget = rowOf(BUDGET_COLUMNS, {
  id: anId,
  supplier_id: anId.nullable(),
  settling_legal_entity_id: anId.nullable(),
  routine_type_id: anId.nullable(),
  expense_type_id: anId.nullable(),
  from_date: aDay,
  to_date: aDay,
  currency: aText,
  amount_type: aText.describe('gross, net or taxes.'),
  treshold: anAmount.describe('Percent of the budget from which it warns.'),
  budget: anAmount,
  in_force: anAmount.nullable().describe('What drafts are held against; null while nothing is.'),
  client_validation: aBoolean,
  consumed: anAmount.describe('Invoices that are not cancelled.'),
  committed: anAmount.describe('Drafts under way.'),
  remaining: anAmount.describe('budget - consumed.'),
  projected: anAmount.describe('remaining - committed.'),
  percent_used: anAmount,
  is_editable: aBoolean,
  revision: aNumber.describe('Counts its changes: sent back, it makes sure that nobody else changed it.'),
  event_status: aText,
  event_queue: aText,
  event_class: anEventClass,
  event_log: aText,
  event_date: anInstant,
}).meta({ id: 'Budget' })

/** How a draft stands to a budget that counts it. Amounts in the budget's currency. */
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
    invoiced: anAmount.describe('Of others, what are invoices.'),
    counted: anAmount.nullable().describe('What this draft counts; null without an exchange rate.'),
    percent: anAmount.nullable().describe('Others and this draft, in percent of the budget.'),
    state: z.enum(['below', 'warning', 'exceeded', 'no rate']),
    excess: anAmount.describe('What is beyond the budget.'),
    override: z
      .object({ by: aText, at: anInstant, comment: aText, covers: aBoolean })
      .nullable()
      .describe('Who let this draft exceed it, and whether that still covers it.'),
    message: aText.nullable().describe('What this means and what to do.'),
  })
  .meta({ id: 'BudgetCheck' })

/** A budget with how a draft stands to it; without its row for those who may not open Budgets. */
export const aCheckedBudget = z.union([
  z.object({ ...aBudget.shape, check: aBudgetCheck }),
  z.object({ id: anId, name: aText, check: aBudgetCheck }),
])

/** What every call that deletes a budget tells of itself. */
export const deleteCall = {
  may: ['budgets', 'delete'],
  title: DELETE_TITLE,
  tells: 'Deletes a budget that was never in force; answers which one is gone.',
  answers: { 200: z.object({ id: anId }) },
  ifMatch: true,
} as const satisfies Partial<Call>

/** Deletes a budget, and answers which one is gone. */
export async function deleted(
  guarded: Guarded,
  { request }: RouteArgs,
  { budgetId, revision }: { budgetId: number; revision?: number | null },
) {
  const { actor, transaction, services } = guarded
  const deletion = {
    budgetId,
    revision: seenRevision(request, revision),
    idempotencyKey: callKey(guarded, request),
  }
  await transaction((tx) => deleteBudget(tx, actor, deletion, services.clock()))
  return { id: budgetId }
}

type CheckedBudget = BudgetRow & { check: BudgetCheck }

const text = (value: unknown) =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

const COLUMNS = Object.fromEntries(
  Object.entries(BUDGET_COLUMNS).map(([name, kind]) => [
    name,
    { kind, value: (row: CheckedBudget) => text(row[name as keyof BudgetRow]) },
  ]),
) as RowColumns<CheckedBudget>

const ONLY_ID: RowColumns<CheckedBudget> = { id: { kind: 'number', value: ({ id }) => String(id) } }

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
      .describe('What the budget counts of it; null without an exchange rate.'),
    counted_currency: aText.describe('The currency of the budget.'),
    rate: anAmount
      .nullable()
      .describe("The budget's currency for one of the invoice's; null in one currency."),
    rate_date: aDay.nullable(),
  })
  .meta({ id: 'CountedTransaction' })

export const budgetsCalls: CallTable = {
  about: 'budgets',
  calls: {
    /** GET budgets: all budgets, the last begun first, filtered and sorted like their grid. */
    budgets: {
      GET: {
        may: ['budgets'],
        tells: 'All budgets, the last begun first, filtered and sorted like their grid.',
        list: BUDGET_COLUMNS,
        answers: { 200: z.array(aBudget) },
        async answer({ read, services }, { request }) {
          const query = callQuery(request, fieldsOf(BUDGET_COLUMNS), {
            defaultSort: [{ column: 'from_date', descending: true }],
          })
          return listAnswer(request, query, await budgetList(read, services.settings.timeZone).page(query))
        },
      },
    },
    /**
     * GET budgets/{draft}: the budgets in force that count a draft, each with how the draft stands to it as `check`. Who may
     * not open Budgets is told id, name and check of each, as on the draft's page.
     */
    'budgets/:draftId': {
      GET: {
        may: [['draftsdashboard', 'budgets']],
        tells:
          'The budgets in force that count a draft, each with how the draft stands to it. Who may not open Budgets is told id, name and check, and asks by id alone.',
        list: BUDGET_COLUMNS,
        answers: { 200: z.array(aCheckedBudget) },
        async answer({ actor, read }, args) {
          const { id } = await draftById(read, idOf(args.params.draftId, 'draft'))
          const checks = await budgetsOfDraft(read, id)
          const rows = await budgetRows(
            read,
            checks.map(({ budgetId }) => budgetId),
          )
          const checked = checks.flatMap((check): CheckedBudget[] => {
            const row = rows.find((each) => each.id === check.budgetId)
            return row ? [{ ...row, check }] : []
          })
          if (isAllowed(actor, 'budgets')) return rowsAnswer(args, checked, COLUMNS)
          return rowsAnswer(args, checked, ONLY_ID, ({ id, check }) => ({ id, name: check.name, check }))
        },
      },
    },
    /** POST budget: makes a budget (201), or changes the fields that are sent of the one that `id` names; answers its row. */
    budget: {
      POST: {
        may: ['budgets', 'add', 'update'],
        tells:
          'Makes a budget, or changes the fields that are sent of the one that "id" names; answers its row.',
        answers: { 200: aBudget, 201: aBudget },
        ifMatch: true,
        ...takes(
          BudgetCallFields,
          (guarded, { request }, { id: budgetId, revision, ...fields }) => {
            const { actor, transaction, services } = guarded
            const seen = seenRevision(request, revision)
            const change = { budgetId, revision: seen, fields, idempotencyKey: callKey(guarded, request) }
            return transaction(async (tx) => {
              const { timeZone } = services.settings
              const saved = await saveBudget(tx, actor, change, services.clock(), timeZone)
              const [row] = await budgetRows(tx, [saved.budgetId])
              return jsonAnswer(row, budgetId === null ? 201 : 200)
            })
          },
          { multipart: true },
        ),
      },
    },
    /** POST budget/delete with the key, or with the row that has it as `key` or `id`: deletes a budget that was never in force. */
    'budget/delete': {
      POST: {
        ...deleteCall,
        ...takes(
          BudgetKeyFields,
          (guarded, args, { key, id, revision }) => {
            const budgetId = key ?? id
            if (budgetId === null)
              throw new DomainError('invalid', 'Say which budget: give its "id", a whole number.', {
                fields: { id: 'Give an id, a whole number.' },
              })
            return deleted(guarded, args, { budgetId, revision })
          },
          { bare: 'key' },
        ),
      },
    },
    /** GET budget/delete/{key} as the specification has it, and DELETE and POST: deletes a budget that was never in force. */
    'budget/delete/:budgetId': { GET: { ...drop, changes: true }, DELETE: drop, POST: drop },
    /**
     * GET transactions/budget/{id}: the invoices that a budget has consumed, filtered and sorted like the Invoice Log, each
     * with what it counts: counted_amount in counted_currency, at `rate` of rate_date.
     */
    'transactions/budget/:budgetId': {
      GET: {
        may: [['budgets', 'transactiondashboard']],
        tells:
          'The invoices that a budget has consumed, each with what it counts, filtered and sorted like the Invoice Log.',
        list: listColumns(transactionColumns('UTC', { currency: 'EUR', amount_type: 'gross' })),
        answers: { 200: z.array(aCountedTransaction) },
        async answer({ read, services }, { request, params }) {
          const budget = await budgetById(read, idOf(params.budgetId, 'budget'))
          const { timeZone } = services.settings
          const fields = transactionColumns(timeZone, budget)
          const query = callQuery(request, fields, INVOICE_GRID)
          const { rows, total } = await invoicesOfBudget(read, budget, timeZone).page(query)
          const found = await transactionRows(read, rows)
          const told = found.map((row) => ({ ...row, transaction_draft_id: row.draft_transaction_id }))
          return listAnswer(request, query, { rows: told, total })
        },
      },
    },
  },
}
