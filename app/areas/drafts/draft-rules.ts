import { isTooLarge } from '~/platform/values/amount'
import { addDays, type Day } from '~/platform/values/day'
import { showDay } from '~/platform/values/show'
import type { DraftFields } from './draft'
import { DRAFT_LABELS, type DraftField } from './draft-labels'
import { netOf } from './draft-net'

/** Field → what is wrong with it, as a sentence. */
export type FieldFaults = Partial<Record<DraftField, string>>

/**
 * A draft's fields without what other fields leave no room for: the date of nobody's validation, and the other supplier
 * once the box is ticked or cleared (specification, section 5). With the box as it was, a supplier of the other kind
 * stays, to be refused: it was chosen in vain.
 */
export function tidied(fields: DraftFields, before: Pick<DraftFields, 'isSupplierFund'>): DraftFields {
  const turned = fields.isSupplierFund !== before.isSupplierFund
  return {
    ...fields,
    invoicedLegalEntity: turned && fields.isSupplierFund ? null : fields.invoicedLegalEntity,
    invoicedFundLegalEntity: turned && !fields.isSupplierFund ? null : fields.invoicedFundLegalEntity,
    validationDateA: fields.validatingUserA === null ? null : fields.validationDateA,
    validationDateB: fields.validatingUserB === null ? null : fields.validationDateB,
  }
}

/** What a draft's fields say against each other, whatever the database knows. */
export function draftRules(fields: DraftFields): FieldFaults {
  const faults: FieldFaults = {}
  const { invoiceDate, dueDate, serviceFrom, serviceTo } = fields
  if (fields.isSupplierFund && fields.invoicedLegalEntity !== null)
    faults.invoicedFundLegalEntity = `Choose the ${DRAFT_LABELS.invoicedFundLegalEntity}, or say that the supplier is no fund.`
  if (!fields.isSupplierFund && fields.invoicedFundLegalEntity !== null)
    faults.invoicedLegalEntity = `Choose the ${DRAFT_LABELS.invoicedLegalEntity}, or say that the supplier is a fund.`
  if (invoiceDate !== null && dueDate !== null && dueDate < invoiceDate)
    faults.dueDate = 'The due date lies before the invoice date. Check both days.'
  if (serviceFrom !== null && serviceTo !== null && serviceTo < serviceFrom)
    faults.serviceTo = `${DRAFT_LABELS.serviceTo}: the last day of the service lies before its first. Check both days.`
  if (serviceFrom === null && (serviceTo !== null || fields.prePaid))
    faults.serviceFrom = fields.prePaid
      ? `${DRAFT_LABELS.serviceFrom}: a prepaid invoice needs the first day of its service.`
      : `${DRAFT_LABELS.serviceFrom}: enter the first day of the service too.`
  if (serviceTo === null && (serviceFrom !== null || fields.prePaid))
    faults.serviceTo = fields.prePaid
      ? `${DRAFT_LABELS.serviceTo}: a prepaid invoice needs the last day of its service.`
      : `${DRAFT_LABELS.serviceTo}: enter the last day of the service too.`
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
  return `${label}: ${name} could be chosen until ${showDay(until)}, ${compared} is ${showDay(day)}. Choose another.`
}

export const VALIDATION_TITLE = 'Validation Date is required'

const DATES = [
  ['validatingUserA', 'validationDateA', 'Validation Date A'],
  ['validatingUserB', 'validationDateB', 'Validation Date B'],
] as const

/** The validation dates that are missing beside a chosen user (specification, section 5); null when none is. */
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
 * What is wrong with the days on which validators signed: still to come, or before the invoice was there (its date, or
 * its receipt where it is dated later). Any day could be chosen otherwise, and with it the matrix that asks least.
 */
export function signatureDayFaults(fields: DraftFields, today: Day): FieldFaults {
  const faults: FieldFaults = {}
  const { invoiceDate, receivedDate } = fields
  const first = [invoiceDate, receivedDate].reduce((a, b) => (a === null || (b !== null && b < a) ? b : a))
  for (const [user, date, label] of DATES) {
    const day = fields[date]
    if (fields[user] === null || day === null) continue
    // Where it is tomorrow already, the site's day is ahead of ours.
    if (day > addDays(today, 1)) faults[date] = `${label}: ${showDay(day)} is still to come.`
    else if (first !== null && day < first)
      faults[date] = `${label}: ${showDay(day)} is before the invoice, of ${showDay(first)}. Check the day.`
  }
  return faults
}

/** What is wrong with the day of payment of a draft that is paid already: booking its invoice makes it PAID that day. */
export function paidDayFaults({ alreadyPaid, paymentDate }: DraftFields, today: Day): FieldFaults {
  if (!alreadyPaid || paymentDate === null || paymentDate <= addDays(today, 1)) return {}
  return { paymentDate: `It is paid already, but ${showDay(paymentDate)} is still to come. Check the day.` }
}
