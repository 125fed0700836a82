import {
  type CostLine,
  DRAFT_AMOUNTS,
  DRAFT_LABELS,
  type DraftField,
  type DraftFields,
  payableOf,
} from '~/areas/expenses/expense'
import { decimalsFault } from '~/platform/values/currencies'
import { storedDecimalsOf } from '~/platform/values/currency-decimals'
import { addDays, type Day } from '~/platform/values/day'
import { Big, type Decimal, sum } from '~/platform/values/decimal'
import { isTooLarge } from '~/platform/values/numerals'
import { checkPaymentReference } from '~/platform/values/payment-reference'
import { showAmount, showDay, showMoney } from '~/platform/values/show'
import type { Instance, StepTaker } from '~/platform/workflow/types'
import { isInEntry, isInValidation } from './draft'

/** Gross less taxes, each counted as 0 while it is empty; null while both are. Two decimals. */
export function netOf(gross: Decimal | null, taxes: Decimal | null): Decimal | null {
  return gross === null && taxes === null ? null : new Big(gross ?? 0).minus(taxes ?? 0).toFixed(2)
}

/** The taxes in a gross amount at a rate in percent, in the decimals of its currency. */
export function taxesIn(gross: Decimal, rate: string, currency: string | null): Decimal {
  const parts = new Big(rate).plus(100)
  return new Big(gross).times(rate).div(parts).toFixed(storedDecimalsOf(currency))
}

type Amounts = Pick<DraftFields, 'grossAmount' | 'taxes'> & { currency?: string | null }

/**
 * Unusual amounts to check before they are relied on, in a sentence; null where there are none. A credit note is as
 * valid as an invoice, so none of this is refused.
 */
export function netNotice({ grossAmount, taxes, currency }: Amounts): string | null {
  const net = netOf(grossAmount, taxes)
  if (net === null) return null
  const gross = new Big(grossAmount ?? 0)
  const against = new Big(net).times(gross).lt(0)
  if (against || (gross.eq(0) && new Big(net).lt(0)))
    return `Taxes are larger than gross: net is ${showAmount(net, currency)}. Check both amounts.`
  if (gross.lt(0))
    return `Gross is negative, net is ${showAmount(net, currency)}: a credit note. Check the sign if it is an invoice.`
  return null
}

/** What is unusual about the payment of a draft, in sentences. */
export function paymentNotices(fields: DraftFields): string[] {
  const { grossAmount, currency, prepaidAmount } = fields
  const payable = payableOf(fields)
  const notices: string[] = []
  if (payable !== null && prepaidAmount !== null && !new Big(prepaidAmount).eq(0)) {
    const money = (value: Decimal | null) => showMoney(value, currency)
    const left = new Big(payable)
    if (left.times(grossAmount ?? 0).lt(0))
      notices.push(
        `${money(prepaidAmount)} paid in advance is more than gross: ${money(payable)} is a credit, and nothing is paid. Check the amounts.`,
      )
    else if (left.eq(0)) notices.push('All of it was paid in advance: nothing is left to pay.')
  }
  return notices
}

/** The same for a cost line; a line of zero is also unusual, as it becomes an invoice of zero. */
export function lineNotice(line: Pick<CostLine, 'grossAmount' | 'taxes'>): string | null {
  if (new Big(line.grossAmount).eq(0) && new Big(line.taxes).eq(0))
    return 'The line is 0.00 and would become an invoice of 0.00. Enter its amount, or delete the line.'
  return netNotice(line)
}

/** The fields of a draft as stored in its row: one supplier, and the net amount that follows. */
export function draftColumns(fields: DraftFields) {
  const {
    invoicedLegalEntity,
    invoicedFundLegalEntity,
    settlementLegalEntity: invoicedEntityId,
    settlingLegalEntity: settlingEntityId,
    expenseType: expenseTypeId,
    routineType: routineTypeId,
    ...same
  } = fields
  return {
    ...same,
    supplierId: fields.isSupplierFund ? invoicedFundLegalEntity : invoicedLegalEntity,
    invoicedEntityId,
    settlingEntityId,
    expenseTypeId,
    routineTypeId,
    netAmount: netOf(fields.grossAmount, fields.taxes),
  }
}

/** Field → its fault, as a sentence. */
export type FieldFaults = Partial<Record<DraftField, string>>

/**
 * A draft's fields without those that other fields rule out: the date of a validation without a validator, the tax of a
 * reverse charge without its box, and the other supplier once the box is ticked or cleared (specification, section 5). With that box as it was, a supplier of
 * the other kind stays, so that it is refused rather than silently dropped.
 */
