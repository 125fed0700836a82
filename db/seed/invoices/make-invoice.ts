import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'
import type { State } from '~/platform/workflow/types'
import { Dice } from './dice'
import { CURRENCIES, TAX_RATES, WHOLE_UNITS } from './expenses'
import { invoiceComment, invoiceReference } from './references'
import { stateAt } from './states'

/** What invoices are made of: the site's own rows. */
export interface Market {
  suppliers: readonly { id: number; isFund: boolean }[]
  /** Invoiced and paying. */
  entities: readonly { id: number }[]
  expenseTypes: readonly { id: number }[]
  routineTypes: readonly { id: number }[]
  /** Invoice dates lie between these days. */
  from: Day
  to: Day
}

const DAY_MS = 86_400_000
const days = new Map<number, Day>()

/** The day of a number of days since 1970; remembered, as millions are asked for. */
function dayText(day: number): Day {
  let text = days.get(day)
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10)
    days.set(day, text)
  }
  return text
}

/**
 * The invoice of a number, always the same: of `count` invoices the first ones are the oldest, within some weeks.
 * Net is gross less taxes to the cent; one in thirty is a credit note.
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
  const settlingEntityId = dice.oftenFirst(market.entities).id
  const currency = dice.weighted(CURRENCIES)
  const paid = state.status === 'PAID'
  return {
    state,
    log: importLog(state, number),
    at: new Date(changed * DAY_MS + (7 * 3_600 + dice.below(10 * 3_600)) * 1_000),
    invoice: {
      supplierId: supplier.id,
      isSupplierFund: supplier.isFund,
      invoicedEntityId: dice.chance(0.85) ? settlingEntityId : dice.one(market.entities).id,
      settlingEntityId,
      expenseTypeId: dice.oftenFirst(market.expenseTypes).id,
      routineTypeId: dice.chance(0.12) ? null : dice.oftenFirst(market.routineTypes).id,
      invoiceRef: invoiceReference(number, dayText(date), dice),
      invoiceDate: dayText(date),
      receivedDate: dayText(received),
      glDate: dayText(received),
      dueDate: due === null ? null : dayText(due),
      paymentDate: paid ? dayText(changed) : null,
      currency,
      ...amounts(currency, dice),
      alreadyPaid: paid && dice.chance(0.03),
      transactionComment: invoiceComment(dice),
      creationDate: new Date(received * DAY_MS + 8 * 3_600_000),
    },
  }
}

function workingDay(day: number, first: number): number {
  const weekday = (day + 4) % 7
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return day - back < first ? day : day - back
}

function amounts(currency: string, dice: Dice) {
  const cent = WHOLE_UNITS.has(currency) ? 100 : 1
  const size = 10 ** (2 + 4 * dice.share())
  const net = Math.max(1, Math.round(size * (currency === 'JPY' ? 120 : 1) * (100 / cent))) * cent
  const taxes = Math.round((net * dice.weighted(TAX_RATES)) / (100 * cent)) * cent
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
