import { aDay, anId } from '~/http/calls/answers'

/** What the calls return of drafts and invoices alike (specification, section 3). */

/** Of a detail: between whom, by ids. */
export const partyFields = {
  invoicedLegalEntity: anId.nullable().describe('Supplier company.'),
  invoicedFundLegalEntity: anId.nullable().describe('Supplier fund.'),
  settlementLegalEntity: anId.nullable().describe('Invoiced legal entity.'),
}

/** Of a detail: who validated it for the client, and when. */
export const validatorFields = {
  validatingUserA: anId.nullable(),
  validatingUserB: anId.nullable(),
  validationDateA: aDay.nullable(),
  validationDateB: aDay.nullable(),
}
