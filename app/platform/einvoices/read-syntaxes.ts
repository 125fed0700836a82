import { type Decimal, plain, sum } from '~/platform/values/decimal'
import { ciiDiscount, ublDiscount } from './discount'
import { type Found, isDirectDebitCode, type Line, type ReadInvoice } from './einvoice'
import {
  currencyOf,
  dayOfElement,
  decimalOf,
  elementsAt,
  firstOf,
  rootNode,
  textOf,
  type XmlElement,
  type XmlNode,
} from './xml-tree'

// Names of UN/CEFACT Cross Industry Invoice D16B (ZUGFeRD 2, Factur-X, XRechnung) and, after the bar, of ZUGFeRD 1.
const CONTEXT = 'ExchangedDocumentContext|SpecifiedExchangedDocumentContext'
const DOCUMENT = 'ExchangedDocument|HeaderExchangedDocument'
const TRANSACTION = 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction'
const AGREEMENT = 'ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement'
const SETTLEMENT = 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement'
const SUMMATION = 'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const LINE_SETTLEMENT = 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement'
const LINE_SUMMATION =
  'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation'
const MEANS = 'SpecifiedTradeSettlementPaymentMeans'

/** Reads an invoice in the syntax of UN/CEFACT (CII), ZUGFeRD 1 included. */
export function readCii(root: XmlElement): ReadInvoice {
  const whole = rootNode(root)
  const settlement = (...steps: string[]) => elementsAt(whole, TRANSACTION, SETTLEMENT, ...steps)
  const agreement = (...steps: string[]) => elementsAt(whole, TRANSACTION, AGREEMENT, ...steps)
  const currency = firstOf(settlement('InvoiceCurrencyCode'), currencyOf)
  const taxCurrency = firstOf(settlement('TaxCurrencyCode'), currencyOf)?.value
  const total = (name: string) => inCurrency(settlement(SUMMATION, name), currency?.value, taxCurrency)
  const profile =
    firstOf(elementsAt(whole, CONTEXT, 'GuidelineSpecifiedDocumentContextParameter', 'ID'), textOf)?.value ??
    null
  const taxes = settlement('ApplicableTradeTax').map(
    (tax) => firstOf(elementsAt(tax, 'CalculatedAmount'), decimalOf)?.value,
  )
  const invoiceDate = firstOf(
    elementsAt(whole, DOCUMENT, 'IssueDateTime', 'DateTimeString|DateTime|Date'),
    dayOfElement,
  )
  return {
    typeCode: firstOf(elementsAt(whole, DOCUMENT, 'TypeCode'), textOf)?.value ?? null,
    isCreditNote: false,
    profile,
    fields: {
      invoiceRef: firstOf(elementsAt(whole, DOCUMENT, 'ID'), textOf),
      invoiceDate,
      // With a discount there may be several due dates: EN 16931 has one, the first.
      dueDate: firstOf(
        settlement('SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString|DateTime|Date'),
        dayOfElement,
      ),
      currency,
      netAmount: total('TaxBasisTotalAmount'),
      taxes: total('TaxTotalAmount'),
      grossAmount: total('GrandTotalAmount'),
      prepaidAmount: total('TotalPrepaidAmount'),
      roundingAmount: total('RoundingAmount'),
      dueAmount: total('DuePayableAmount'),
      reverseChargeBase: reverseCharged(settlement('ApplicableTradeTax'), ['CategoryCode'], ['BasisAmount']),
      paymentMeans: meansOf(settlement(MEANS, 'TypeCode')),
      paymentReference: firstOf(settlement('PaymentReference'), textOf),
      precedingRef: firstOf(settlement('InvoiceReferencedDocument', 'IssuerAssignedID|ID'), textOf),
      ...ciiDiscount(settlement('SpecifiedTradePaymentTerms'), invoiceDate?.value),
      sellerName: firstOf(agreement('SellerTradeParty', 'Name'), textOf),
      sellerVat: vatOf(agreement('SellerTradeParty', 'SpecifiedTaxRegistration', 'ID')),
      buyerName: firstOf(agreement('BuyerTradeParty', 'Name'), textOf),
      buyerVat: vatOf(agreement('BuyerTradeParty', 'SpecifiedTaxRegistration', 'ID')),
      // The account to be credited; a direct debit names only the account to be debited, which its source shows.
      iban: firstOf(
        [
          ...settlement(MEANS, 'PayeePartyCreditorFinancialAccount', 'IBANID'),
          ...settlement(MEANS, 'PayerPartyDebtorFinancialAccount', 'IBANID'),
        ],
        textOf,
      ),
      bic: firstOf(settlement(MEANS, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'), textOf),
    },
    totals: {
      lineTotal: total('LineTotalAmount')?.value ?? null,
      allowances: total('AllowanceTotalAmount')?.value ?? '0',
      charges: total('ChargeTotalAmount')?.value ?? '0',
      // ZUGFeRD 1 does not say whether the amounts of lines are net, and programs write both.
      lines:
        root.name === 'CrossIndustryDocument'
          ? null
          : linesOf(elementsAt(whole, TRANSACTION, 'IncludedSupplyChainTradeLineItem')),
      taxes: complete(taxes),
      centPerFigure: /extended/i.test(profile ?? ''),
    },
  }
}

/** A direct debit among the codes of several means, as what is collected must not be paid as well; else the first. */
function meansOf(codes: readonly XmlNode[]): Found | undefined {
  const directDebit = firstOf(codes, (element) => {
    const code = textOf(element)
    return code !== null && isDirectDebitCode(code) ? code : null
  })
  return directDebit ?? firstOf(codes, textOf)
}

/** The sum of the taxed amounts of the category reverse charge; undefined where there is none. */
function reverseCharged(
  taxes: readonly XmlNode[],
  category: readonly string[],
  basis: readonly string[],
): Found<Decimal> | undefined {
  const amounts = taxes
    .filter((tax) => firstOf(elementsAt(tax, ...category), textOf)?.value === 'AE')
    .flatMap((tax) => firstOf(elementsAt(tax, ...basis), decimalOf) ?? [])
  const [first] = amounts
  return first && { value: plain(sum(amounts.map(({ value }) => value))), source: first.source }
}

/** An amount in the invoice's currency: taxes may also be given in the tax office's currency. */
function inCurrency(
  candidates: readonly XmlNode[],
  currency: string | undefined,
  taxCurrency: string | undefined,
): Found<Decimal> | undefined {
  const named = ({ element }: XmlNode) => element.attributes.currencyID
  const own = candidates.filter((each) => named(each) === currency)
  const unnamed = candidates.filter((each) => !named(each))
  const others = candidates.filter(
    (each) => !taxCurrency || named(each) !== taxCurrency || taxCurrency === currency,
  )
  return firstOf([...own, ...unnamed, ...others], decimalOf)
}

/** VAT numbers have the scheme VA; where no scheme is given, a number that begins with two letters counts as one. */
function vatOf(registrations: readonly XmlNode[]): Found | undefined {
  const vat = registrations.filter(({ element }) => element.attributes.schemeID?.toUpperCase() === 'VA')
  const likely = registrations.filter(
    ({ element }) => !element.attributes.schemeID && /^[A-Z]{2}/.test(element.text),
  )
  return firstOf([...vat, ...likely], textOf)
}

function linesOf(items: readonly XmlNode[]): Line[] | null {
  return complete(
    items.map((item) => {
      const amount = firstOf(elementsAt(item, LINE_SETTLEMENT, LINE_SUMMATION, 'LineTotalAmount'), decimalOf)
      const status = firstOf(
        elementsAt(item, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode'),
        textOf,
      )
      return amount && { amount: amount.value, summary: /^(GROUP|INFORMATION)$/i.test(status?.value ?? '') }
    }),
  )
}

function complete<Value>(values: readonly (Value | undefined)[]): Value[] | null {
  const there = values.filter((value) => value !== undefined)
  return there.length > 0 && there.length === values.length ? there : null
}

/** Reads an invoice or credit note in the syntax of UBL 2.1. */
export function readUbl(root: XmlElement): ReadInvoice {
  const at = (...steps: string[]) => elementsAt(rootNode(root), ...steps)
  const seller = partyOf(at('AccountingSupplierParty', 'Party'))
  const buyer = partyOf(at('AccountingCustomerParty', 'Party'))
  const currency = firstOf(at('DocumentCurrencyCode'), currencyOf)
  const invoiceDate = firstOf(at('IssueDate'), dayOfElement)
  // A second tax total gives the taxes in the tax office's currency.
  const taxTotals = at('TaxTotal')
  const own = taxTotals.filter((each) => {
    const named = elementsAt(each, 'TaxAmount')[0]?.element.attributes.currencyID
    return taxTotals.length === 1 || !named || named === currency?.value
  })
  const monetary = (name: string) => firstOf(at('LegalMonetaryTotal', name), decimalOf)
  const taxes = own
    .flatMap((each) => elementsAt(each, 'TaxSubtotal', 'TaxAmount'))
    .map(({ element }) => decimalOf(element))
  const lines = at('InvoiceLine|CreditNoteLine').map((line) =>
    firstOf(elementsAt(line, 'LineExtensionAmount'), decimalOf),
  )
  return {
    typeCode: firstOf(at('InvoiceTypeCode|CreditNoteTypeCode'), textOf)?.value ?? null,
    isCreditNote: root.name === 'CreditNote',
    profile: firstOf(at('CustomizationID'), textOf)?.value ?? null,
    fields: {
      invoiceRef: firstOf(at('ID'), textOf),
      invoiceDate,
      dueDate: firstOf(
        [...at('DueDate'), ...at('PaymentMeans', 'PaymentDueDate'), ...at('PaymentTerms', 'PaymentDueDate')],
        dayOfElement,
      ),
      currency,
      netAmount: monetary('TaxExclusiveAmount'),
      taxes: firstOf(
        own.flatMap((each) => elementsAt(each, 'TaxAmount')),
        decimalOf,
      ),
      grossAmount: monetary('TaxInclusiveAmount'),
      prepaidAmount: monetary('PrepaidAmount'),
      roundingAmount: monetary('PayableRoundingAmount'),
      dueAmount: monetary('PayableAmount'),
      reverseChargeBase: reverseCharged(
        own.flatMap((each) => elementsAt(each, 'TaxSubtotal')),
        ['TaxCategory', 'ID'],
        ['TaxableAmount'],
      ),
      paymentMeans: meansOf(at('PaymentMeans', 'PaymentMeansCode')),
      paymentReference: firstOf(at('PaymentMeans', 'PaymentID'), textOf),
      precedingRef: firstOf(at('BillingReference', 'InvoiceDocumentReference', 'ID'), textOf),
      ...ublDiscount(at('PaymentTerms'), invoiceDate?.value),
      sellerName: seller.name,
      sellerVat: seller.vat,
      buyerName: buyer.name,
      buyerVat: buyer.vat,
      iban: firstOf(at('PaymentMeans', 'PayeeFinancialAccount', 'ID'), textOf),
      bic: firstOf(at('PaymentMeans', 'PayeeFinancialAccount', 'FinancialInstitutionBranch', 'ID'), textOf),
    },
    totals: {
      lineTotal: monetary('LineExtensionAmount')?.value ?? null,
      allowances: monetary('AllowanceTotalAmount')?.value ?? '0',
      charges: monetary('ChargeTotalAmount')?.value ?? '0',
      lines:
        lines.length > 0 && lines.every((amount) => amount !== undefined)
          ? lines.map((amount) => ({ amount: amount?.value ?? '0', summary: false }))
          : null,
      taxes:
        taxes.length > 0 && taxes.every((tax) => tax !== null) ? taxes.filter((tax) => tax !== null) : null,
      centPerFigure: false,
    },
  }
}

function partyOf(parties: readonly XmlNode[]) {
  const at = (...steps: string[]) => parties.flatMap((party) => elementsAt(party, ...steps))
  const vatSchemes = at('PartyTaxScheme').filter((scheme) =>
    elementsAt(scheme, 'TaxScheme', 'ID').some(({ element }) => element.text.toUpperCase() === 'VAT'),
  )
  return {
    name: firstOf([...at('PartyLegalEntity', 'RegistrationName'), ...at('PartyName', 'Name')], textOf),
    vat: firstOf(
      vatSchemes.flatMap((scheme) => elementsAt(scheme, 'CompanyID')),
      textOf,
    ),
  }
}
