import type { Decimal } from '~/platform/values/decimal'
import type { Found } from './contract'
import type { Line, ReadInvoice } from './totals'
import { currencyOf, dayOfElement, decimalOf, textOf } from './written-values'
import { firstOf, rootSpot, type Spot, spots } from './xml-path'
import type { XmlElement } from './xml-tree'

// Names of UN/CEFACT Cross Industry Invoice D16B (ZUGFeRD 2, Factur-X, XRechnung) and, behind the bar, of ZUGFeRD 1.
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
  const whole = rootSpot(root)
  const settlement = (...steps: string[]) => spots(whole, TRANSACTION, SETTLEMENT, ...steps)
  const agreement = (...steps: string[]) => spots(whole, TRANSACTION, AGREEMENT, ...steps)
  const currency = firstOf(settlement('InvoiceCurrencyCode'), currencyOf)
  const taxCurrency = firstOf(settlement('TaxCurrencyCode'), currencyOf)?.value
  const total = (name: string) => inCurrency(settlement(SUMMATION, name), currency?.value, taxCurrency)
  const profile =
    firstOf(spots(whole, CONTEXT, 'GuidelineSpecifiedDocumentContextParameter', 'ID'), textOf)?.value ?? null
  const taxes = settlement('ApplicableTradeTax').map(
    (tax) => firstOf(spots(tax, 'CalculatedAmount'), decimalOf)?.value,
  )
  return {
    typeCode: firstOf(spots(whole, DOCUMENT, 'TypeCode'), textOf)?.value ?? null,
    profile,
    fields: {
      invoiceRef: firstOf(spots(whole, DOCUMENT, 'ID'), textOf),
      invoiceDate: firstOf(
        spots(whole, DOCUMENT, 'IssueDateTime', 'DateTimeString|DateTime|Date'),
        dayOfElement,
      ),
      // Terms may offer a discount until one day and the rest until another: EN 16931 has one due date, the first.
      dueDate: firstOf(
        settlement('SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString|DateTime|Date'),
        dayOfElement,
      ),
      currency,
      netAmount: total('TaxBasisTotalAmount'),
      taxes: total('TaxTotalAmount'),
      grossAmount: total('GrandTotalAmount'),
      dueAmount: total('DuePayableAmount'),
      sellerName: firstOf(agreement('SellerTradeParty', 'Name'), textOf),
      sellerVat: vatOf(agreement('SellerTradeParty', 'SpecifiedTaxRegistration', 'ID')),
      buyerName: firstOf(agreement('BuyerTradeParty', 'Name'), textOf),
      buyerVat: vatOf(agreement('BuyerTradeParty', 'SpecifiedTaxRegistration', 'ID')),
      // The account that is paid into; a direct debit names only the one that is debited, which its source tells.
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
          : linesOf(spots(whole, TRANSACTION, 'IncludedSupplyChainTradeLineItem')),
      taxes: complete(taxes),
      centPerFigure: /extended/i.test(profile ?? ''),
    },
  }
}

/** An amount in the currency of the invoice: taxes are also told in the currency of the tax office. */
function inCurrency(
  candidates: readonly Spot[],
  currency: string | undefined,
  taxCurrency: string | undefined,
): Found<Decimal> | undefined {
  const named = ({ element }: Spot) => element.attributes.currencyID
  const own = candidates.filter((each) => named(each) === currency)
  const unnamed = candidates.filter((each) => !named(each))
  const others = candidates.filter(
    (each) => !taxCurrency || named(each) !== taxCurrency || taxCurrency === currency,
  )
  return firstOf([...own, ...unnamed, ...others], decimalOf)
}

/** VAT numbers have the scheme VA; where no scheme is named, what begins with two letters is one. */
function vatOf(registrations: readonly Spot[]): Found | undefined {
  const vat = registrations.filter(({ element }) => element.attributes.schemeID?.toUpperCase() === 'VA')
  const likely = registrations.filter(
    ({ element }) => !element.attributes.schemeID && /^[A-Z]{2}/.test(element.text),
  )
  return firstOf([...vat, ...likely], textOf)
}

function linesOf(items: readonly Spot[]): Line[] | null {
  return complete(
    items.map((item) => {
      const amount = firstOf(spots(item, LINE_SETTLEMENT, LINE_SUMMATION, 'LineTotalAmount'), decimalOf)
      const status = firstOf(spots(item, 'AssociatedDocumentLineDocument', 'LineStatusReasonCode'), textOf)
      return amount && { amount: amount.value, summary: /^(GROUP|INFORMATION)$/i.test(status?.value ?? '') }
    }),
  )
}

function complete<Value>(values: readonly (Value | undefined)[]): Value[] | null {
  const there = values.filter((value) => value !== undefined)
  return there.length > 0 && there.length === values.length ? there : null
}
