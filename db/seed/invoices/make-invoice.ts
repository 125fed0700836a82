import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { State } from '~/platform/workflow/types'
import { CURRENCIES, TAX_RATES, type TaxRate, WHOLE_UNITS } from './stored-market'

/**
 * Throws that are always the same for a number: only integer arithmetic, so that every machine generates the same
 * invoices (mulberry32).
 */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  }

  /** A number in [0, 1). */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let hash = this.#state
    hash = Math.imul(hash ^ (hash >>> 15), hash | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.share() * count)
  }

  /** True for this share of the throws. */
  chance(share: number): boolean {
    return this.share() < share
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** One of the items, with a preference for the first ones. */
  oftenFirst<Item>(items: readonly Item[]): Item {
    const share = this.share()
    return items[Math.floor(share * share * items.length)] as Item
  }

  /** One of the items by weight; weights add up to 100. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item {
    let left = this.share() * 100
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    return items[items.length - 1]?.[0] as Item
  }
}

type Form = (number: string, day: Day) => string

/** Every supplier has its own style of invoice numbers, including odd signs. */
const FORMS: readonly Form[] = [
  (number, day) => `${day.slice(0, 4)}/${number}`,
  (number, day) => `FA-${day.slice(2, 4)}-${number}`,
  (number, day) => `RE ${day.slice(0, 4)}-${number}`,
  (number) => `INV${number}`,
  (number) => `INV-${number}`,
  (number) => `Facture nº ${number}`,
  (number, day) => `${day.replaceAll('-', '')}-${number}`,
  (number) => `Réf. ${number}/É`,
  (number) => `№ ${number} «A»`,
  (number) => `Rechnung ${number} (Kopie)`,
  (number) => `50%_${number}`,
  (number) => `\\${number}\\"b"`,
]
const USUAL = FORMS.slice(0, 7)

function invoiceReference(number: number, day: Day, dice: Dice): string {
  const form = dice.chance(0.06) ? dice.one(FORMS) : dice.one(USUAL)
  return form(String(100_000 + ((number * 7_919) % 900_000)), day)
}

const COMMENTS: readonly string[] = [
  'Fees as agreed in the service agreement',
  'Split over all sub-funds by net assets',
  'Check the VAT number',
  'Paid in advance; see e-mail of the client',
  'Frais de traduction – prospectus, version août',
  'Gebühren gemäß Vertrag, „Anlage 3“',
  'Second half, first half was invoiced twice <see credit note>',
]

function invoiceComment(dice: Dice, comments = COMMENTS): string {
  return dice.chance(0.3) ? dice.one(comments) : ''
}

const TO_BOOK: State = { queue: 'ACCOUNTING', status: 'TO BOOK', class: 'new' }
export const TO_APPROVE: State = { queue: 'PAYMENT', status: 'TO APPROVE', class: 'pending' }
export const FIRST_APPROVAL: State = { queue: 'PAYMENT', status: 'FIRST APPROVAL', class: 'pending' }
const APPROVED: State = { queue: 'PAYMENT', status: 'APPROVED', class: 'success' }
const SENT: State = { queue: 'PAYMENT', status: 'SENT', class: 'success' }
export const PAID: State = { queue: 'SYSTEM', status: 'PAID', class: 'validated' }
const CANCELLED: State = { queue: 'SYSTEM', status: 'CANCELLED', class: 'failed' }
const RECREATED: State = { queue: 'SYSTEM', status: 'RECREATED', class: 'invalidated' }

/** States with their shares in percent, by the age of an invoice in days. */
const BY_AGE: readonly [upTo: number, shares: readonly (readonly [state: State, share: number])[]][] = [
  [
    21,
    [
      [TO_BOOK, 30],
      [TO_APPROVE, 25],
      [FIRST_APPROVAL, 15],
      [APPROVED, 12],
      [SENT, 8],
      [PAID, 8],
      [CANCELLED, 2],
    ],
  ],
  [
    75,
    [
      [PAID, 66],
      [SENT, 14],
      [APPROVED, 8],
      [TO_APPROVE, 5],
      [FIRST_APPROVAL, 3],
      [TO_BOOK, 1],
      [CANCELLED, 2],
      [RECREATED, 1],
    ],
  ],
  [
    Number.POSITIVE_INFINITY,
    [
      [PAID, 96.9],
      [CANCELLED, 2.2],
      [RECREATED, 0.6],
      [SENT, 0.2],
      [TO_APPROVE, 0.1],
    ],
  ],
]

/** The state of an invoice of this age: old ones are paid, with few exceptions. */
function stateAt(age: number, dice: Dice): State {
  const [, shares] = BY_AGE.find(([upTo]) => age <= upTo) ?? [0, [[PAID, 100]]]
  return dice.weighted(shares)
}

/** The site's own rows that the invoices refer to. */
export interface Market {
  suppliers: readonly {
    id: number
    isFund: boolean
    /** What it bills, if restricted. */
    expenseTypes?: readonly { id: number }[]
    /** What it charges, if unusual. */
    taxRates?: readonly TaxRate[]
  }[]
  /** Invoiced entities, which also pay. */
  entities: readonly {
    id: number
    /** The frequency of its invoices is not set: no budget counts them. */
    withoutRoutine?: boolean
    /** Types that none of these invoices has. */
    billedApart?: ReadonlySet<number>
  }[]
  expenseTypes: readonly { id: number }[]
  routineTypes: readonly { id: number }[]
  /** The possible comments, if restricted. */
  comments?: readonly string[]
  /** The range of invoice dates. */
  from: Day
  to: Day
}

const DAY_MS = 86_400_000
const days = new Map<number, Day>()

/** The day after a number of days since 1970; cached, as it is needed millions of times. */
function dayText(day: number): Day {
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10)
    days.set(day, text)
  }
  return text
}

