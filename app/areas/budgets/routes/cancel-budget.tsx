import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { Read } from 'db/database'
import { cancelObject, cancelQuestion } from '~/platform/objects/routes/confirm-step'
import { showMoney } from '~/platform/values/show'
import { StepQuestionPage } from '~/platform/workflow/step-question'
import { budgetName } from '../budget'
import { budgetById, formatBudgetValues } from '../read-budget.server'
import { BUDGET_WORKFLOW } from '../workflow-rules'

async function question(read: Read, budgetId: number) {
  const budget = await budgetById(read, budgetId)
  const words = await formatBudgetValues(read, [budget])
  const supplier = words('supplier_id', budget.supplier_id)
  const name = budgetName(budgetId, supplier, budget.from_date, budget.to_date)
  return {
    question: `${name}, ${showMoney(budget.budget, budget.currency)}, becomes CANCELLED and no longer applies to drafts. This cannot be undone; its documents and history are kept.`,
    revision: budget.revision,
  }
}

export const loader = (args: LoaderFunctionArgs) => cancelQuestion(args, BUDGET_WORKFLOW, question, 'open')

export const action = (args: ActionFunctionArgs) => cancelObject(args, BUDGET_WORKFLOW)

export default StepQuestionPage
