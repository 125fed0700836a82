import type { Day } from '~/platform/values/day'
import { type Party, type SupplierInvoice, totalsOf } from './supplier-invoice'

const GUIDELINE = 'urn:factur-x.eu:1p0:basicwl'

/** The invoice in the XML of Factur-X 1.0, profile BASIC WL (UN/CEFACT Cross Industry Invoice D16B). */
export function facturX(invoice: SupplierInvoice): string {
  const { seller, buyer, ref, date, due, currency, taxRate, iban, bic } = invoice
  const { net, taxes, gross } = totalsOf(invoice)
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${GUIDELINE}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>${text(ref)}</ram:ID>
    <ram:TypeCode>${net.startsWith('-') ? '381' : '380'}</ram:TypeCode>
    <ram:IssueDateTime>${dayText(date)}</ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement>
      ${partyText('SellerTradeParty', seller)}
      ${partyText('BuyerTradeParty', buyer)}
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:TypeCode>58</ram:TypeCode>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${text(iban)}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
        <ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>${text(bic)}</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>${taxes}</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>${net}</ram:BasisAmount>
        <ram:CategoryCode>${taxRate === '0' ? 'Z' : 'S'}</ram:CategoryCode>
        <ram:RateApplicablePercent>${taxRate}</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${dayText(due)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>${net}</ram:LineTotalAmount>
        <ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${currency}">${taxes}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${gross}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`
}

function partyText(element: string, { name, street, city, country, vatNumber }: Party): string {
  const tax =
    vatNumber === null
      ? ''
      : `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${text(vatNumber)}</ram:ID></ram:SpecifiedTaxRegistration>`
  return `<ram:${element}><ram:Name>${text(name)}</ram:Name><ram:PostalTradeAddress><ram:LineOne>${text(street)}</ram:LineOne><ram:CityName>${text(city)}</ram:CityName><ram:CountryID>${country}</ram:CountryID></ram:PostalTradeAddress>${tax}</ram:${element}>`
}

function dayText(day: Day): string {
  return `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`
}

/** A value as the text of an element. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
