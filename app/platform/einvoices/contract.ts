import type { Day } from '~/platform/values/day'
import type { Decimal } from '~/platform/values/decimal'

/** A value of an e-invoice and where in its XML it stands. */
export interface Found<Value = string> {
  value: Value
  /** For people: the elements from the outside in, such as "ExchangedDocument › ID". */
  source: string
}

/** What is read of an e-invoice; a field that is not there, or cannot be understood, is missing. */
export interface EInvoiceFields {
  invoiceRef?: Found
  invoiceDate?: Found<Day>
  dueDate?: Found<Day>
  /** Three capital letters. */
  currency?: Found
  netAmount?: Found<Decimal>
  taxes?: Found<Decimal>
  grossAmount?: Found<Decimal>
  /** What is still to be paid: gross less prepayments. */
  dueAmount?: Found<Decimal>
  sellerName?: Found
  sellerVat?: Found
  buyerName?: Found
  buyerVat?: Found
  /**
   * As written, blanks included. The account that is paid into; where a direct debit names none, the account that is
   * debited: its source then says PayerPartyDebtorFinancialAccount.
   */
  iban?: Found
  bic?: Found
}

/** An invoice as XML tells it: that inside its PDF, or XML that came alone. */
export interface EInvoice {
  /** "Factur-X", "ZUGFeRD 1", "ZUGFeRD 2", "XRechnung", "CII" or "UBL". */
  format: string
  /** Identifier of the profile (guideline), as it writes it. */
  profile: string | null
  /** Name of the XML file. */
  fileName: string
  /** UNTDID 1001: "380" an invoice, "381" a credit note. */
  typeCode: string | null
  fields: EInvoiceFields
  /** What does not add up, in a sentence for the accountant; null when everything does. */
  fault: string | null
}