export function tidied(fields: DraftFields, before: Pick<DraftFields, 'isSupplierFund'>): DraftFields {
  const turned = fields.isSupplierFund !== before.isSupplierFund
  return {
    ...fields,
    invoicedLegalEntity: turned && fields.isSupplierFund ? null : fields.invoicedLegalEntity,
    invoicedFundLegalEntity: turned && !fields.isSupplierFund ? null : fields.invoicedFundLegalEntity,
    paymentReference:
      fields.paymentReference === null ? null : checkPaymentReference(fields.paymentReference).reference,
    reverseChargeTax: fields.reverseCharge ? fields.reverseChargeTax : null,
    validationDateA: fields.validatingUserA === null ? null : fields.validationDateA,
    validationDateB: fields.validatingUserB === null ? null : fields.validationDateB,
  }
}

/** Contradictions between a draft's fields that can be found without the database. */
export function draftRules(fields: DraftFields): FieldFaults {
  const faults: FieldFaults = {}
  const { invoiceDate, dueDate, serviceFrom, serviceTo } = fields
  if (fields.isSupplierFund && fields.invoicedLegalEntity !== null)
    faults.invoicedFundLegalEntity = `Choose the ${DRAFT_LABELS.invoicedFundLegalEntity}, or untick “Supplier is a fund”.`
  if (!fields.isSupplierFund && fields.invoicedFundLegalEntity !== null)
    faults.invoicedLegalEntity = `Choose the ${DRAFT_LABELS.invoicedLegalEntity}, or tick “Supplier is a fund”.`
  if (invoiceDate !== null && dueDate !== null && dueDate < invoiceDate)
    faults.dueDate = 'The due date is before the invoice date. Check both days.'
  if (serviceFrom !== null && serviceTo !== null && serviceTo < serviceFrom)
    faults.serviceTo = `${DRAFT_LABELS.serviceTo}: the last day of the service is before its first. Check both days.`
  if (serviceFrom === null && (serviceTo !== null || fields.prePaid))
    faults.serviceFrom = fields.prePaid
      ? `${DRAFT_LABELS.serviceFrom}: a prepaid invoice needs the first day of its service.`
      : `${DRAFT_LABELS.serviceFrom}: enter the first day of the service too.`
  if (serviceTo === null && (serviceFrom !== null || fields.prePaid))
    faults.serviceTo = fields.prePaid
      ? `${DRAFT_LABELS.serviceTo}: a prepaid invoice needs the last day of its service.`
      : `${DRAFT_LABELS.serviceTo}: enter the last day of the service too.`
  for (const field of DRAFT_AMOUNTS) {
    const amount = fields[field]
    const fault = amount === null ? null : decimalsFault(amount, fields.currency)
    if (fault !== null) faults[field] = `${DRAFT_LABELS[field]}: ${fault}`
  }
  if (fields.paymentReference !== null) {
    const { fault } = checkPaymentReference(fields.paymentReference)
    if (fault !== null) faults.paymentReference = `${DRAFT_LABELS.paymentReference}: ${fault}`
  }
  const payable = payableOf(fields)
  if (payable !== null && isTooLarge(payable))
    faults.prepaidAmount = `${DRAFT_LABELS.prepaidAmount}: what is left to pay has more than 18 digits. Check the amounts.`
  const net = netOf(fields.grossAmount, fields.taxes)
  if (net !== null && isTooLarge(net))
    faults.taxes = 'Gross less taxes has more than 18 digits. Check both amounts.'
  if (fields.validatingUserA !== null && fields.validatingUserA === fields.validatingUserB)
    faults.validatingUserB = 'Validating users A and B must be two people.'
  return faults
}

/** Why an entity may not be chosen on the received date, or today without one. */
export function whyNotOn(
  label: string,
  { name, until }: { name: string; until: Day },
  { day, isKnown }: { day: Day; isKnown: boolean },
): string {
  const compared = isKnown ? 'the received date' : 'today'
  return `${label}: ${name} was available until ${showDay(until)}, ${compared} is ${showDay(day)}. Choose another.`
}

export const VALIDATION_TITLE = 'Validation Date is required'

const DATES = [
  ['validatingUserA', 'validationDateA', 'Validation Date A'],
  ['validatingUserB', 'validationDateB', 'Validation Date B'],
] as const

/** The validation dates missing for a chosen user (specification, section 5); null when there are none. */
export function missingValidationDates(fields: DraftFields): { message: string; fields: FieldFaults } | null {
  const missing = DATES.filter(([user, date]) => fields[user] !== null && fields[date] === null)
  if (missing.length === 0) return null
  const names = missing.map(([, , name]) => name).join(', ')
  return {
    message: `Please fill the following field(s) and click again on confirm button : ${names}`,
    fields: Object.fromEntries(missing.map(([, date, name]) => [date, `${name} is required.`])),
  }
}

/**
 * The faults in the days on which validators signed: in the future, or before the invoice existed (its date, or its
 * receipt where it is dated later). Otherwise any day could be chosen, and with it the matrix that requires least.
 */
