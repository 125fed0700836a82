import { budgetOverride } from 'db/schema/budgets'
import type { UserWriteContext } from '~/areas/access/user-context'
import type { Expense } from '~/areas/expenses/expense'
import { Big, type Decimal } from '~/platform/values/decimal'
import { refusalTitled } from '~/platform/values/domain-error'
import { isTooLarge } from '~/platform/values/numerals'
import { showMoney } from '~/platform/values/show'
import { canonicalJson, sha256 } from '~/platform/workflow/event-hash'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { lockInstance } from '~/platform/workflow/instance.server'
import { recordAct } from '~/platform/workflow/record-act.server'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import type { BudgetCheck } from './budget'
import { whyNotOverride } from './budget-rules'
import { budgetsOfExpense, lockTermsOf } from './budgets-of-draft.server'

export interface OverrideInput {
  draftId: number
  budgetId: number
  /** The draft's event that the form showed; null when the caller did not send it. */
  seenEventId: number | null
  /** The excess over the budget that the form showed; left out when the caller did not send it. */
  seenExcess?: Decimal
  /** Of `seenExcess`. */
  seenCurrency?: string
  /** Why the budget may be exceeded. */
  comment: string
}

export const OVERRIDE_REFUSED = 'The budget cannot be exceeded.'

const refusal = refusalTitled(OVERRIDE_REFUSED)

/**
 * Lets a draft that is to be checked exceed a budget by its present excess; returns what was allowed, in a short line.
 * For members of TEAM LEADER who neither edited nor sent the draft. Recorded in the draft's chain without moving the
 * draft.
 * @throws DomainError invalid without a comment; forbidden; refused where there is nothing to allow; conflict when the
 * draft moved since
 */
export function allowExcess(
  context: UserWriteContext,
  weighed: () => Promise<Expense>,
  input: OverrideInput,
): Promise<string> {
  const { tx, actor, now } = context
  const { draftId, budgetId, seenEventId } = input
  const override = async () => {
    const comment = commentOf(input)
    await weighed()
    const instance = await lockInstance(tx, draftId)
    // Read again under the lock, as it may have changed.
    const expense = await weighed()
    if (seenEventId !== null && seenEventId !== instance.lastEventId)
      throw refusal(
        'conflict',
        `The draft is now ${instance.status} (${instance.queue}): it moved after you opened this page. Check its current state, then decide again.`,
      )
    const reason = whyNotOverride(actor, instance, await expense.authors())
    if (reason !== null) throw refusal('forbidden', reason)
    await lockTermsOf(tx, expense)
    const check = exceeded(await budgetsOfExpense(tx, expense), budgetId)
    requireSeen(check, input)
    const { counted, excess, currency, name } = check
    const id = await store(context, { draftId, budgetId, counted, excess, comment })
    await recordAct(tx, instance, {
      name: 'override budget',
      to: instance,
      who: actor,
      log: `${name}, exceeded by ${showMoney(excess, currency)}: ${comment}`,
      data: { override: id, ...figuresKept(check) },
      now,
    })
    return `Draft ${draftId} may exceed budget ${budgetId} by ${showMoney(excess, currency)}`
  }
  // A different comment is a different decision, even from a form restored by the browser.
  const action = `override budget ${budgetId} of ${draftId} ${sha256(canonicalJson(input.comment.trim()))}`
  return withIdempotencyKey(context, action, override)
}

function commentOf({ comment }: OverrideInput): string {
  const reason = comment.trim()
  if (reason !== '' && reason.length <= MAX_COMMENT_LENGTH) return reason
  throw refusal('invalid', 'Enter why the draft may exceed the budget: up to 4,000 characters.', {
    comment: 'Enter why the draft may exceed the budget.',
  })
}

function exceeded(
  checks: readonly BudgetCheck[],
  budgetId: number,
): BudgetCheck & { counted: NonNullable<BudgetCheck['counted']> } {
  const check = checks.find((each) => each.budgetId === budgetId)
  if (!check)
    throw refusal(
      'refused',
      `Budget ${budgetId} does not apply to this draft. Reload the page to see which budgets do.`,
    )
  const { counted, excess, currency, state, override, name, message } = check
  if (counted === null) throw refusal('refused', message ?? `${name}: there is no exchange rate.`)
  if (state !== 'exceeded')
    throw refusal('refused', `${name} is not exceeded: the draft can be approved without this.`)
  if (override?.covers)
    throw refusal('refused', `${override.by} already allowed this: the draft can be approved.`)
  if ([counted, excess].some((amount) => isTooLarge(new Big(amount))))
    throw refusal(
      'refused',
      `${name}: ${showMoney(excess, currency)} is too large to allow. Return the draft and have its amount and currency checked.`,
    )
  return { ...check, counted }
}

/** A user allows no more than the amount they read: other drafts may have used the budget since, or it was amended. */
function requireSeen(
  { name, excess, currency }: BudgetCheck,
  { seenExcess, seenCurrency = currency }: OverrideInput,
): void {
  if (seenExcess === undefined) return
  if (seenCurrency === currency && new Big(excess).lte(seenExcess)) return
  throw refusal(
    'conflict',
    `${name} is now exceeded by ${showMoney(excess, currency)}, not by ${showMoney(seenExcess, seenCurrency)} as shown on this page. Check its current state, then decide again.`,
  )
}

function figuresKept(check: BudgetCheck) {
  const { budgetId, currency, amountType, budget, others, counted, percent, excess } = check
  return { budgetId, currency, amountType, budget, others, counted, percent, excess }
}

async function store(
  { tx, actor, now }: UserWriteContext,
  override: Omit<typeof budgetOverride.$inferInsert, 'createdBy' | 'creationDate'>,
): Promise<number> {
  const [row] = await tx
    .insert(budgetOverride)
    .values({ ...override, createdBy: actor.id, creationDate: now })
    .returning({ id: budgetOverride.id })
  if (!row) throw new Error('The override was not stored')
  return row.id
}
