import type { EInvoice, Found } from '~/platform/einvoices/contract'
import { isTooLarge } from '~/platform/values/amount'
import { isNearDay } from '~/platform/values/day'
import { Big, type Decimal } from '~/platform/values/decimal'
import { showDay } from '~/platform/values/show'
import type { DraftFields } from './draft'
import { LONGEST_REFERENCE } from './draft-limits'

/** What an e-invoice fills in of a draft, and what it says that was not taken over, a sentence each. */
export interface Filled {
  fields: Partial<DraftFields>
  notes: string[]
}

/**
 * The fields that an e-invoice fills in. What would be refused in the form stays empty, and a note says so; of gross and
 * taxes, one that it leaves out follows from the other and its net.
 * @param currencies codes that may be chosen
 */
export function fieldsOfEInvoice(
  { fields: found, typeCode, fault }: EInvoice,
  currencies: readonly string[],
): Filled {
  const notes: string[] = []
  const kept = <Value>(
    of: Found<Value> | undefined,
    what: string,
    faultOf: (value: Value) => string | null,
  ) => {
    if (!of) return null
    const why = faultOf(of.value)
    if (why !== null)
      notes.push(`The e-invoice's ${what} "${String(of.value).slice(0, 80)}" ${why}: it was left empty.`)
    return why === null ? of.value : null
  }
  const amount = (of: Found<Decimal> | undefined, what: string) => twoDecimals(kept(of, what, amountFault))
  const near = (day: string) => (isNearDay(day) ? null : 'is no date from 1990 to 2100')

  const invoiceDate = kept(found.invoiceDate, 'invoice date', near)
  const dueDate = kept(found.dueDate, 'due date', (day) =>
    invoiceDate !== null && day < invoiceDate
      ? `lies before the invoice date ${showDay(invoiceDate)}`
      : near(day),
  )
  const invoiceRef = kept(found.invoiceRef, 'reference', (text) =>
    text.trim().length > LONGEST_REFERENCE ? `is longer than ${LONGEST_REFERENCE} characters` : null,
  )
  const currency = kept(found.currency, 'currency', (code) =>
    currencies.includes(code) ? null : 'is not in the list of currencies',
  )
  const net = amount(found.netAmount, 'net amount')
  const told = { gross: amount(found.grossAmount, 'gross amount'), taxes: amount(found.taxes, 'taxes') }
  const taxes =
    told.taxes ?? (told.gross !== null && net !== null ? new Big(told.gross).minus(net).toFixed(2) : null)
  const grossAmount =
    told.gross ?? (net !== null && told.taxes !== null ? new Big(net).plus(told.taxes).toFixed(2) : null)

  if (typeCode === '381')
    notes.push('The e-invoice is a credit note: its amounts were taken over as written. Check their signs.')
  if (fault !== null) notes.push(fault)
  return {
    fields: { invoiceRef: invoiceRef?.trim() || null, invoiceDate, dueDate, currency, grossAmount, taxes },
    notes,
  }
}

function amountFault(value: Decimal): string | null {
  const amount = new Big(value)
  if (isTooLarge(amount)) return 'has more digits than an amount may have'
  return amount.round(2, 0).eq(amount) ? null : 'has more than two decimals'
}

const twoDecimals = (value: Decimal | null) => (value === null ? null : new Big(value).toFixed(2))
