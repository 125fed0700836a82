import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** The outcomes of a matching that are breaks, in the order in which they apply. */
export const BREAK_KINDS = [
  'QUANTITY BREAK',
  'PRICE BREAK',
  'VALUE BREAK',
  'MISSING AT ADMINISTRATOR',
  'MISSING AT MANAGER',
] as const
export type BreakKind = (typeof BREAK_KINDS)[number]

/** The states that a person may give a break. */
export const OPEN_STATES = ['OPEN', 'EXPLAINED'] as const
/** CLOSED: the matching no longer has the break. */
export type BreakState = (typeof OPEN_STATES)[number] | 'CLOSED'

/** A break as a matching finds it. */
export interface FoundBreak {
  /** "ISIN LU0123456789 EUR" or "CODE 4711", as the two sides were matched. */
  instrumentKey: string
  kind: BreakKind
  instrumentCode: string
  instrumentName: string
  isin: string | null
  /** Quotation currency. */
  currency: string
  /** Manager - administrator; an absent side counts 0. */
  quantityDifference: Decimal
  /** Null when either side has no price. */
  priceDifference: Decimal | null
  /** In fund currency. */
  valueDifference: Decimal
  /** Of FUND TNA. */
  basisPoints: Decimal | null
}

/** A break's owner, status and comment, and when it was first seen. */
export interface RecordedBreak extends FoundBreak {
  /** NAV date. */
  firstSeen: Day
  state: BreakState
  ownerId: number | null
  comment: string
  changedBy: number | null
  changedAt: Date | null
}

/** The breaks of the previous matching, with which a new one begins. */
export interface BreaksBefore {
  /** Of the same NAV, or else of the fund's previous NAV. */
  sameNav: boolean
  breaks: readonly RecordedBreak[]
}

const keyOf = ({ instrumentKey, kind }: FoundBreak) => `${kind}\n${instrumentKey}`

/**
 * The breaks that a new matching stores: those that it found, each with the owner, status and comment that the same
 * break had before, then those that it no longer has, closed. Breaks that the previous NAV closed do not count: the
 * same break again is a new one.
 * @param navDate of the NAV
 */
export function carriedBreaks(
  found: readonly FoundBreak[],
  before: BreaksBefore,
  navDate: Day,
): RecordedBreak[] {
  const open = before.breaks.filter(({ state }) => before.sameNav || state !== 'CLOSED')
  const openByKey = new Map(open.map((each) => [keyOf(each), each]))
  const now = found.map((each): RecordedBreak => {
    const same = openByKey.get(keyOf(each))
    openByKey.delete(keyOf(each))
    if (!same) return { ...NEW, firstSeen: navDate, ...each }
    return { ...same, ...each, state: same.state === 'CLOSED' ? 'OPEN' : same.state }
  })
  return [...now, ...[...openByKey.values()].map((each) => ({ ...each, state: 'CLOSED' as const }))]
}

const NEW = { state: 'OPEN', ownerId: null, comment: '', changedBy: null, changedAt: null } as const

/** A break of a NAV's newest matching, as its list and the call show it. */
export interface BreakRow extends Omit<RecordedBreak, 'changedBy' | 'ownerId'> {
  id: number
  /** Calendar days from the NAV date that it was first seen on to this NAV's. */
  age: number
  /** User name. */
  owner: string | null
  ownerName: string | null
  /** Who last edited its owner, status and comment. */
  changedByName: string | null
  revision: number
}
