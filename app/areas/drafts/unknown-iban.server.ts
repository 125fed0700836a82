import type { Read } from 'db/database'
import { bankAccount } from 'db/schema/bank-accounts'
import { eq } from 'drizzle-orm'
import type { Draft } from '~/areas/expenses/expense'
import { namedBank, unknownIban } from './named-account'
import { eInvoiceOf } from './upload/einvoice.server'

type OfDraft = Pick<Draft, 'id' | 'isSupplierFund' | 'invoicedFundLegalEntity' | 'invoicedLegalEntity'>

/** The account that the e-invoice of a draft asks to be paid to, and that its supplier does not have; null for none. */
export async function unknownIbanOf(read: Read, draft: OfDraft): Promise<string | null> {
  const supplierId = draft.isSupplierFund ? draft.invoicedFundLegalEntity : draft.invoicedLegalEntity
  const eInvoice = supplierId === null ? null : await eInvoiceOf(read, draft.id)
  const named = eInvoice && namedBank(eInvoice.fields)
  if (!named || supplierId === null) return null
  const accounts = await read
    .select({ iban: bankAccount.iban })
    .from(bankAccount)
    .where(eq(bankAccount.legalEntityId, supplierId))
  return unknownIban(named, accounts)
}
