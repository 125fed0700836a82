import type { ReadInvoice } from './totals'
import { currencyOf, dayOfElement, decimalOf, textOf } from './written-values'
import { firstOf, rootSpot, type Spot, spots } from './xml-path'
import type { XmlElement } from './xml-tree'

/** Reads an invoice or credit note in the syntax of UBL 2.1. */
export function readUbl(root: XmlElement): ReadInvoice {
  const at = (...steps: string[]) => spots(rootSpot(root), ...steps)
  const seller = partyOf(at('AccountingSupplierParty', 'Party'))
  const buyer = partyOf(at('AccountingCustomerParty', 'Party'))
  const currency = firstOf(at('DocumentCurrencyCode'), currencyOf)
  // A second tax total tells the taxes in the currency of the tax office.
  const taxTotals = at('TaxTotal')
  const own = taxTotals.filter((each) => {
    const named = spots(each, 'TaxAmount')[0]?.element.attributes.currencyID
    return taxTotals.length === 1 || !named || named === currency?.value
  })
  const monetary = (name: string) => firstOf(at('LegalMonetaryTotal', name), decimalOf)
  const taxes = own
    .flatMap((each) => spots(each, 'TaxSubtotal', 'TaxAmount'))
    .map(({ element }) => decimalOf(element))
  const lines = at('InvoiceLine|CreditNoteLine').map((line) =>
    firstOf(spots(line, 'LineExtensionAmount'), decimalOf),
  )
  return {
    typeCode: firstOf(at('InvoiceTypeCode|CreditNoteTypeCode'), textOf)?.value ?? null,
    profile: firstOf(at('CustomizationID'), textOf)?.value ?? null,
    fields: {
      invoiceRef: firstOf(at('ID'), textOf),
      invoiceDate: firstOf(at('IssueDate'), dayOfElement),
      dueDate: firstOf(
        [...at('DueDate'), ...at('PaymentMeans', 'PaymentDueDate'), ...at('PaymentTerms', 'PaymentDueDate')],
        dayOfElement,
      ),
      currency,
      netAmount: monetary('TaxExclusiveAmount'),
      taxes: firstOf(
        own.flatMap((each) => spots(each, 'TaxAmount')),
        decimalOf,
      ),
      grossAmount: monetary('TaxInclusiveAmount'),
      dueAmount: monetary('PayableAmount'),
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

function partyOf(parties: readonly Spot[]) {
  const at = (...steps: string[]) => parties.flatMap((party) => spots(party, ...steps))
  const vatSchemes = at('PartyTaxScheme').filter((scheme) =>
    spots(scheme, 'TaxScheme', 'ID').some(({ element }) => element.text.toUpperCase() === 'VAT'),
  )
  return {
    name: firstOf([...at('PartyLegalEntity', 'RegistrationName'), ...at('PartyName', 'Name')], textOf),
    vat: firstOf(
      vatSchemes.flatMap((scheme) => spots(scheme, 'CompanyID')),
      textOf,
    ),
  }
}
