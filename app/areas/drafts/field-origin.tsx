import type { ReactNode } from 'react'
import type { EInvoiceFields, Found } from '~/platform/einvoices/contract'
import { Big } from '~/platform/values/decimal'
import { showAmount, showDay } from '~/platform/values/show'
import type { Draft } from './draft'
import type { DraftField } from './draft-labels'

type Read = keyof EInvoiceFields

/** Which of its values an e-invoice fills a field with. */
const FILLED_BY: Partial<Record<DraftField, readonly Read[]>> = {
  invoicedLegalEntity: ['sellerName', 'sellerVat'],
  invoicedFundLegalEntity: ['sellerName', 'sellerVat'],
  settlementLegalEntity: ['buyerName', 'buyerVat'],
  invoiceRef: ['invoiceRef'],
  invoiceDate: ['invoiceDate'],
  dueDate: ['dueDate'],
  currency: ['currency'],
  grossAmount: ['grossAmount'],
  taxes: ['taxes'],
}

/** Of all that an e-invoice says what fills fields. */
export function filling(eInvoice: EInvoiceFields): EInvoiceFields {
  const names: readonly string[] = Object.values(FILLED_BY).flat()
  return Object.fromEntries(Object.entries(eInvoice).filter(([name]) => names.includes(name)))
}

const AMOUNTS: readonly Read[] = ['grossAmount', 'taxes', 'netAmount', 'dueAmount']
const DAYS: readonly Read[] = ['invoiceDate', 'dueDate']
/** Of these the draft holds an entity of ours, which is called otherwise. */
const NAMES: readonly Read[] = ['sellerName', 'sellerVat', 'buyerName', 'buyerVat']

/** A value of an e-invoice as people read it. */
export function shownFound(name: Read, { value }: Found): string {
  if (AMOUNTS.includes(name)) return showAmount(value)
  return DAYS.includes(name) ? showDay(value) : value
}

/**
 * Where a field of a draft came from, and what the e-invoice says where the draft says something else; null for a field
 * that it does not fill.
 */
export function fieldOrigin(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): ReactNode {
  const [first, ...others] = foundFor(field, draft, eInvoice)
  if (!first) return null
  const source = [first, ...others].map(({ one }) => one.source).join(', ')
  if (NAMES.includes(first.name))
    return <Line text={`E-invoice: ${shownFound(first.name, first.one)}`} source={source} />
  return fieldDiffers(field, draft, eInvoice) ?? <Line text="From the e-invoice" source={source} />
}

/** What the e-invoice says of a field where the draft says something else; null where they agree. */
export function fieldDiffers(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): ReactNode {
  const [first] = foundFor(field, draft, eInvoice)
  if (!first || NAMES.includes(first.name) || isSame(first.name, first.one.value, draft[field])) return null
  return (
    <Line
      text={`The e-invoice says ${shownFound(first.name, first.one)}`}
      source={first.one.source}
      differs
    />
  )
}

function foundFor(field: DraftField, draft: Draft, eInvoice: EInvoiceFields): { name: Read; one: Found }[] {
  if (field === 'invoicedFundLegalEntity' && !draft.isSupplierFund) return []
  return (FILLED_BY[field] ?? []).flatMap((name) => {
    const one = eInvoice[name]
    return one ? [{ name, one }] : []
  })
}

function Line({ text, source, differs = false }: { text: string; source: string; differs?: boolean }) {
  return (
    <span className={differs ? 'draft-form__differs' : undefined} title={source}>
      {text}
      <span className="hidden-text"> ({source})</span>
    </span>
  )
}

function isSame(name: Read, said: string, stored: Draft[DraftField]): boolean {
  if (typeof stored !== 'string') return false
  return AMOUNTS.includes(name) ? new Big(said).eq(stored) : said.trim() === stored
}
