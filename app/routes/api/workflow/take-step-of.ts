import type { Transaction } from 'db/database'
import { takeBudgetStep } from '~/areas/budgets/take-budget-step.server'
import { takeDraftStep } from '~/areas/drafts/take-draft-step.server'
import { voidingOtherAccounts } from '~/areas/invoices/payment-approvals.server'
import { takeInvoiceStep } from '~/areas/invoices/take-invoice-step.server'
import { takeNavStep } from '~/areas/navs/take-nav-step.server'
import { takeTaskStep } from '~/areas/processes/take-task-step.server'
import type { Guarded } from '~/http/guard'
import { dayIn } from '~/platform/values/day'
import { instanceById } from '~/platform/workflow/instance.server'
import { instanceShape } from './instance-shape'
import type { StepBody } from './step-body'

/** Takes a step of a draft; answers its history and where it is now. */
export function takeStepOfDraft({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeDraftStep(
      tx,
      actor,
      { draftId: objectId, ...body },
      services.clock(),
      services.settings.timeZone,
    )
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of an invoice. The calls of the specification know no payment date: without one it was today. */
export function takeStepOfInvoice(
  { actor, transaction, services }: Guarded,
  { objectId, ...body }: StepBody,
) {
  const now = services.clock()
  const { timeZone } = services.settings
  const step = { invoiceId: objectId, ...body, paymentDate: body.paymentDate ?? dayIn(now, timeZone) }
  const take = async (tx: Transaction) => {
    await takeInvoiceStep(tx, actor, step, now, timeZone)
    return fresh(tx, actor, objectId)
  }
  return voidingOtherAccounts(transaction, take, now)
}

/** Takes a step of a budget; answers its history and where it is now. */
export function takeStepOfBudget({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeBudgetStep(tx, actor, { budgetId: objectId, ...body }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of a task; answers its history and where it is now. */
export function takeStepOfTask({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  return transaction(async (tx) => {
    await takeTaskStep(tx, actor, { taskId: objectId, ...body }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

/** Takes a step of a NAV, without the dates and the reason that some ask for: they have a call of their own. */
export function takeStepOfNav({ actor, transaction, services }: Guarded, { objectId, ...body }: StepBody) {
  const asked = {
    documentReceptionDate: null,
    clientValidationDate: null,
    reasonCode: null,
    currentControlId: null,
  }
  return transaction(async (tx) => {
    await takeNavStep(tx, actor, { fundNavId: objectId, ...body, ...asked }, services.clock())
    return fresh(tx, actor, objectId)
  })
}

async function fresh(tx: Transaction, actor: Guarded['actor'], objectId: number) {
  return instanceShape(tx, actor, await instanceById(tx, objectId))
}
