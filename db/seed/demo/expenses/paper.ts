import type { SupplierInvoice } from '../../expenses/supplier-invoice'
import { ACCOUNTS } from './parties'
import type { Deed } from './story'

/** A supplier's invoice, with the account that the supplier is paid on. */
export function paper(given: Omit<SupplierInvoice, 'iban' | 'bic'>): SupplierInvoice {
  const account = ACCOUNTS.get(given.seller)
  if (!account) throw new Error(`${given.seller.name} has no account`)
  return { ...given, ...account }
}

export const send = (at: string, who = 'finance1'): Deed => ({ at, who, step: 'send to check' })
export const approve = (at: string, who = 'teamleader1'): Deed => ({ at, who, step: 'approve' })
