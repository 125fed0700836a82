import { aBoolean, aDay, anAmount, anEventClass, anId, anInstant, aText } from '~/http/calls/answers'

/** What the calls return of drafts and invoices alike (specification, section 3). */

/** Of a row: null while it is empty. */
export const aName = aText.nullable()

/** Of a row: what goes with it to the books, and who stored it when. */
export const storedFields = {
  validating_user_a: aName,
  validating_user_b: aName,
  exclude_from_cash: aBoolean,
  posting_filter: aName,
  transaction_comment: aText,
  username: aText.describe('Created by: full name, or SYSTEM.'),
  last_user: aText,
  creation_date: anInstant,
  update_date: anInstant,
}

/** Of a row: its place in the workflow. */
export const stateFields = {
  event_log: aText.describe('Last comment.'),
  event_status: aText,
  event_queue: aText,
  event_class: anEventClass,
}

/** Of a detail: between whom, by ids. */
export const partyFields = {
  invoicedLegalEntity: anId.nullable().describe('Supplier company.'),
  invoicedFundLegalEntity: anId.nullable().describe('Supplier fund.'),
  settlementLegalEntity: anId.nullable().describe('Invoiced legal entity.'),
}

/** Of a detail: what is paid of it, and how. */
export const paymentFields = {
  prepaidAmount: anAmount.nullable().describe('Paid in advance.'),
  roundingAmount: anAmount.nullable().describe('Added to round what is to be paid.'),
  paymentReference: aText
    .nullable()
    .describe("The supplier's own for the payment: an RF, QR or Belgian reference, or free text."),
  correctsRef: aText.nullable().describe('The reference of the invoice that it corrects or credits.'),
  collectedBySupplier: aBoolean.describe('By direct debit: no payment run pays it.'),
  reverseCharge: aBoolean.describe('The customer owes the VAT.'),
  reverseChargeTax: anAmount.nullable().describe('The VAT that the customer owes; not part of gross.'),
}

/** Of a detail: who validated it for the client, and when. */
export const validatorFields = {
  validatingUserA: anId.nullable(),
  validatingUserB: anId.nullable(),
  validationDateA: aDay.nullable(),
  validationDateB: aDay.nullable(),
}
