import { decimalsOf } from '~/platform/values/currency-decimals'
import type { Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import type { Flow } from './compensation'

/** What was really paid for a case. */
export interface CasePayment {
  id: number
  /** As flows of the case name them. */
  from: string
  to: string
  amount: Decimal
  currency: string
  paidOn: Day
  /** The payment of a run, or the entry of the bank inbox, that shows it. */
  paymentId: number | null
  bankEntryId: number | null
  comment: string
}

/** A flow of a case: who owes whom, what of it is paid, and what is open. */
export interface PaidFlow extends Flow {
  currency: string
  paid: Decimal
  open: Decimal
}

/** The flows of a case by what was paid for them; flows of the same parties and currency are one. */
export function paidFlows(
  flows: readonly (Flow & { currency: string })[],
  payments: readonly CasePayment[],
): PaidFlow[] {
  const byParties = new Map<string, (Flow & { currency: string })[]>()
  for (const flow of flows) {
    const key = JSON.stringify([flow.from, flow.to, flow.currency])
    byParties.set(key, [...(byParties.get(key) ?? []), flow])
  }
  return [...byParties.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { from, to, currency } = first
    const amount = sum([first, ...others].map((each) => each.amount))
    const paid = sum(
      payments
        .filter((each) => each.from === from && each.to === to && each.currency === currency)
        .map((each) => each.amount),
    )
    const shown = (value: Big) => value.toFixed(decimalsOf(currency))
    const open = shown(amount.minus(paid))
    return [{ from, to, currency, amount: shown(amount), paid: shown(paid), open }]
  })
}

/** Whether something of a flow is open; what moves between classes by switches is booked, not paid. */
export const isOpenFlow = ({ from, to, open }: PaidFlow): boolean =>
  from !== 'switches' && to !== 'switches' && new Big(open).gt(0)
