import type { BudgetFields } from '~/areas/budgets/budget'
import type { BudgetEntry } from '~/areas/budgets/budget-figures'
import { saveBudget } from '~/areas/budgets/save-budget.server'
import { budgetWorkflow } from '~/areas/budgets/workflow.server'
import { takeStep } from '~/platform/objects/take-step.server'
import { expenseReference, type GivenStep } from './expenses'
import type { TestSite, UserName } from './site'

/** Reference data for expenses, with a routine type and the currencies of budgets. */
export async function budgetReference(site: TestSite) {
  const reference = await expenseReference(site)
  const [routine] = await site.ownerSql<{ id: number }[]>`
    insert into routine_type (name) values ('RECURRENT') returning id`
  await site.ownerSql`insert into currency (code, name) values ('EUR', 'Euro'), ('USD', 'US dollar')`
  return { ...reference, routineTypeId: routine?.id ?? 0 }
}

export type BudgetReference = Awaited<ReturnType<typeof budgetReference>>

/** A budget of 10,000.00 EUR gross for 2026 that counts drafts like `completeFields`, with its routine type. */
export function budgetFields(reference: BudgetReference): BudgetFields {
  return {
    supplier_id: reference.supplierId,
    settling_legal_entity_id: reference.settlingId,
    routine_type_id: reference.routineTypeId,
    expense_type_id: reference.expenseTypeId,
    from_date: '2026-01-01',
    to_date: '2026-12-31',
    currency: 'EUR',
    amount_type: 'gross',
    treshold: '80.00',
    budget: '10000.00',
    client_validation: false,
  }
}

/** Helpers for the budgets of a site, by step name. */
export function budgets(site: TestSite) {
  interface Saving {
    budgetId?: number
    revision?: number
    key?: string
  }
  const save = (user: UserName, fields: Partial<BudgetEntry>, given: Saving = {}) => {
    const { budgetId = null, revision = null, key } = given
    const change = { budgetId, revision, fields }
    return site.as(user, (context) => saveBudget(context, change), key)
  }

  async function step(user: UserName, budgetId: number, name: string, given: GivenStep = {}) {
    const { comment = '', revision = null, seenEventId = null, key, from } = given
    const stepId = await site.stepId(budgetId, name, from)
    const input = { seenEventId, revision, comment }
    return site.as(user, (context) => takeStep(context, budgetWorkflow, budgetId, stepId, input), key)
  }

  /** A budget entered and submitted by accountant1, and approved by teamleader1. */
  async function activeBudget(fields: Partial<BudgetEntry>): Promise<number> {
    const { budgetId } = await save('accountant1', fields)
    await step('accountant1', budgetId, 'submit')
    await step('teamleader1', budgetId, 'approve')
    return budgetId
  }

  return { save, step, activeBudget }
}