/**
 * The invoice of a number, always the same: of `count` invoices the first ones are the oldest, within a few weeks. Net
 * is gross less taxes to the cent; one in thirty is a credit note.
 */
export function makeInvoice(number: number, count: number, market: Market) {
  const dice = new Dice(number)
  const [first, last] = [Date.parse(market.from) / DAY_MS, Date.parse(market.to) / DAY_MS]
  const about = first + ((number % count) / count) * (last - first) + 40 * (dice.share() - 0.5)
  const date = workingDay(Math.min(last, Math.max(first, Math.round(about))), first)
  const received = Math.min(last, date + dice.below(9))
  const due = dice.chance(0.08) ? null : date + dice.one([14, 30, 30, 30, 45, 60])
  const state = stateAt(last - date, dice)
  const changed = Math.min(last, state.status === 'PAID' ? (due ?? date + 30) : received + dice.below(12))
  const supplier = dice.oftenFirst(market.suppliers)
  const settling = dice.oftenFirst(market.entities)
  const currency = dice.weighted(CURRENCIES)
  const paid = state.status === 'PAID'
  return {
    state,
    log: importLog(state, number),
    at: new Date(changed * DAY_MS + (7 * 3_600 + dice.below(10 * 3_600)) * 1_000),
    invoice: {
      supplierId: supplier.id,
      isSupplierFund: supplier.isFund,
      invoicedEntityId: dice.chance(0.85) ? settling.id : dice.one(market.entities).id,
      settlingEntityId: settling.id,
      expenseTypeId: dice.oftenFirst(typesOf(supplier, settling, market)).id,
      routineTypeId: routineOf(settling.withoutRoutine === true, market, dice),
      invoiceRef: invoiceReference(number, dayText(date), dice),
      invoiceDate: dayText(date),
      receivedDate: dayText(received),
      glDate: dayText(received),
      dueDate: due === null ? null : dayText(due),
      paymentDate: paid ? dayText(changed) : null,
      currency,
      ...amounts(currency, supplier.taxRates ?? TAX_RATES, dice),
      alreadyPaid: paid && dice.chance(0.03),
      transactionComment: invoiceComment(dice, market.comments),
      creationDate: new Date(received * DAY_MS + 8 * 3_600_000),
    },
  }
}

function typesOf(
  { expenseTypes: own }: Market['suppliers'][number],
  { billedApart }: Market['entities'][number],
  { expenseTypes }: Market,
) {
  const types = own ?? expenseTypes
  return billedApart ? types.filter(({ id }) => !billedApart.has(id)) : types
}

function routineOf(without: boolean, { routineTypes }: Market, dice: Dice): number | null {
  const routine = dice.chance(0.12) ? null : dice.oftenFirst(routineTypes).id
  return without ? null : routine
}

function workingDay(day: number, first: number): number {
  const weekday = (day + 4) % 7
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return day - back < first ? day : day - back
}

function amounts(currency: string, rates: readonly TaxRate[], dice: Dice) {
  const cent = WHOLE_UNITS.has(currency) ? 100 : 1
  const size = 10 ** (2 + 4 * dice.share())
  const net = Math.max(1, Math.round(size * (currency === 'JPY' ? 120 : 1) * (100 / cent))) * cent
  const taxes = Math.round((net * dice.weighted(rates)) / (100 * cent)) * cent
  const sign = dice.chance(1 / 30) ? -1 : 1
  return {
    grossAmount: decimal(sign * (net + taxes)),
    taxes: decimal(sign * taxes),
    netAmount: decimal(sign * net),
  }
}

function decimal(cents: number): Decimal {
  const whole = Math.abs(cents)
  const sign = cents < 0 ? '-' : ''
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

function importLog({ status }: State, number: number): string {
  const run = status === 'PAID' || status === 'SENT' ? ` (payment run ${1 + Math.floor(number / 40)})` : ''
  return `Imported from the former system as ${status}${run}`
}