export function signatureDayFaults(fields: DraftFields, today: Day): FieldFaults {
  const faults: FieldFaults = {}
  const { invoiceDate, receivedDate } = fields
  const first = [invoiceDate, receivedDate].reduce((a, b) => (a === null || (b !== null && b < a) ? b : a))
  for (const [user, date, label] of DATES) {
    const day = fields[date]
    if (fields[user] === null || day === null) continue
    // Where it is already tomorrow, the site's day is ahead of ours.
    if (day > addDays(today, 1)) faults[date] = `${label}: ${showDay(day)} is in the future.`
    else if (first !== null && day < first)
      faults[date] =
        `${label}: ${showDay(day)} is before the invoice date, ${showDay(first)}. Check the date.`
  }
  return faults
}

/** The fault in the day of payment of a draft that is already paid: booking its invoice makes it PAID that day. */
export function paidDayFaults({ alreadyPaid, paymentDate }: DraftFields, today: Day): FieldFaults {
  if (!alreadyPaid || paymentDate === null || paymentDate <= addDays(today, 1)) return {}
  return {
    paymentDate: `The invoice is already paid, but ${showDay(paymentDate)} is in the future. Check the date.`,
  }
}

/** The fields of a draft that the user may change now. */
export interface DraftEditing {
  /** 'validation': validators, validation dates and client proofs. */
  may: 'all' | 'validation' | 'nothing'
  /** Why nothing may be changed, in a sentence; null when something may. */
  reason: string | null
}

/** The fields of a draft that may change while the client validates it. */
export const VALIDATION_FIELDS = [
  'validatingUserA',
  'validationDateA',
  'validatingUserB',
  'validationDateB',
] as const

/**
 * What this person may change of a draft at its current status: everything while it is entered (members of ACCOUNTING),
 * the client's validation while that is awaited (members of CLIENT), nothing else.
 * @param mayUpdate whether they have the update permission on Drafted Expenses
 */
export function editingOf(
  instance: Pick<Instance, 'queue' | 'status'>,
  taker: Pick<StepTaker, 'queues'>,
  mayUpdate: boolean,
): DraftEditing {
  const nothing = (reason: string): DraftEditing => ({ may: 'nothing', reason })
  const { queue, status } = instance
  const inEntry = isInEntry(instance)
  if (!inEntry && !isInValidation(instance))
    return nothing(
      queue === 'SYSTEM'
        ? `This draft is ${status}: it is read-only.`
        : queue === 'TEAM LEADER'
          ? 'Locked while the team leader checks it.'
          : `Locked while it is ${status} (${queue}). Return it to ACCOUNTING to change it.`,
    )
  if (!mayUpdate)
    return nothing('You may read this draft. Changing it needs the update permission for Drafted Expenses.')
  const members = inEntry ? 'ACCOUNTING' : 'CLIENT'
  if (!taker.queues.includes(members))
    return nothing(`You may read this draft. Only members of the queue ${members} can change it now.`)
  return { may: inEntry ? 'all' : 'validation', reason: null }
}

export interface MissingField {
  field: DraftField
  label: string
}

const NEEDED: readonly DraftField[] = [
  'settlingLegalEntity',
  'invoiceRef',
  'invoiceDate',
  'currency',
  'grossAmount',
  'expenseType',
]

/** The fields that "Send to check" still needs (product decisions, section 2), in the order of the form. */
export function missingToCheck(fields: DraftFields): MissingField[] {
  const supplier: DraftField = fields.isSupplierFund ? 'invoicedFundLegalEntity' : 'invoicedLegalEntity'
  const needed: DraftField[] = fields.reverseCharge ? [...NEEDED, 'reverseChargeTax'] : [...NEEDED]
  return [supplier, ...needed]
    .filter((field) => fields[field] === null || fields[field] === '')
    .map((field) => ({ field, label: DRAFT_LABELS[field] }))
}

/** Why cost lines do not add up to their draft, in a sentence; null when they do, or when there are none. */
export function costLineMismatch(
  { grossAmount, taxes, currency }: Pick<DraftFields, 'grossAmount' | 'taxes' | 'currency'>,
  lines: readonly Pick<CostLine, 'grossAmount' | 'taxes'>[],
): string | null {
  if (lines.length === 0) return null
  const linesGross = sum(lines.map((line) => line.grossAmount))
  const linesTaxes = sum(lines.map((line) => line.taxes))
  if (linesGross.eq(grossAmount ?? 0) && linesTaxes.eq(taxes ?? 0)) return null
  const totals = (gross: string, tax: string) =>
    `${showAmount(gross, currency)} gross with ${showAmount(tax, currency)} taxes`
  return `The cost lines add up to ${totals(linesGross.toFixed(), linesTaxes.toFixed())}, the draft says ${totals(grossAmount ?? '0', taxes ?? '0')}. Open "Allocate" and correct the lines.`
}
