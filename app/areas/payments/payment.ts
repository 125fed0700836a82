import type { Day } from '~/platform/values/day'
import { type Decimal, sum } from '~/platform/values/decimal'
import type { EventClass } from '~/platform/workflow/types'
import type { CreditShare } from './credits'

/** Payment runs and what is in them. */

export type PaymentState = 'planned' | 'taken out' | 'sent' | 'accepted' | 'rejected' | 'paid' | 'returned'

/** The states of a payment, with the colour of each badge. */
export const STATE_CLASS: Readonly<Record<PaymentState, EventClass>> = {
  planned: 'new',
  'taken out': 'invalidated',
  sent: 'pending',
  accepted: 'success',
  rejected: 'failed',
  paid: 'validated',
  returned: 'warning',
}

export const PAYMENT_STATES = Object.keys(STATE_CLASS) as PaymentState[]

/** The bank has not said yet whether it is paid. */
export const isAwaited = (state: PaymentState) => state === 'sent' || state === 'accepted'

/** Its payee gets a remittance advice: it is on its way, or made. */
export const isAdvised = (state: PaymentState) => isAwaited(state) || state === 'paid'

/** The states of payments that the bank has not booked: their money is still to leave the account. */
export const TO_LEAVE: readonly PaymentState[] = ['planned', 'sent', 'accepted']

/** The states of payments that pay no more: another run may pay their invoices. */
export const ENDED_UNPAID: readonly string[] = ['taken out', 'rejected', 'returned']

/** A run that may still lose payments: no file of it exists. */
export const BEFORE_FILES: readonly string[] = ['DRAFT', 'APPROVED 1', 'APPROVED 2']

/** An account that pays. */
export interface Account {
  /** Of the entity. */
  name: string
  /** The account number where the country has no IBANs. */
  iban: string
  /** '' for none. */
  bic: string
}

/** An account that is paid. */
export interface Payee extends Account {
  /** The bank's number in a clearing system, "USABA 021000021"; null for none. */
  clearing: string | null
}

/** Who pays the charges; '' where it follows from the reach of the payment alone. */
export type ChargesBy = '' | 'SLEV' | 'SHAR' | 'DEBT' | 'CRED'

/** One invoice in a run, as stored. */
export interface Payment {
  id: number
  invoiceId: number
  endToEndId: string
  amount: Decimal
  /** What was taken off for early payment; null for nothing. */
  discount: Decimal | null
  /** The last day on which that may be taken off. */
  discountUntil: Day | null
  /** What was taken off for credits of the payee. */
  credits: CreditShare[]
  currency: string
  debtor: Account
  creditor: Payee
  /** The currency of the payee's account where it is another one; '' where it is not. */
  creditorCurrency: string
  chargeBearer: ChargesBy
  /** Of the payee's accounts, as the approvals of the invoice have it. */
  accountHash: string
  invoiceRef: string
  /** The supplier's own reference for the payment; '' for none. */
  paymentReference: string
  dueDate: Day | null
  state: PaymentState
  /** Why it was taken out, rejected or returned. */
  reason: string
  valueDate: Day | null
  /** What the bank added: a changed date, a payee whose name does not match; '' for nothing. */
  bankNote: string
  /** 1 for the first payment of the invoice. */
  attempt: number
  /** Why the attempt before it failed, in the bank's words; '' for a first attempt. */
  attemptReason: string
  /** Bills of the same supplier, amount and reference, in a sentence; null for none, and once its file is made. */
  duplicate: string | null
  /** What stops it now, in a sentence; null where nothing does. */
  stopped: string | null
  /** What the bank will read otherwise than it is stored, and what is unusual, in sentences. */
  warnings: string[]
}

/** An invoice that could be paid. */
export interface Payable {
  id: number
  provider: string
  settling_entity: string
  invoice_ref: string
  invoice_date: Day
  due_date: Day | null
  /** Days past the due date; negative before it, null without one. */
  days: number | null
  currency: string
  gross_amount: Decimal
  /** Gross less what was paid in advance, rounded. */
  payable_amount: Decimal
  /** What is left of a credit; null for an invoice. */
  credit_left: Decimal | null
  /** What its supplier takes off where it is paid until that day; null for nothing. */
  discount: Decimal | null
  discount_until: Day | null
  /** IBAN of the account that pays it; null while there is none. */
  debtor_iban: string | null
  /** The payee's account; null while there is none, or one of several is to be chosen in the run. */
  creditor_iban: string | null
  /** The bills of the same supplier, amount and reference, in a sentence; null for none. */
  duplicate: string | null
  /** Why it is not paid now; null where it may be. */
  held: string | null
  /** The legal entity whose entry is to be completed before it can be paid; null where something else holds it. */
  held_entity: number | null
  /** 1 where no run paid it before; 2 where one did, and the bank rejected or returned it. */
  attempt: number
  /** Why the attempt before failed, in the bank's words; '' for a first attempt. */
  attempt_reason: string
}

/** What a run takes off an invoice that it pays on a day; null where its supplier takes nothing off, or not then. */
export function discountOn(
  { discount, discount_until }: Pick<Payable, 'discount' | 'discount_until'>,
  executionDate: Day,
): { amount: Decimal; until: Day } | null {
  if (discount === null || discount_until === null || executionDate > discount_until) return null
  return { amount: discount, until: discount_until }
}

/** What runs take from an account, or of a credit. */
export interface TakenByRuns {
  /** Their ids, the oldest first. */
  runs: number[]
  total: Decimal
}

/** What a run takes from one account that pays. */
export interface AccountTotal {
  name: string
  iban: string
  currency: string
  payments: number
  total: Decimal
  /** Of the latest statement that adds up; null where there is none. */
  balance: { day: Day; amount: Decimal } | null
  /** Of a later statement whose balance does not add up and is left out; null for none. */
  leftOut: Day | null
  /** What other runs under way still take from it; null for nothing. */
  others: TakenByRuns | null
  /** Balance less what runs under way still take, this one included; null without a balance. */
  after: Decimal | null
}

/** The payments of each account that pays, by its IBAN and currency. */
export function byDebtor<One extends { debtor: Account; currency: string }>(
  payments: readonly One[],
): Map<string, One[]> {
  const groups = new Map<string, One[]>()
  for (const payment of payments) {
    const key = `${payment.debtor.iban} ${payment.currency}`
    const group = groups.get(key)
    if (group) group.push(payment)
    else groups.set(key, [payment])
  }
  return groups
}

/** "1,234.50 EUR and 20.00 USD" as amounts by currency. */
export function totalsOf(
  payments: readonly { amount: Decimal; currency: string }[],
): { currency: string; total: Decimal }[] {
  const currencies = [...new Set(payments.map(({ currency }) => currency))].sort()
  return currencies.map((currency) => ({
    currency,
    total: sum(
      payments.filter((payment) => payment.currency === currency).map(({ amount }) => amount),
    ).toFixed(2),
  }))
}

/** Our name for a payment: banks return it with every answer. 35 characters at most (ISO 20022). */
export const endToEndIdOf = (invoiceId: number, runId: number) => `INV${invoiceId}-RUN${runId}`
