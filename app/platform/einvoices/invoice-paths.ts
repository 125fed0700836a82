/** Where the two syntaxes of EN 16931 have what users read in an invoice; "|" separates names of the same meaning. */

/** Paths below the parent element, tried in order. */
export type Paths = readonly string[]

/** How a text is read. */
type Kind = 'text' | 'day' | 'amount' | 'account'

/** A label with the place of its value. */
export type Labelled = readonly [label: string, paths: Paths, kind?: Kind]

export interface Syntax {
  notes: Paths
  facts: readonly Labelled[]
  period: Record<'from' | 'to', Paths>
  parties: readonly Labelled[]
  party: Record<'name' | 'street' | 'city' | 'country' | 'vat' | 'registration' | 'contact', Paths>
  payment: readonly Labelled[]
  line: { at: string } & Record<
    | 'number'
    | 'name'
    | 'quantity'
    | 'price'
    | 'per'
    | 'rate'
    | 'amount'
    | 'description'
    | 'note'
    | 'from'
    | 'to',
    Paths
  >
  charge: { at: Paths } & Record<'isCharge' | 'reason' | 'amount', Paths>
  tax: { at: string } & Record<'category' | 'rate' | 'basis' | 'amount' | 'reason', Paths>
  /** Amounts that lead to the net amount, and amounts from the gross amount to the amount due. */
  totals: Record<'before' | 'after', readonly Labelled[]>
}

export const UBL_PATHS: Syntax = {
  notes: ['Note'],
  facts: [
    ['Invoice date', ['IssueDate'], 'day'],
    ['Due date', ['DueDate', 'PaymentMeans/PaymentDueDate'], 'day'],
    ['Buyer reference', ['BuyerReference']],
    ['Order', ['OrderReference/ID']],
    ['Contract', ['ContractDocumentReference/ID']],
    ['Project', ['ProjectReference/ID']],
    ['Invoice corrected', ['BillingReference/InvoiceDocumentReference/ID']],
    ['Delivered', ['Delivery/ActualDeliveryDate'], 'day'],
  ],
  period: { from: ['InvoicePeriod/StartDate'], to: ['InvoicePeriod/EndDate'] },
  parties: [
    ['Seller', ['AccountingSupplierParty/Party']],
    ['Buyer', ['AccountingCustomerParty/Party']],
    ['Payee', ['PayeeParty']],
  ],
  party: {
    name: ['PartyLegalEntity/RegistrationName', 'PartyName/Name'],
    street: [
      'PostalAddress/StreetName',
      'PostalAddress/BuildingNumber',
      'PostalAddress/AdditionalStreetName',
      'PostalAddress/AddressLine/Line',
    ],
    city: ['PostalAddress/PostalZone', 'PostalAddress/CityName'],
    country: ['PostalAddress/CountrySubentity', 'PostalAddress/Country/IdentificationCode'],
    vat: ['PartyTaxScheme/CompanyID'],
    registration: ['PartyLegalEntity/CompanyID'],
    contact: ['Contact/Name', 'Contact/Telephone', 'Contact/ElectronicMail'],
  },
  payment: [
    ['Account', ['PaymentMeans/PayeeFinancialAccount/ID'], 'account'],
    ['BIC', ['PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID']],
    ['Account holder', ['PaymentMeans/PayeeFinancialAccount/Name']],
    ['Reference', ['PaymentMeans/PaymentID']],
    ['Direct debit of', ['PaymentMeans/PaymentMandate/PayerFinancialAccount/ID'], 'account'],
    ['Mandate', ['PaymentMeans/PaymentMandate/ID']],
    ['Terms', ['PaymentTerms/Note']],
  ],
  line: {
    at: 'InvoiceLine|CreditNoteLine',
    number: ['ID'],
    name: ['Item/Name'],
    quantity: ['InvoicedQuantity|CreditedQuantity'],
    price: ['Price/PriceAmount'],
    per: ['Price/BaseQuantity'],
    rate: ['Item/ClassifiedTaxCategory/Percent'],
    amount: ['LineExtensionAmount'],
    description: ['Item/Description'],
    note: ['Note'],
    from: ['InvoicePeriod/StartDate'],
    to: ['InvoicePeriod/EndDate'],
  },
  charge: {
    at: ['AllowanceCharge'],
    isCharge: ['ChargeIndicator'],
    reason: ['AllowanceChargeReason'],
    amount: ['Amount'],
  },
  tax: {
    at: 'TaxTotal/TaxSubtotal',
    category: ['TaxCategory/ID'],
    rate: ['TaxCategory/Percent'],
    basis: ['TaxableAmount'],
    amount: ['TaxAmount'],
    reason: ['TaxCategory/TaxExemptionReason'],
  },
  totals: {
    before: [
      ['Total of the lines', ['LegalMonetaryTotal/LineExtensionAmount']],
      ['Allowances', ['LegalMonetaryTotal/AllowanceTotalAmount']],
      ['Charges', ['LegalMonetaryTotal/ChargeTotalAmount']],
    ],
    after: [
      ['Prepaid', ['LegalMonetaryTotal/PrepaidAmount']],
      ['Rounding', ['LegalMonetaryTotal/PayableRoundingAmount']],
    ],
  },
}

