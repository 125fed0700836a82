import type { Read } from 'db/doors'
import type { EInvoice } from '~/domain/einvoices/contract'
import { currencies } from '~/domain/lookups/currencies.server'
import type { Day } from '~/domain/values/day'
import { type Filled, fieldsOfEInvoice } from './fields-of-einvoice'

/** What an e-invoice fills in of a draft that was received on a day, its supplier included where it is known. */
export async function fillFromEInvoice(read: Read, eInvoice: EInvoice, _received: Day): Promise<Filled> {
  const codes = (await currencies(read)).map(({ code }) => code)
  return fieldsOfEInvoice(eInvoice, codes)
}
