import type { Actor } from '~/areas/access/actor'
import { overrideBudget } from '~/areas/drafts/budget-checks.server'
import { saveCostLine } from '~/areas/drafts/cost-lines/cost-lines.server'
import { updateDraft } from '~/areas/drafts/entry/update-draft.server'
import { confirmTotals } from '~/areas/drafts/upload/confirm-totals.server'
import { takeDraftStep } from '~/areas/drafts/workflow.server'
import type { DraftFields } from '~/areas/expenses/expense'
import { invoicesOfDraft } from '~/areas/invoices/list.server'
import { takeInvoiceStep } from '~/areas/invoices/workflow.server'
import type { Day } from '~/platform/values/day'
import { stepsOfInstance } from '~/platform/workflow/definition.server'
import { instanceById } from '~/platform/workflow/instance.server'
import { stepsFrom } from '~/platform/workflow/take-step.server'
import type { Transaction } from '../../../database'
import { DEMO_ZONE } from '../calendar'
import type { Cast, Deed, Entered } from './story'

/**
 * The id of the step of this name that leads on from the object's current place; its own version of the workflow
 * counts.
 */
export async function stepNamed(tx: Transaction, objectId: number, name: string): Promise<number> {
  const instance = await instanceById(tx, objectId)
  const step = stepsFrom(await stepsOfInstance(tx, instance), instance).find((each) => each.name === name)
  if (!step) throw new Error(`"${name}" does not lead on from ${instance.status}`)
  return step.id
}

/** There are no other users whose changes could have been missed. */
const ALONE = { seenEventId: null, revision: null, idempotencyKey: null }

export const instantOf = (at: string) => new Date(`${at}:00Z`)

/** Does one deed of a story with its draft, in the given transaction. */
export async function playDeed(tx: Transaction, deed: Deed, draftId: number, cast: Cast): Promise<void> {
  const actor = cast.actor(deed.who)
  const now = instantOf(deed.at)
  const change = (fields: Partial<DraftFields>) => updateDraft(tx, actor, { ...ALONE, draftId, fields }, now)
  if ('enter' in deed) await change(entered(deed.enter, cast))
  else if ('validators' in deed) await change(signed(deed.validators, cast))
  else if ('confirmTotals' in deed)
    await confirmTotals(tx, actor, { draftId, comment: deed.confirmTotals, idempotencyKey: null }, now)
  else if ('overrideBudget' in deed)
    await overrideBudget(
      tx,
      actor,
      { ...ALONE, draftId, budgetId: cast.budget(deed.overrideBudget), comment: deed.comment },
      now,
    )
  else if ('allocate' in deed)
    for (const [feesType, grossAmount, taxes, comment] of deed.allocate)
      await saveCostLine(
        tx,
        actor,
        { ...ALONE, draftId, id: null, fields: { feesType, grossAmount, taxes, comment } },
        now,
      )
  else if ('step' in deed) {
    const stepId = await stepNamed(tx, draftId, deed.step)
    await takeDraftStep(tx, actor, { ...ALONE, draftId, stepId, comment: deed.comment ?? '' }, now, DEMO_ZONE)
  } else await playInvoiceStep(tx, actor, deed, draftId, now)
}

async function playInvoiceStep(
  tx: Transaction,
  actor: Actor,
  { invoiceStep, comment = '', paymentDate }: Extract<Deed, { invoiceStep: string }>,
  draftId: number,
  now: Date,
): Promise<void> {
  for (const { id: invoiceId } of await invoicesOfDraft(tx, draftId)) {
    const stepId = await stepNamed(tx, invoiceId, invoiceStep)
    await takeInvoiceStep(
      tx,
      actor,
      { ...ALONE, invoiceId, stepId, comment, paymentDate: paymentDate ?? null },
      now,
      DEMO_ZONE,
    )
  }
}

function entered(
  { supplier, supplierFund, invoiced, settling, expenseType, routineType, ...fields }: Entered,
  cast: Cast,
) {
  const id = (name: string | undefined, find: (name: string) => number, field: keyof DraftFields) =>
    name === undefined ? {} : { [field]: find(name) }
  return {
    ...fields,
    ...(supplierFund === undefined ? {} : { isSupplierFund: true }),
    ...id(supplier, cast.entity, 'invoicedLegalEntity'),
    ...id(supplierFund, cast.entity, 'invoicedFundLegalEntity'),
    ...id(invoiced, cast.entity, 'settlementLegalEntity'),
    ...id(settling, cast.entity, 'settlingLegalEntity'),
    ...id(expenseType, cast.expense, 'expenseType'),
    ...id(routineType, cast.routine, 'routineType'),
  }
}

function signed(validators: [name: string, date: Day][], cast: Cast): Partial<DraftFields> {
  const [a, b] = validators
  return {
    ...(a ? { validatingUserA: cast.validator(a[0]), validationDateA: a[1] } : {}),
    ...(b ? { validatingUserB: cast.validator(b[0]), validationDateB: b[1] } : {}),
  }
}
