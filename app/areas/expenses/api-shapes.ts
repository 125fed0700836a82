import { aBoolean, aDay, anAmount, anId, aText } from '~/http/calls/answers'

/** What the calls return of drafts and invoices alike (specification, section 3). */

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
