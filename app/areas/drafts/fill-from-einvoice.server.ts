import type { Read } from 'db/database'
import { ENTITY_KINDS } from '~/areas/reference-data/choices.server'
import { currencies } from '~/areas/reference-data/currencies.server'
import type { EInvoice } from '~/platform/einvoices/contract'
import type { Day } from '~/platform/values/day'
import { type Filled, fieldsOfEInvoice } from './fields-of-einvoice'
import { matchEntity } from './match-entity.server'
import { matchSupplier } from './match-supplier.server'

/** What an e-invoice fills in of a draft that was received on a day: its supplier and its buyer where they are known. */
export async function fillFromEInvoice(read: Read, eInvoice: EInvoice, received: Day): Promise<Filled> {
  const { sellerName, sellerVat, buyerName, buyerVat } = eInvoice.fields
  const buyer = { name: buyerName?.value, vat: buyerVat?.value, day: received }
  const [money, supplier, client] = await Promise.all([
    currencies(read),
    matchSupplier(read, { sellerName: sellerName?.value, sellerVat: sellerVat?.value, day: received }),
    matchEntity(read, ENTITY_KINDS, buyer),
  ])
  const { fields, notes } = fieldsOfEInvoice(
    eInvoice,
    money.map(({ code }) => code),
  )
  const seller = sellerName?.value ?? sellerVat?.value
  if (!supplier && seller)
    notes.push(
      `The supplier "${seller.slice(0, 80)}" of the e-invoice is not in the list. Choose it by hand.`,
    )
  return {
    fields: {
      ...fields,
      ...(supplier ? supplierFields(supplier) : {}),
      settlementLegalEntity: client?.id ?? null,
    },
    notes,
  }
}

const supplierFields = ({
  legalEntityId,
  isSupplierFund,
}: {
  legalEntityId: number
  isSupplierFund: boolean
}) => ({
  isSupplierFund,
  invoicedLegalEntity: isSupplierFund ? null : legalEntityId,
  invoicedFundLegalEntity: isSupplierFund ? legalEntityId : null,
})
