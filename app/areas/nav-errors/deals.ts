import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import { Big } from '~/platform/values/decimal'

/** S: shares issued; R: shares redeemed. */
export type Side = 'S' | 'R'

export const DEAL_KINDS = ['CASH', 'SWITCH', 'REINVESTMENT', 'KIND', 'OTHER'] as const
export type DealKind = (typeof DEAL_KINDS)[number]

/** Shares issued or redeemed at the NAV of a date. */
export interface Deal {
  date: Day
  classCode: string
  /** The reference of the transfer agent; null where the files give totals only. */
  holder: string | null
  side: Side
  shares: Decimal
  /** What the holder has after it; null where it is not given. */
  sharesAtEnd: Decimal | null
  /** The price of the deal itself (swing, levies); null for the NAV. */
  price: Decimal | null
  kind: DealKind
  /** Deals of a holder and date with the same link are one switch; null for none. */
  link: string | null
  /** Deals in kind count only where a person says so. */
  isKindCounted: boolean
}

/** Whether a deal is compensated at all, on a date that counts. */
export const isCompensated = ({ kind, isKindCounted }: Pick<Deal, 'kind' | 'isKindCounted'>): boolean =>
  kind !== 'KIND' || isKindCounted

/** The flows of a class at the NAV after a date, as the administrator's files state them. */
export interface ClassFlows {
  classCode: string
  /** Shares issued and redeemed. */
  subscriptions: Decimal
  redemptions: Decimal
}

/**
 * Deals of a date without a register: one holder without a name for each side and class.
 * @param before the classes of the date itself, with their shares: one that the next NAV lacks was redeemed whole
 */
export function namelessDeals(
  date: Day,
  next: readonly ClassFlows[],
  before: readonly { classCode: string; shares: Decimal }[],
): Deal[] {
  const stated = new Set(next.map(({ classCode }) => classCode))
  const closed = before
    .filter(({ classCode }) => !stated.has(classCode))
    .map(({ classCode, shares }) => ({ classCode, subscriptions: '0', redemptions: shares }))
  return [...next, ...closed].flatMap(({ classCode, subscriptions, redemptions }) => [
    ...namelessDeal(date, classCode, 'S', subscriptions),
    ...namelessDeal(date, classCode, 'R', redemptions),
  ])
}

function namelessDeal(date: Day, classCode: string, side: Side, shares: Decimal): Deal[] {
  if (new Big(shares).eq(0)) return []
  return [
    {
      date,
      classCode,
      holder: null,
      side,
      shares,
      sharesAtEnd: null,
      price: null,
      kind: 'CASH',
      link: null,
      isKindCounted: false,
    },
  ]
}

/**
 * The shares that each holder has at the end in a class, from the line of its latest NAV date; null where that line
 * does not say. References declared one are summed: as long as one of them does not say, none of them has left.
 * @param nameOf the reference that a reference is declared to be one with
 */
export function sharesAtEnd(
  deals: readonly Deal[],
  nameOf: (holder: string) => string = (holder) => holder,
): Map<string, Big | null> {
  const latest = new Map<string, { holder: string; classCode: string; date: Day; shares: Decimal | null }>()
  for (const { holder, classCode, date, sharesAtEnd: shares } of deals) {
    if (holder === null) continue
    const key = holderKey(holder, classCode)
    const known = latest.get(key)
    // Of several lines of a date the last counts that says something.
    if (!known || date > known.date || (date === known.date && shares !== null))
      latest.set(key, { holder, classCode, date, shares })
  }
  const sums = new Map<string, { known: Big; isWhole: boolean }>()
  for (const { holder, classCode, shares } of latest.values()) {
    const key = holderKey(nameOf(holder), classCode)
    const { known, isWhole } = sums.get(key) ?? { known: new Big(0), isWhole: true }
    sums.set(key, { known: known.plus(shares ?? 0), isWhole: isWhole && shares !== null })
  }
  return new Map([...sums].map(([key, { known, isWhole }]) => [key, isWhole || known.gt(0) ? known : null]))
}

/** Identifies a holder in a class. */
export const holderKey = (holder: string, classCode: string): string => JSON.stringify([holder, classCode])
