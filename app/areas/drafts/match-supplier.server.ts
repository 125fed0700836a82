import type { Read } from 'db/database'
import type { Day } from '~/platform/values/day'
import { matchEntity } from './match-entity.server'

export interface Seller {
  sellerName: string | null | undefined
  sellerVat: string | null | undefined
  /** The day on which the supplier must still be alive; without it, one with a dead date is not matched. */
  day?: Day
}

export interface MatchedSupplier {
  legalEntityId: number
  isSupplierFund: boolean
  by: 'VAT number' | 'name'
}

/**
 * The supplier, or supplier fund, that the seller of an e-invoice is: the one with its VAT number, else the one with its
 * name, without regard to case, accents, punctuation and legal form. Null when none, or more than one, is meant.
 */
export async function matchSupplier(read: Read, seller: Seller): Promise<MatchedSupplier | null> {
  const { sellerName, sellerVat, day } = seller
  const named = { name: sellerName, vat: sellerVat, day }
  const found = await matchEntity(read, ['SUPPLIER', 'SUPPLIER FUND'], named)
  if (!found) return null
  const { id, kind, by } = found
  return { legalEntityId: id, isSupplierFund: kind === 'SUPPLIER FUND', by }
}
