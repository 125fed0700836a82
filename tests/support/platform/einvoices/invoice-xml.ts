/** E-invoices as XML, with parts for tests to change. */
export interface InvoiceParts {
  ref?: string
  type?: string
  date?: string
  due?: string
  currency?: string
  lineTotal?: string
  allowances?: string
  charges?: string
  net?: string
  /** Elements of the tax total; by default the amount in the invoice currency. */
  taxTotal?: string
  gross?: string
  prepaid?: string
  dueAmount?: string
  /** Net amounts of the lines, each with its status if any. */
  lines?: (string | [amount: string, status: string])[]
  /** Tax amounts by rate. */
  taxes?: string[]
  seller?: string
  profile?: string
  /** Payment means. */
  means?: string
}

const MEANS = `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode>
<ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE88 2008 0000 0970 3757 00</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
<ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>COBADEFFXXX</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>
</ram:SpecifiedTradeSettlementPaymentMeans>`

const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`

/** A Cross Industry Invoice (ZUGFeRD 2, Factur-X, XRechnung). */
export function ciiXml(own: InvoiceParts = {}): string {
  const parts = { ...usual(own), profile: own.profile ?? 'urn:cen.eu:en16931:2017' }
  const lines = parts.lines.map((line) => {
    const [amount, status] = typeof line === 'string' ? [line] : line
    return `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID>
${element('ram:LineStatusReasonCode', status)}</ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>Advice</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation>${element('ram:LineTotalAmount', amount)}</ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${parts.profile}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${element('ram:ID', parts.ref)}${element('ram:TypeCode', parts.type)}
<ram:IssueDateTime>${parts.date}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines.join('')}
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>${parts.seller}</ram:Name>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">22/815/0815/4</ram:ID></ram:SpecifiedTaxRegistration>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE136695976</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Our Fund</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">LU12345678</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>
</ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement>${element('ram:InvoiceCurrencyCode', parts.currency)}${parts.means ?? MEANS}
${parts.taxes.map((tax) => `<ram:ApplicableTradeTax>${element('ram:CalculatedAmount', tax)}</ram:ApplicableTradeTax>`).join('')}
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${parts.due}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation>${amounts(parts)}</ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`
}

/** The same invoice in ZUGFeRD 1. */
export function zugferd1Xml(own: InvoiceParts = {}): string {
  return ciiXml({ profile: 'urn:ferd:CrossIndustryDocument:invoice:1p0:comfort', ...own })
    .replaceAll('rsm:CrossIndustryInvoice', 'rsm:CrossIndustryDocument')
    .replaceAll('rsm:ExchangedDocumentContext', 'rsm:SpecifiedExchangedDocumentContext')
    .replaceAll('rsm:ExchangedDocument>', 'rsm:HeaderExchangedDocument>')
    .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
    .replaceAll('ApplicableHeaderTrade', 'ApplicableSupplyChainTrade')
    .replaceAll(
      'SpecifiedTradeSettlementHeaderMonetarySummation',
      'SpecifiedTradeSettlementMonetarySummation',
    )
    .replaceAll('SpecifiedTradeSettlementLineMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation')
    .replaceAll('SpecifiedLineTradeSettlement', 'SpecifiedSupplyChainTradeSettlement')
}

/** The same invoice in UBL, or a credit note. */
export function ublXml(
  kind: 'Invoice' | 'CreditNote' = 'Invoice',
  profile = 'urn:cen.eu:en16931:2017',
): string {
  return `<?xml version="1.0"?><${kind} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${kind}-2" xmlns:cac="urn:cac" xmlns:cbc="urn:cbc">
<cbc:CustomizationID>${profile}</cbc:CustomizationID><cbc:ID>U-1</cbc:ID><cbc:IssueDate>2026-01-31</cbc:IssueDate><cbc:DueDate>2026-03-02</cbc:DueDate>
<cbc:${kind}TypeCode>${kind === 'Invoice' ? '380' : '381'}</cbc:${kind}TypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Shop</cbc:Name></cac:PartyName>
<cac:PartyTaxScheme><cbc:CompanyID>12/345</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyTaxScheme><cbc:CompanyID>DE136695976</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>Bei Spiel GmbH</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Our Fund</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
<cac:PaymentMeans><cac:PayeeFinancialAccount><cbc:ID>DE88200800000970375700</cbc:ID><cac:FinancialInstitutionBranch><cbc:ID>COBADEFFXXX</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:TaxTotal><cbc:TaxAmount currencyID="GBP">64.10</cbc:TaxAmount></cac:TaxTotal>
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">75.04</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxAmount currencyID="EUR">75.04</cbc:TaxAmount></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount>496.00</cbc:LineExtensionAmount><cbc:TaxExclusiveAmount>496.00</cbc:TaxExclusiveAmount>
<cbc:TaxInclusiveAmount>571.04</cbc:TaxInclusiveAmount><cbc:PrepaidAmount>71.04</cbc:PrepaidAmount><cbc:PayableAmount>500.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
<cac:${kind}Line><cbc:LineExtensionAmount>496.00</cbc:LineExtensionAmount></cac:${kind}Line></${kind}>`
}

function usual(own: InvoiceParts) {
  return {
    ref: 'RE-1',
    type: '380',
    date: '<udt:DateTimeString format="102">20260131</udt:DateTimeString>',
    due: '<udt:DateTimeString format="102">20260302</udt:DateTimeString>',
    currency: 'EUR',
    lineTotal: '496.00',
    net: '496.00',
    taxTotal: '<ram:TaxTotalAmount currencyID="EUR">75.04</ram:TaxTotalAmount>',
    gross: '571.04',
    dueAmount: '571.04',
    lines: ['160.00', '336.00'],
    taxes: ['11.20', '63.84'],
    seller: 'Bei Spiel GmbH',
    ...own,
  }
}

function amounts(parts: ReturnType<typeof usual>): string {
  return [
    element('ram:LineTotalAmount', parts.lineTotal),
    element('ram:ChargeTotalAmount', parts.charges),
    element('ram:AllowanceTotalAmount', parts.allowances),
    element('ram:TaxBasisTotalAmount', parts.net),
    parts.taxTotal,
    element('ram:GrandTotalAmount', parts.gross),
    element('ram:TotalPrepaidAmount', parts.prepaid),
    element('ram:DuePayableAmount', parts.dueAmount),
  ].join('')
}