const DEAL = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const AGREEMENT = `${DEAL}/ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement`
const DELIVERY = `${DEAL}/ApplicableHeaderTradeDelivery|ApplicableSupplyChainTradeDelivery`
const SETTLEMENT = `${DEAL}/ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement`
const SUMS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation`
const MEANS = `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans`
const LINE_SETTLEMENT = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const LINE_PRICE =
  'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement/NetPriceProductTradePrice|GrossPriceProductTradePrice'

export const CII_PATHS: Syntax = {
  notes: ['ExchangedDocument|HeaderExchangedDocument/IncludedNote/Content'],
  facts: [
    ['Invoice date', ['ExchangedDocument|HeaderExchangedDocument/IssueDateTime'], 'day'],
    ['Due date', [`${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime`], 'day'],
    ['Buyer reference', [`${AGREEMENT}/BuyerReference`]],
    ['Order', [`${AGREEMENT}/BuyerOrderReferencedDocument/IssuerAssignedID|ID`]],
    ['Contract', [`${AGREEMENT}/ContractReferencedDocument/IssuerAssignedID|ID`]],
    ['Project', [`${AGREEMENT}/SpecifiedProcuringProject/ID`]],
    ['Invoice corrected', [`${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID|ID`]],
    ['Delivered', [`${DELIVERY}/ActualDeliverySupplyChainEvent/OccurrenceDateTime`], 'day'],
  ],
  period: {
    from: [`${SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime`],
    to: [`${SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime`],
  },
  parties: [
    ['Seller', [`${AGREEMENT}/SellerTradeParty`]],
    ['Buyer', [`${AGREEMENT}/BuyerTradeParty`]],
    ['Payee', [`${SETTLEMENT}/PayeeTradeParty`]],
  ],
  party: {
    name: ['Name'],
    street: ['PostalTradeAddress/LineOne', 'PostalTradeAddress/LineTwo', 'PostalTradeAddress/LineThree'],
    city: ['PostalTradeAddress/PostcodeCode', 'PostalTradeAddress/CityName'],
    country: ['PostalTradeAddress/CountrySubDivisionName', 'PostalTradeAddress/CountryID'],
    vat: ['SpecifiedTaxRegistration/ID'],
    registration: ['SpecifiedLegalOrganization/ID'],
    contact: [
      'DefinedTradeContact/PersonName',
      'DefinedTradeContact/DepartmentName',
      'DefinedTradeContact/TelephoneUniversalCommunication/CompleteNumber',
      'DefinedTradeContact/EmailURIUniversalCommunication/URIID|CompleteNumber',
    ],
  },
  payment: [
    ['Account', [`${MEANS}/PayeePartyCreditorFinancialAccount/IBANID|ProprietaryID`], 'account'],
    ['BIC', [`${MEANS}/PayeeSpecifiedCreditorFinancialInstitution/BICID`]],
    ['Account holder', [`${MEANS}/PayeePartyCreditorFinancialAccount/AccountName`]],
    ['Reference', [`${SETTLEMENT}/PaymentReference`]],
    ['Direct debit of', [`${MEANS}/PayerPartyDebtorFinancialAccount/IBANID`], 'account'],
    ['Mandate', [`${SETTLEMENT}/SpecifiedTradePaymentTerms/DirectDebitMandateID`]],
    ['Terms', [`${SETTLEMENT}/SpecifiedTradePaymentTerms/Description`]],
  ],
  line: {
    at: `${DEAL}/IncludedSupplyChainTradeLineItem`,
    number: ['AssociatedDocumentLineDocument/LineID'],
    name: ['SpecifiedTradeProduct/Name'],
    quantity: ['SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/BilledQuantity'],
    price: [`${LINE_PRICE}/ChargeAmount`],
    per: [`${LINE_PRICE}/BasisQuantity`],
    rate: [`${LINE_SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent|ApplicablePercent`],
    amount: [
      `${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount`,
    ],
    description: ['SpecifiedTradeProduct/Description'],
    note: ['AssociatedDocumentLineDocument/IncludedNote/Content'],
    from: [`${LINE_SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime`],
    to: [`${LINE_SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime`],
  },
  charge: {
    at: [`${SETTLEMENT}/SpecifiedTradeAllowanceCharge`, `${SETTLEMENT}/SpecifiedLogisticsServiceCharge`],
    isCharge: ['ChargeIndicator/Indicator'],
    reason: ['Reason', 'Description'],
    amount: ['ActualAmount', 'AppliedAmount'],
  },
  tax: {
    at: `${SETTLEMENT}/ApplicableTradeTax`,
    category: ['CategoryCode'],
    rate: ['RateApplicablePercent|ApplicablePercent'],
    basis: ['BasisAmount'],
    amount: ['CalculatedAmount'],
    reason: ['ExemptionReason'],
  },
  totals: {
    before: [
      ['Total of the lines', [`${SUMS}/LineTotalAmount`]],
      ['Allowances', [`${SUMS}/AllowanceTotalAmount`]],
      ['Charges', [`${SUMS}/ChargeTotalAmount`]],
    ],
    after: [
      ['Prepaid', [`${SUMS}/TotalPrepaidAmount`]],
      ['Rounding', [`${SUMS}/RoundingAmount`]],
    ],
  },
}
